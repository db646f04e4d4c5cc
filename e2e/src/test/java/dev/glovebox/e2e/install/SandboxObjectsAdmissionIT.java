package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What others than the operator may do to the objects of a sandbox: one denied, one let through.
 */
@OnCluster(OnCluster.Needs.API_SERVER)
class SandboxObjectsAdmissionIT {
  private static final String OURS = "gbx-hello-01234567";
  private static final String FOREIGN = "hello";
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private static final String NAMESPACE = "admission-objects";
  private static Rules rules;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    for (String kind : SandboxObjects.KINDS) {
      rules.operator().resource(named(kind, OURS)).create();
      rules.developer().resource(named(kind, FOREIGN)).create();
    }
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pod", "PersistentVolumeClaim", "NetworkPolicy"})
  void the_operator_s_names_and_label_are_denied_to_others(String kind) {
    var name = named(kind, "gbx-mine");
    assertDenied(
        "glovebox-reserved-names",
        "metadata.name: 'gbx-mine'",
        () -> dryCreate(rules.developer(), name));
    dryCreate(rules.operator(), name);
    var label = named(kind, "mine");
    dryCreate(rules.developer(), label);
    label.getMetadata().getLabels().put("glovebox.dev/task-uid", "1");
    assertDenied(
        "glovebox-reserved-names",
        "metadata.labels: glovebox.dev/task-uid is reserved",
        () -> dryCreate(rules.developer(), label));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pod", "PersistentVolumeClaim", "NetworkPolicy"})
  void labels_are_denied_to_others_and_notes_let_through(String kind) {
    String label = "{\"metadata\":{\"labels\":{\"example.com/x\":\"y\"}}}";
    assertDenied(
        "glovebox-objects", "metadata.labels", () -> patch(rules.developer(), kind, OURS, label));
    patch(rules.developer(), kind, FOREIGN, label);
    patch(rules.operator(), kind, OURS, label);
    assertDenied(
        "glovebox-objects",
        "metadata.labels",
        () ->
            patch(
                rules.developer(),
                kind,
                FOREIGN,
                "{\"metadata\":{\"labels\":{\"glovebox.dev/task-uid\":\"1\"}}}"));
    patch(rules.developer(), kind, OURS, "{\"metadata\":{\"annotations\":{\"note\":\"y\"}}}");
    for (String key : new String[] {"glovebox.dev/plan-hash", "dev.gvisor.flag.debug"}) {
      assertDenied(
          "glovebox-objects",
          "metadata.annotations " + key,
          () ->
              patch(
                  rules.developer(),
                  kind,
                  OURS,
                  "{\"metadata\":{\"annotations\":{\"%s\":\"y\"}}}".formatted(key)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Pod|{\"spec\":{\"activeDeadlineSeconds\":7}}",
        "PersistentVolumeClaim|{\"spec\":{\"volumeName\":\"another\"}}",
        "NetworkPolicy|{\"spec\":{\"egress\":[{}]}}"
      })
  void a_spec_is_denied_to_others(String kind, String change) {
    assertDenied(
        "glovebox-objects",
        "spec belongs to a SandboxTask",
        () -> patch(rules.developer(), kind, OURS, change));
    patch(rules.developer(), kind, FOREIGN, change);
  }

  @Test
  void owners_and_finalizers_are_denied_to_others() {
    String change = "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}";
    assertDenied(
        "glovebox-objects",
        "metadata.finalizers",
        () -> patch(rules.developer(), "Pod", OURS, change));
    patch(rules.podCollector(), "Pod", OURS, change);
    patch(rules.podCollector(), "Pod", OURS, "{\"metadata\":{\"finalizers\":[]}}");
  }

  @Test
  void a_pod_s_status_is_denied_to_others_and_let_through_to_the_podCollector() {
    String change = "{\"status\":{\"message\":\"proved\"}}";
    assertDenied(
        "glovebox-objects",
        "status of an object of a SandboxTask",
        () -> status(rules.developer(), OURS, change));
    status(rules.developer(), FOREIGN, change);
    status(rules.podCollector(), OURS, change);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PersistentVolumeClaim", "NetworkPolicy"})
  void claims_and_policies_are_deleted_by_the_operator_only(String kind) {
    var ours = named(kind, OURS);
    assertDenied(
        "glovebox-objects",
        "only Glovebox deletes it",
        () -> rules.administrator().resource(ours).dryRun().delete());
    rules.operator().resource(ours).dryRun().delete();
    rules.developer().resource(named(kind, FOREIGN)).dryRun().delete();
  }

  @Test
  void a_pod_on_a_node_is_deleted_with_grace_only_one_by_one_and_by_collection() {
    String name = "gbx-placed-01234567";
    rules.operator().resource(SandboxObjects.placed(NAMESPACE, name)).create();
    assertDenied(
        "glovebox-objects", "gracePeriodSeconds 0", () -> delete(rules.developer(), name, 0));
    assertDenied(
        "glovebox-objects",
        "gracePeriodSeconds 0",
        () -> rules.deleteAllPods(rules.developer(), "gracePeriodSeconds=0&dryRun=All"));
    delete(rules.developer(), name, 1);
    rules.deleteAllPods(rules.developer(), "gracePeriodSeconds=1&dryRun=All");
    delete(rules.podCollector(), name, 0);
    // On no node, nothing of it can be running.
    delete(rules.developer(), OURS, 0);
    delete(rules.developer(), FOREIGN, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec?command=sh", "attach", "portforward?ports=80", "proxy"})
  void a_session_inside_a_sandbox_is_denied_to_everyone(String request) {
    for (var user : new KubernetesClient[] {rules.developer(), rules.administrator()}) {
      assertDenied(
          "glovebox-pod-requests",
          "into a sandbox is not allowed",
          () -> post(user, OURS, request, ""));
    }
    // Let through as far as the admission goes: no node has this pod, and that is the answer.
    var failure =
        catchThrowableOfType(
            KubernetesClientException.class, () -> post(rules.developer(), FOREIGN, request, ""));
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage()).doesNotContain("ValidatingAdmissionPolicy");
  }

  @Test
  void an_eviction_without_grace_and_a_binding_by_hand_are_denied() {
    String eviction =
        "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"},\"deleteOptions\":{\"gracePeriodSeconds\":%d,\"dryRun\":[\"All\"]}}";
    assertDenied(
        "glovebox-pod-requests",
        "deleteOptions.gracePeriodSeconds 0",
        () -> post(rules.developer(), OURS, "eviction", eviction.formatted(OURS, 0)));
    post(rules.developer(), OURS, "eviction?dryRun=All", eviction.formatted(OURS, 1));
    post(rules.developer(), FOREIGN, "eviction?dryRun=All", eviction.formatted(FOREIGN, 0));
    String binding =
        "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}";
    assertDenied(
        "glovebox-pod-requests",
        "only the scheduler places a sandbox",
        () -> post(rules.developer(), OURS, "binding?dryRun=All", binding.formatted(OURS)));
    post(rules.developer(), FOREIGN, "binding?dryRun=All", binding.formatted(FOREIGN));
  }

  private static void dryCreate(KubernetesClient user, HasMetadata item) {
    user.resource(item).dryRun().create();
  }

  private static void delete(KubernetesClient user, String pod, long graceSeconds) {
    user.pods()
        .inNamespace(NAMESPACE)
        .withName(pod)
        .dryRun()
        .withGracePeriod(graceSeconds)
        .delete();
  }

  private static void patch(KubernetesClient user, String kind, String name, String change) {
    user.resource(named(kind, name)).patch(MERGE, change);
  }

  private static void status(KubernetesClient user, String name, String change) {
    user.resource(named("Pod", name)).subresource("status").patch(MERGE, change);
  }

  private static void post(KubernetesClient user, String name, String request, String body) {
    user.raw(
        "/api/v1/namespaces/%s/pods/%s/%s".formatted(NAMESPACE, name, request),
        "POST",
        body.isEmpty() ? null : body);
  }

  private static GenericKubernetesResource named(String kind, String name) {
    return SandboxObjects.named(NAMESPACE, kind, name);
  }
}
