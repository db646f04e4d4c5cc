package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks at the start for the rights without which the operator cannot do its work. */
final class OperatorRights {

  /** Each question at the same time is another TLS handshake, 5 ms of processor time. */
  private static final int CONNECTIONS = 6;

  private record Question(Rights.Right right, String verb, String namespace) {
    /** As people say it. */
    String words() {
      return verb + " " + right.named() + (namespace == null ? "" : " in namespace " + namespace);
    }
  }

  private final KubernetesClient client;
  private final List<Question> questions;

  /**
   * What to ask.
   *
   * @param leaseNamespace where the leader's Lease is; null = there is no election
   */
  OperatorRights(KubernetesClient client, String leaseNamespace) {
    this.client = client;
    this.questions =
        Stream.concat(
                questions(Rights.CLUSTER, null),
                leaseNamespace == null
                    ? Stream.empty()
                    : questions(Rights.OWN_NAMESPACE, leaseNamespace))
            .toList();
  }

  private static Stream<Question> questions(List<Rights.Right> rights, String namespace) {
    return rights.stream()
        .flatMap(right -> right.verbs().stream().map(verb -> new Question(right, verb, namespace)));
  }

  /**
   * Asks for all of them.
   *
   * @throws StartFailure with each that is missing, or that the server does not tell of
   */
  void check(Patience patience) throws StartFailure {
    Queue<String> missing = new ConcurrentLinkedQueue<>();
    Queue<String> unknown = new ConcurrentLinkedQueue<>();
    try (var reads = new Reads.Together()) {
      List<Runnable> asked = new ArrayList<>();
      for (Question question : questions) {
        asked.add(
            () -> {
              try {
                if (!patience.ask("was asked for it", () -> isAllowed(question))) {
                  missing.add(question.words());
                }
              } catch (StartFailure e) {
                unknown.add(question.words() + " (" + e.getMessage() + ")");
              }
            });
      }
      reads.all(asked, CONNECTIONS);
    }
    if (!missing.isEmpty()) {
      throw new StartFailure(
          "the operator's service account may not: %s. Bind it to the chart's ClusterRole"
                  .formatted(missing.stream().sorted().collect(Collectors.joining(", ")))
              + " glovebox-operator, and in its namespace to the Role of that name");
    }
    if (!unknown.isEmpty()) {
      throw new StartFailure(
          "the API server does not say whether the operator may: " + String.join(", ", unknown));
    }
  }

  private boolean isAllowed(Question question) {
    String[] parts = question.right().resource().split("/", 2);
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withNamespace(question.namespace())
            .withGroup(question.right().group())
            .withResource(parts[0])
            .withSubresource(parts.length > 1 ? parts[1] : "")
            .withVerb(question.verb())
            .endResourceAttributes()
            .endSpec()
            .build();
    return Boolean.TRUE.equals(client.resource(review).create().getStatus().getAllowed());
  }
}
