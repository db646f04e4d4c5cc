package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What must be there before anything is started: an API server, the chart's CRDs, the operator's
 * rights. One start shows all that is missing, by name.
 */
public final class Preflight {

  private static final String API = "glovebox.dev/v1alpha1";
  private static final Set<String> KINDS =
      Set.of("sandboxtasks", "sandboxpolicies", "nodecertificates");
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  /** Each question at the same time is another TLS handshake, 5 ms of processor time. */
  private static final int CONNECTIONS = 6;

  /**
   * Rights without which the operator cannot do its work. Not here: reading Secrets, ConfigMaps and
   * service accounts, which may be given for some namespaces only, and Events, which may be lost.
   */
  private static final List<Right> RIGHTS =
      List.of(
          right("glovebox.dev", "sandboxtasks", "get", "list", "watch", "patch", "delete"),
          right("glovebox.dev", "sandboxtasks/status", "update"),
          right("glovebox.dev", "sandboxpolicies", "get", "list", "watch"),
          right("glovebox.dev", "sandboxpolicies/status", "update"),
          right("glovebox.dev", "nodecertificates", "get", "list", "watch", "create"),
          right("glovebox.dev", "nodecertificates/status", "update"),
          right("", "pods", "get", "list", "watch", "create", "patch", "delete"),
          right("", "persistentvolumeclaims", "get", "list", "watch", "create", "delete"),
          right("", "persistentvolumes", "get", "list", "watch"),
          right("", "nodes", "get", "list", "watch"),
          right("", "namespaces", "get", "list", "watch"),
          right("", "services", "get", "list", "watch"),
          right("networking.k8s.io", "networkpolicies", "get", "list", "watch", "create", "delete"),
          right("networking.k8s.io", "servicecidrs", "list"),
          right("discovery.k8s.io", "endpointslices", "list"),
          right("node.k8s.io", "runtimeclasses", "get", "list", "watch"),
          right("storage.k8s.io", "storageclasses", "get", "list", "watch"),
          right("admissionregistration.k8s.io", "validatingadmissionpolicies", "list", "watch"),
          right(
              "admissionregistration.k8s.io",
              "validatingadmissionpolicybindings",
              "list",
              "watch"));

  private record Right(String group, String resource, List<String> verbs) {}

  private final KubernetesClient client;

  public Preflight(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Checks.
   *
   * @param patience how long an API server that does not answer, or is out of order, is tried again
   * @throws StartFailure with everything that is missing, and what to do
   */
  public void check(Duration patience) throws StartFailure {
    kinds(patience);
    rights(patience);
    storage(patience);
  }

  private void kinds(Duration patience) throws StartFailure {
    APIResourceList served = served(patience);
    List<String> names =
        served == null
            ? List.of()
            : served.getResources().stream().map(APIResource::getName).toList();
    String absent =
        KINDS.stream().filter(k -> !names.contains(k)).sorted().collect(Collectors.joining(", "));
    if (!absent.isEmpty()) {
      throw new StartFailure(
          "the API server at %s does not serve %s of %s: install the chart's CRDs"
              .formatted(client.getMasterUrl(), absent, API));
    }
  }

  private APIResourceList served(Duration patience) throws StartFailure {
    return patiently(
        patience, "could not be asked what it serves", () -> client.getApiResources(API));
  }

  /**
   * For some seconds after a CRD was installed the server answers 429, "storage is
   * (re)initializing". A chart installs CRD and operator together, and the framework's watches give
   * up at the first such answer (java-operator-sdk #2526).
   */
  private void storage(Duration patience) throws StartFailure {
    var one = new ListOptionsBuilder().withLimit(1L).withResourceVersion("0").build();
    patiently(
        patience,
        "does not list SandboxTasks",
        () -> client.resources(SandboxTask.class).inAnyNamespace().list(one));
  }

  /** Whether asking again may help: there was no answer, or one about the server itself. */
  private static boolean passes(KubernetesClientException failure) {
    return failure.getCode() <= 0 || Reads.isAboutTheServer(failure);
  }

  private <T> T patiently(Duration patience, String trouble, Supplier<T> question)
      throws StartFailure {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        return question.get();
      } catch (KubernetesClientException e) {
        if (!passes(e) || System.nanoTime() > deadline) {
          throw new StartFailure(
              "the API server at %s %s: %s"
                  .formatted(client.getMasterUrl(), trouble, Reads.words(e)),
              e);
        }
      }
      try {
        Thread.sleep(BETWEEN_TRIES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StartFailure("stopped while starting", e);
      }
    }
  }

  private void rights(Duration patience) throws StartFailure {
    Queue<String> missing = new ConcurrentLinkedQueue<>();
    Queue<String> unknown = new ConcurrentLinkedQueue<>();
    try (var reads = new Reads.Together()) {
      List<Runnable> questions = new ArrayList<>();
      for (Right right : RIGHTS) {
        for (String verb : right.verbs()) {
          questions.add(
              () -> {
                try {
                  if (!patiently(patience, "was asked for it", () -> allowed(right, verb))) {
                    missing.add(verb + " " + name(right));
                  }
                } catch (StartFailure e) {
                  unknown.add(verb + " " + name(right) + " (" + e.getMessage() + ")");
                }
              });
        }
      }
      reads.all(questions, CONNECTIONS);
    }
    if (!missing.isEmpty()) {
      throw new StartFailure(
          "the operator's service account may not: %s. Bind it to the chart's ClusterRole"
                  .formatted(missing.stream().sorted().collect(Collectors.joining(", ")))
              + " glovebox-operator");
    }
    if (!unknown.isEmpty()) {
      throw new StartFailure(
          "the API server does not say whether the operator may: " + String.join(", ", unknown));
    }
  }

  private boolean allowed(Right right, String verb) {
    String[] parts = right.resource().split("/", 2);
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withGroup(right.group())
            .withResource(parts[0])
            .withSubresource(parts.length > 1 ? parts[1] : "")
            .withVerb(verb)
            .endResourceAttributes()
            .endSpec()
            .build();
    return Boolean.TRUE.equals(client.resource(review).create().getStatus().getAllowed());
  }

  private static String name(Right right) {
    return right.group().isEmpty() ? right.resource() : right.resource() + "." + right.group();
  }

  private static Right right(String group, String resource, String... verbs) {
    return new Right(group, resource, Arrays.asList(verbs));
  }
}
