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
import java.util.List;
import java.util.Map;
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
  private static Users users;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    users = rules.users();
    for (String kind : SandboxObjects.KINDS) {
      users.operator().resource(SandboxObjects.ours(NAMESPACE, kind, OURS)).create();
      users.developer().resource(named(kind, FOREIGN)).create();
    }
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pod", "PersistentVolumeClaim", "NetworkPolicy"})
  void theOperatorSNamesAndLabelAreDeniedToOthers(String kind) {
    var name = named(kind, "gbx-mine");
    assertDenied(
        "glovebox-reserved-names",
        "metadata.name: 'gbx-mine'",
        () -> dryCreate(users.developer(), name));
    dryCreate(users.operator(), SandboxObjects.ours(NAMESPACE, kind, "gbx-mine"));
    // The API server puts the rest of the name behind it, and that is what is judged.
    var generated = named(kind, null);
    generated.getMetadata().setGenerateName("gbx-");
    assertDenied(
        "glovebox-reserved-names",
        "begins with 'gbx-'",
        () -> dryCreate(users.developer(), generated));
    generated.getMetadata().setGenerateName("g-");
    dryCreate(users.developer(), generated);
    var label = named(kind, "mine");
    dryCreate(users.developer(), label);
    label.getMetadata().getLabels().put("glovebox.dev/task-uid", "1");
    assertDenied(
        "glovebox-reserved-names",
        "metadata.labels: glovebox.dev/task-uid is reserved",
        () -> dryCreate(users.developer(), label));
  }

  @Test
  void aSandboxSWorkspaceIsDeniedToOtherPodsAndToClones() {
    var pod = named("Pod", "thief");
    mount(pod, FOREIGN);
    dryCreate(users.developer(), pod);
    mount(pod, OURS);
    assertDenied(
        "glovebox-reserved-names", "spec.volumes", () -> dryCreate(users.developer(), pod));
    var clone = named("PersistentVolumeClaim", "clone");
    copy(clone, FOREIGN);
    dryCreate(users.developer(), clone);
    copy(clone, OURS);
    assertDenied(
        "glovebox-reserved-names", "spec.dataSource", () -> dryCreate(users.developer(), clone));
  }

  @Test
  void aSandboxSWorkspaceIsDeniedToGenericEphemeralVolumesToo() {
    var pod = named("Pod", "copier");
    copyIntoVolume(pod, FOREIGN);
    dryCreate(users.developer(), pod);
    copyIntoVolume(pod, OURS);
    assertDenied(
        "glovebox-reserved-names", "spec.volumes", () -> dryCreate(users.developer(), pod));
  }

  private static void copyIntoVolume(GenericKubernetesResource pod, String source) {
    Map<String, Object> claim =
        Map.of(
            "accessModes",
            List.of("ReadWriteOnce"),
            "resources",
            Map.of("requests", Map.of("storage", "1Mi")),
            "dataSource",
            Map.of("kind", "PersistentVolumeClaim", "name", source));
    pod.<Map<String, Object>>get("spec")
        .put(
            "volumes",
            List.of(
                Map.of(
                    "name",
                    "w",
                    "ephemeral",
                    Map.of("volumeClaimTemplate", Map.of("spec", claim)))));
  }

  private static void mount(GenericKubernetesResource pod, String claim) {
    pod.<Map<String, Object>>get("spec")
        .put(
            "volumes",
            List.of(Map.of("name", "w", "persistentVolumeClaim", Map.of("claimName", claim))));
  }

  private static void copy(GenericKubernetesResource claim, String source) {
    claim
        .<Map<String, Object>>get("spec")
        .put("dataSource", Map.of("kind", "PersistentVolumeClaim", "name", source));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pod", "PersistentVolumeClaim", "NetworkPolicy"})
  void labelsAreDeniedToOthersAndNotesLetThrough(String kind) {
    String label = "{\"metadata\":{\"labels\":{\"example.com/x\":\"y\"}}}";
    assertDenied(
        "glovebox-objects", "metadata.labels", () -> patch(users.developer(), kind, OURS, label));
    patch(users.developer(), kind, FOREIGN, label);
    patch(users.operator(), kind, OURS, label);
    assertDenied(
        "glovebox-objects",
        "metadata.labels",
        () ->
            patch(
                users.developer(),
                kind,
                FOREIGN,
                "{\"metadata\":{\"labels\":{\"glovebox.dev/task-uid\":\"1\"}}}"));
    patch(users.developer(), kind, OURS, "{\"metadata\":{\"annotations\":{\"note\":\"y\"}}}");
    for (String key : new String[] {"glovebox.dev/plan-hash", "dev.gvisor.flag.debug"}) {
      assertDenied(
          "glovebox-objects",
          "metadata.annotations " + key,
          () ->
              patch(
                  users.developer(),
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
  void aSpecIsDeniedToOthers(String kind, String change) {
    assertDenied(
        "glovebox-objects",
        "spec belongs to a SandboxTask",
        () -> patch(users.developer(), kind, OURS, change));
    patch(users.developer(), kind, FOREIGN, change);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ephemeralcontainers|{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debug\",\"image\":\"example.com/x:1\"}]}}",
        "resize|{\"spec\":{\"containers\":[{\"name\":\"task\",\"resources\":{\"limits\":{\"cpu\":\"2\"},\"requests\":{\"cpu\":\"2\"}}}]}}"
      })
  void theSubresourcesThatChangeASpecAreDeniedToEveryone(String subresource, String change) {
    for (var user : List.of(users.developer(), users.administrator())) {
      assertDenied(
          "glovebox-objects",
          "spec belongs to a SandboxTask",
          () -> subresource(user, OURS, subresource, change));
    }
    // Whatever the API server makes of it for a pod that is not running, no admission policy minds.
    var answer =
        catchThrowableOfType(
            KubernetesClientException.class,
            () -> subresource(users.developer(), FOREIGN, subresource, change));
    assertThat(answer == null ? "" : answer.getMessage())
        .doesNotContain("ValidatingAdmissionPolicy");
  }

  private static void subresource(
      KubernetesClient user, String name, String subresource, String change) {
    user.resource(named("Pod", name))
        .subresource(subresource)
        .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), change);
  }

  @Test
  void ownersAndFinalizersAreDeniedToOthers() {
    String change = "{\"metadata\":{\"finalizers\":[\"example.com/mine\"]}}";
    assertDenied(
        "glovebox-objects",
        "metadata.finalizers",
        () -> patch(users.developer(), "Pod", OURS, change));
    patch(users.podCollector(), "Pod", OURS, change);
    patch(users.podCollector(), "Pod", OURS, "{\"metadata\":{\"finalizers\":[]}}");
  }

  @Test
  void aPodSStatusIsDeniedToOthersAndLetThroughToThePodCollector() {
    String change = "{\"status\":{\"message\":\"proved\"}}";
    assertDenied(
        "glovebox-objects",
        "status of an object of a SandboxTask",
        () -> status(users.developer(), OURS, change));
    status(users.developer(), FOREIGN, change);
    status(users.podCollector(), OURS, change);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PersistentVolumeClaim", "NetworkPolicy"})
  void claimsAndPoliciesAreDeletedByTheOperatorOnly(String kind) {
    var ours = named(kind, OURS);
    assertDenied(
        "glovebox-objects",
        "only Glovebox deletes it",
        () -> users.administrator().resource(ours).dryRun().delete());
    assertDenied(
        "glovebox-objects",
        "only Glovebox deletes it",
        () -> rules.deleteAll(users.administrator(), kind, "dryRun=All"));
    users.operator().resource(ours).dryRun().delete();
    users.namespaceController().resource(ours).dryRun().delete();
    users.developer().resource(named(kind, FOREIGN)).dryRun().delete();
  }

  @Test
  void aPodOnANodeIsDeletedWithGraceOnlyOneByOneAndByCollection() {
    String name = "gbx-placed-01234567";
    users.operator().resource(SandboxObjects.ours(NAMESPACE, "Pod", name)).create();
    patch(users.operator(), "Pod", name, "{\"spec\":{\"schedulingGates\":null}}");
    rules.bind(users.scheduler(), name);
    assertDenied(
        "glovebox-objects", "gracePeriodSeconds 0", () -> delete(users.developer(), name, 0));
    assertDenied(
        "glovebox-objects",
        "gracePeriodSeconds 0",
        () -> rules.deleteAll(users.developer(), "Pod", "gracePeriodSeconds=0&dryRun=All"));
    delete(users.developer(), name, 1);
    rules.deleteAll(users.developer(), "Pod", "gracePeriodSeconds=1&dryRun=All");
    delete(users.podCollector(), name, 0);
    // On no node, nothing of it can be running.
    delete(users.developer(), OURS, 0);
    delete(users.developer(), FOREIGN, 0);
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

  private static GenericKubernetesResource named(String kind, String name) {
    return SandboxObjects.named(NAMESPACE, kind, name);
  }
}
