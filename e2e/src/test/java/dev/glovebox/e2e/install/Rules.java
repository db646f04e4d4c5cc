package dev.glovebox.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;

/**
 * The chart's admission policies in force, a namespace to try them in, and the users who try. What
 * was put on the cluster is taken away again at the end.
 */
final class Rules implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Cluster cluster;
  private final String namespace;
  private final List<HasMetadata> ours = new ArrayList<>();
  private final Users users;

  private Rules(Cluster cluster, String namespace) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.users = new Users(cluster.client());
  }

  /**
   * Puts CRDs and admission policies of manifests/install.yaml on the cluster, where it has none.
   *
   * @param namespace made for these tests, and gone with them
   */
  static Rules inForce(Cluster cluster, String namespace) {
    var rules = new Rules(cluster, namespace);
    cluster
        .kubectl("apply", "--server-side", "--force-conflicts", "-f", crds().toString())
        .succeed();
    cluster
        .kubectl("wait", "--for=condition=Established", "--timeout=30s", "crd", "--all")
        .succeed();
    var present = cluster.client().admissionRegistration().v1().validatingAdmissionPolicies();
    if (present.withName("glovebox-objects").get() == null) {
      rules
          .manifest()
          .filter(item -> item.getKind().startsWith("ValidatingAdmissionPolicy"))
          .forEach(rules::create);
    }
    rules.create(
        new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build());
    rules.create(Users.rights(namespace));
    rules.awaitEffect();
    return rules;
  }

  /** The namespace to try in. */
  String namespace() {
    return namespace;
  }

  /** Who tries. */
  Users users() {
    return users;
  }

  /** The chart's default SandboxPolicy under another name. */
  GenericKubernetesResource policy(String name) {
    var policy = manifest().filter(item -> item.getKind().equals("SandboxPolicy")).findFirst();
    policy.orElseThrow().getMetadata().setName(name);
    return (GenericKubernetesResource) policy.get();
  }

  private Stream<HasMetadata> manifest() {
    try (var manifest = Files.newInputStream(Checkout.file("manifests/install.yaml"))) {
      return cluster.client().load(manifest).items().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes all objects of a kind in the namespace in one request. */
  void deleteAll(KubernetesClient user, String kind, String options) {
    String path =
        switch (kind) {
          case "Pod" -> "/api/v1/namespaces/%s/pods";
          case "PersistentVolumeClaim" -> "/api/v1/namespaces/%s/persistentvolumeclaims";
          case "NetworkPolicy" -> "/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies";
          default -> throw new IllegalArgumentException(kind);
        };
    user.raw(path.formatted(namespace) + "?" + options, "DELETE", null);
  }

  /** Puts a pod on a node, as the scheduler does. */
  void bind(KubernetesClient user, String pod) {
    user.raw(
        "/api/v1/namespaces/%s/pods/%s/binding".formatted(namespace, pod),
        "POST",
        "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"node-1\"}}"
            .formatted(pod));
  }

  /** A namespace that is there; made where it is not, and then gone with the rules. */
  void alsoIn(String other) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              var there = cluster.client().namespaces().withName(other).get();
              return there == null || there.getMetadata().getDeletionTimestamp() == null;
            });
    if (cluster.client().namespaces().withName(other).get() == null) {
      create(new NamespaceBuilder().withNewMetadata().withName(other).endMetadata().build());
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () ->
                cluster.client().serviceAccounts().inNamespace(other).withName("default").get()
                    != null);
  }

  private void create(HasMetadata item) {
    ours.add(cluster.client().resource(item).create());
  }

  /** The API server takes up new policies a moment after it stored them. */
  private void awaitEffect() {
    var developer = users.developer();
    for (String name : List.of("gbx-rules-00000000", "ordinary")) {
      var pod =
          new PodBuilder()
              .withNewMetadata()
              .withName(name)
              .withNamespace(namespace)
              .endMetadata()
              .withNewSpec()
              .addNewContainer()
              .withName("task")
              .withImage("example.com/x:1")
              .endContainer()
              .endSpec()
              .build();
      boolean denied = name.startsWith("gbx-");
      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> denied == deniedByPolicy(() -> developer.resource(pod).dryRun().create()));
    }
    var foreign = SandboxObjects.named(namespace, "Pod", "ordinary");
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> deniedByPolicy(() -> users.operator().resource(foreign).dryRun().create()));
  }

  private static boolean deniedByPolicy(ThrowingCallable request) {
    var failure = catchThrowableOfType(KubernetesClientException.class, request);
    return failure != null && failure.getMessage().contains("ValidatingAdmissionPolicy");
  }

  /** The request is denied by the policy, with a message that holds the words. */
  static void assertDenied(String policy, String words, ThrowingCallable request) {
    var failure = catchThrowableOfType(KubernetesClientException.class, request);
    assertThat(failure).as("denied by %s: %s", policy, words).isNotNull();
    assertThat(failure.getCode()).as(failure.getMessage()).isEqualTo(403);
    assertThat(failure.getMessage())
        .contains("ValidatingAdmissionPolicy '" + policy + "'")
        .contains(words);
  }

  private static Path crds() {
    return Checkout.file("helm/glovebox/crds");
  }

  @Override
  public void close() {
    users.close();
    for (HasMetadata item : ours.reversed()) {
      cluster.client().resource(item).delete();
    }
  }
}
