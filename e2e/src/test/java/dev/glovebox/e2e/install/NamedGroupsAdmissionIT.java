package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where the chart's values name groups, their members may do what others may not, and nothing more.
 */
@OnCluster(OnCluster.Needs.API_SERVER)
class NamedGroupsAdmissionIT {
  private static final String NAMESPACE = "admission-groups";
  private static final String OURS = "gbx-hello-01234567";
  private static final String SESSIONS = "example:break-glass";
  private static final String EVICTIONS = "example:drain";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static Rules rules;
  private static PolicyWithValues policy;
  private static KubernetesClient developer;
  private static KubernetesClient guest;
  private static KubernetesClient drainer;

  @BeforeAll
  static void nameThem(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    developer = rules.users().developer();
    guest = rules.users().member(SESSIONS);
    drainer = rules.users().member(EVICTIONS);
    rules.users().operator().resource(SandboxObjects.ours(NAMESPACE, "Pod", OURS)).create();
    // Nobody, unless a value names them: the chart's own.
    assertSessionDenied(guest, "exec?command=sh");
    assertEvictionDenied(drainer, "{\"gracePeriodSeconds\":1}");
    policy =
        PolicyWithValues.inForce(
            cluster,
            "pod-requests.yaml",
            "admission.sessionGroups={%s}".formatted(SESSIONS),
            "admission.evictionGroups={%s}".formatted(EVICTIONS));
    // The API server takes up a change of its policies a moment after it stored it.
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> !answer(guest, "exec?command=sh").contains("AdmissionPolicy"));
  }

  @AfterAll
  static void forget() {
    try {
      if (policy != null) {
        policy.close();
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> answer(guest, "exec?command=sh").contains("AdmissionPolicy"));
      }
    } finally {
      rules.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec?command=sh", "attach", "portforward?ports=80", "proxy"})
  void aSessionIsLetThroughToMembersAndDeniedToOthers(String request) {
    // As far as the admission goes: no node has this pod, and that is the answer.
    assertThat(answer(guest, request)).isNotEmpty().doesNotContain("AdmissionPolicy");
    assertSessionDenied(developer, request);
    assertSessionDenied(drainer, request);
    assertSessionDenied(rules.users().administrator(), request);
  }

  /** What they would add ends the task anyhow: it is not in the pod that was proved. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ephemeralcontainers|{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debug\",\"image\":\"example.com/x:1\"}]}}",
        "resize|{\"spec\":{\"containers\":[{\"name\":\"task\",\"resources\":{\"limits\":{\"cpu\":\"2\"},\"requests\":{\"cpu\":\"2\"}}}]}}"
      })
  void aChangeOfThePodIsDeniedToMembersToo(String subresource, String change) {
    for (var member : new KubernetesClient[] {guest, drainer}) {
      assertDenied(
          "glovebox-objects",
          "spec belongs to a SandboxTask",
          () ->
              member
                  .resource(SandboxObjects.named(NAMESPACE, "Pod", OURS))
                  .subresource(subresource)
                  .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), change));
    }
  }

  @Test
  void anEvictionIsLetThroughToMembersAndDeniedToOthers() {
    evict(drainer, "{\"gracePeriodSeconds\":1,\"dryRun\":[\"All\"]}");
    evict(drainer, "{\"dryRun\":[\"All\"]}");
    for (var user : new KubernetesClient[] {developer, guest, rules.users().administrator()}) {
      assertEvictionDenied(user, "{\"gracePeriodSeconds\":1}");
    }
  }

  @Test
  void anEvictionWithGrace0IsDeniedToMembersToo() {
    assertDenied(
        "glovebox-pod-requests",
        "deleteOptions.gracePeriodSeconds 0 would drop the pod",
        () -> evict(drainer, "{\"gracePeriodSeconds\":0}"));
  }

  private static void assertSessionDenied(KubernetesClient user, String request) {
    assertDenied(
        "glovebox-pod-requests", "into a sandbox is not allowed", () -> post(user, request, null));
  }

  private static void assertEvictionDenied(KubernetesClient user, String options) {
    assertDenied(
        "glovebox-pod-requests", "evicting a sandbox is not allowed", () -> evict(user, options));
  }

  private static void evict(KubernetesClient user, String options) {
    post(
        user,
        "eviction?dryRun=All",
        "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"},\"deleteOptions\":%s}"
            .formatted(OURS, options));
  }

  /** The API server's words; "" = done. */
  private static String answer(KubernetesClient user, String request) {
    var failure =
        catchThrowableOfType(KubernetesClientException.class, () -> post(user, request, null));
    return failure == null ? "" : failure.getMessage();
  }

  private static void post(KubernetesClient user, String request, String body) {
    user.raw("/api/v1/namespaces/%s/pods/%s/%s".formatted(NAMESPACE, OURS, request), "POST", body);
  }
}
