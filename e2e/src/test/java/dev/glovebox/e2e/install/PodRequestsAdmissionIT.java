package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to a sandbox's pod that carry no pod: one denied, one let through. */
@OnCluster(OnCluster.Needs.API_SERVER)
class PodRequestsAdmissionIT {
  private static final String NAMESPACE = "admission-requests";
  private static final String OURS = "gbx-hello-01234567";
  private static final String FOREIGN = "hello";

  private static Rules rules;
  private static Users users;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    users = rules.users();
    users.operator().resource(SandboxObjects.ours(NAMESPACE, "Pod", OURS)).create();
    users.developer().resource(SandboxObjects.named(NAMESPACE, "Pod", FOREIGN)).create();
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec?command=sh", "attach", "portforward?ports=80", "proxy"})
  void aSessionInsideASandboxIsDeniedToEveryone(String request) {
    for (var user : new KubernetesClient[] {users.developer(), users.administrator()}) {
      assertDenied(
          "glovebox-pod-requests",
          "into a sandbox is not allowed",
          () -> post(user, OURS, request, ""));
    }
    // Let through as far as the admission goes: no node has this pod, and that is the answer.
    var failure =
        catchThrowableOfType(
            KubernetesClientException.class, () -> post(users.developer(), FOREIGN, request, ""));
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage()).doesNotContain("ValidatingAdmissionPolicy");
  }

  @Test
  void anEvictionIsDeniedToEveryoneButTheClusterItself() {
    String eviction =
        "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"},\"deleteOptions\":{\"gracePeriodSeconds\":%d,\"dryRun\":[\"All\"]}}";
    for (var user : new KubernetesClient[] {users.developer(), users.administrator()}) {
      assertDenied(
          "glovebox-pod-requests",
          "evicting a sandbox is not allowed",
          () -> post(user, OURS, "eviction?dryRun=All", eviction.formatted(OURS, 1)));
    }
    post(users.developer(), FOREIGN, "eviction?dryRun=All", eviction.formatted(FOREIGN, 0));
    post(users.podCollector(), OURS, "eviction?dryRun=All", eviction.formatted(OURS, 1));
  }

  @Test
  void aBindingByHandIsDeniedAndTheSchedulersLetThrough() {
    String binding =
        "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}";
    assertDenied(
        "glovebox-pod-requests",
        "only the scheduler places a sandbox",
        () -> post(users.developer(), OURS, "binding?dryRun=All", binding.formatted(OURS)));
    assertDenied(
        "glovebox-pod-requests",
        "only the scheduler places a sandbox",
        () ->
            users
                .developer()
                .raw(
                    "/api/v1/namespaces/%s/bindings?dryRun=All".formatted(NAMESPACE),
                    "POST",
                    binding.formatted(OURS)));
    post(users.developer(), FOREIGN, "binding?dryRun=All", binding.formatted(FOREIGN));
    // Held by its gate, this one cannot be bound; but it is not the admission that says so.
    var held =
        catchThrowableOfType(
            KubernetesClientException.class,
            () -> post(users.scheduler(), OURS, "binding?dryRun=All", binding.formatted(OURS)));
    assertThat(held).isNotNull();
    assertThat(held.getMessage()).contains("schedulingGates").doesNotContain("AdmissionPolicy");
  }

  private static void post(KubernetesClient user, String name, String request, String body) {
    user.raw(
        "/api/v1/namespaces/%s/pods/%s/%s".formatted(NAMESPACE, name, request),
        "POST",
        body.isEmpty() ? null : body);
  }
}
