package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The cluster's own controllers and its add-ons get through to a sandbox's objects with what they
 * do there; the same request of anybody else is denied. Dry runs: nothing changes.
 */
@OnCluster(OnCluster.Needs.API_SERVER)
class ControllersAdmissionIT {
  private static final String NAMESPACE = "admission-controllers";
  private static final String OURS = "gbx-hello-01234567";
  private static final String UNPLACED = "gbx-unplaced-01234567";

  private static Rules rules;
  private static Users users;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    users = rules.users();
    for (String kind : SandboxObjects.KINDS) {
      users.operator().resource(SandboxObjects.ours(NAMESPACE, kind, OURS)).create();
    }
    users.operator().resource(SandboxObjects.ours(NAMESPACE, "Pod", UNPLACED)).create();
    for (String pod : List.of(OURS, UNPLACED)) {
      users
          .operator()
          .resource(SandboxObjects.named(NAMESPACE, "Pod", pod))
          .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"schedulingGates\":null}}");
    }
    rules.bind(users.scheduler(), OURS);
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "taint-eviction-controller|Pod/status|{\"status\":{\"conditions\":[{\"type\":\"DisruptionTarget\",\"status\":\"True\",\"reason\":\"DeletionByTaintManager\"}]}}|status of an object of a SandboxTask",
        "disruption-controller|Pod/status|{\"status\":{\"conditions\":[{\"type\":\"DisruptionTarget\",\"status\":\"False\"}]}}|status of an object of a SandboxTask",
        "node-controller|Pod/status|{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}}|status of an object of a SandboxTask",
        "pod-garbage-collector|Pod/status|{\"status\":{\"phase\":\"Failed\"}}|status of an object of a SandboxTask",
        "system:kube-scheduler|Pod/status|{\"status\":{\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"Unschedulable\"}]}}|status of an object of a SandboxTask",
        "system:kube-controller-manager|Pod/status|{\"status\":{\"phase\":\"Failed\"}}|status of an object of a SandboxTask",
        "kubelet|Pod/status|{\"status\":{\"phase\":\"Failed\"}}|status of an object of a SandboxTask",
        "calico-cni-plugin|Pod/status|{\"metadata\":{\"annotations\":{\"cni.projectcalico.org/podIP\":\"10.0.0.1/32\"}}}|metadata.annotations cni.projectcalico.org/podIP",
        "generic-garbage-collector|Pod|{\"metadata\":{\"finalizers\":[\"foregroundDeletion\"]}}|metadata.finalizers",
        "pvc-protection-controller|PersistentVolumeClaim|{\"metadata\":{\"finalizers\":[]}}|metadata.finalizers",
        "system:kube-controller-manager|PersistentVolumeClaim|{\"metadata\":{\"finalizers\":[]}}|metadata.finalizers",
        "persistent-volume-binder|PersistentVolumeClaim|{\"spec\":{\"volumeName\":\"pvc-1\"}}|spec belongs to a SandboxTask",
        "persistent-volume-binder|PersistentVolumeClaim/status|{\"status\":{\"phase\":\"Bound\"}}|status of an object of a SandboxTask",
        "expand-controller|PersistentVolumeClaim/status|{\"status\":{\"conditions\":[{\"type\":\"Resizing\",\"status\":\"True\"}]}}|status of an object of a SandboxTask",
      })
  void whatAControllerChangesIsLetThroughToItAndDeniedToOthers(
      String controller, String what, String change, String words) {
    change(account(controller), what, change);
    assertDenied("glovebox-objects", words, () -> change(users.developer(), what, change));
    // A right of the cluster's namespace alone is none: it is the name that counts.
    assertDenied(
        "glovebox-objects",
        words,
        () -> change(users.account("kube-system", "somebody"), what, change));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kubelet|Pod|0|gracePeriodSeconds 0",
        "pod-garbage-collector|Pod|0|gracePeriodSeconds 0",
        "system:kube-controller-manager|Pod|0|gracePeriodSeconds 0",
        "generic-garbage-collector|PersistentVolumeClaim|1|only Glovebox deletes it",
        "generic-garbage-collector|NetworkPolicy|1|only Glovebox deletes it",
        "namespace-controller|PersistentVolumeClaim|1|only Glovebox deletes it",
        "system:kube-controller-manager|NetworkPolicy|1|only Glovebox deletes it",
      })
  void whatAControllerDeletesIsLetThroughToItAndDeniedToOthers(
      String controller, String kind, long grace, String words) {
    delete(account(controller), kind, grace);
    assertDenied("glovebox-objects", words, () -> delete(users.developer(), kind, grace));
  }

  /** It ends pods of a node that is tainted or gone, with the pod's own grace. */
  @ParameterizedTest
  @CsvSource({"taint-eviction-controller", "system:kube-controller-manager"})
  void aPodIsDeletedByTheTaintEvictionController(String controller) {
    account(controller).pods().inNamespace(NAMESPACE).withName(OURS).dryRun().delete();
  }

  @Test
  void theSchedulersBindingIsLetThroughAndOneByHandDenied() {
    bind(users.scheduler());
    assertDenied(
        "glovebox-pod-requests",
        "only the scheduler places a sandbox",
        () -> bind(users.developer()));
  }

  /** One outside of the cluster's own: no value names it, and what it does needs none. */
  @Test
  void aProvisionerMakesTheVolumeAndGivesTheClaimBackToTheScheduler() {
    var provisioner = users.account("kube-system", "some-csi-provisioner");
    var volume =
        Serialization.unmarshal(
            """
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: pvc-%1$s, finalizers: [external-provisioner.volume.kubernetes.io/finalizer]}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteOncePod]
              persistentVolumeReclaimPolicy: Delete
              storageClassName: standard
              claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: %1$s, name: %2$s}
              csi: {driver: csi.example.com, volumeHandle: x}
            """
                .formatted(NAMESPACE, "gbx-another-01234567"),
            GenericKubernetesResource.class);
    provisioner.resource(volume).create();
    try {
      PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
      users
          .account("kube-system", "pv-protection-controller")
          .resource(volume)
          .patch(merge, "{\"metadata\":{\"finalizers\":[]}}");
    } finally {
      users.account("kube-system", "persistent-volume-binder").resource(volume).delete();
    }
    change(
        provisioner,
        "PersistentVolumeClaim",
        "{\"metadata\":{\"annotations\":{\"volume.kubernetes.io/selected-node\":null}}}");
    assertDenied(
        "glovebox-objects",
        "spec belongs to a SandboxTask",
        () -> change(provisioner, "PersistentVolumeClaim", "{\"spec\":{\"volumeName\":\"x\"}}"));
  }

  private static KubernetesClient account(String controller) {
    if (controller.equals("kubelet")) {
      return users.kubelet("node-1");
    }
    return controller.startsWith("system:")
        ? users.user(controller)
        : users.account("kube-system", controller);
  }

  /**
   * Changes one of the sandbox's objects.
   *
   * @param what its kind, and the subresource if it is one's
   */
  private static void change(KubernetesClient user, String what, String change) {
    var merge =
        new PatchContext.Builder()
            .withPatchType(PatchType.JSON_MERGE)
            .withDryRun(List.of("All"))
            .build();
    int slash = what.indexOf('/');
    String kind = slash < 0 ? what : what.substring(0, slash);
    var object = user.resource(SandboxObjects.named(NAMESPACE, kind, OURS));
    if (slash < 0) {
      object.patch(merge, change);
    } else {
      object.subresource(what.substring(slash + 1)).patch(merge, change);
    }
  }

  private static void delete(KubernetesClient user, String kind, long graceSeconds) {
    user.resource(SandboxObjects.named(NAMESPACE, kind, OURS))
        .dryRun()
        .withGracePeriod(graceSeconds)
        .delete();
  }

  private static void bind(KubernetesClient user) {
    user.raw(
        "/api/v1/namespaces/%s/pods/%s/binding?dryRun=All".formatted(NAMESPACE, UNPLACED),
        "POST",
        "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"%s\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}"
            .formatted(UNPLACED));
  }
}
