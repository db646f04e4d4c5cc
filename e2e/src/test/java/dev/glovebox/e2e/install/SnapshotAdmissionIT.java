package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where the cluster has volume snapshots: of a sandbox's workspace none is made. */
@OnCluster(OnCluster.Needs.API_SERVER)
class SnapshotAdmissionIT {
  private static final String NAMESPACE = "admission-snapshots";

  /** As far as the rules look; the real one's name, group and version. */
  private static final String SNAPSHOTS =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata:
        name: volumesnapshots.snapshot.storage.k8s.io
        annotations: {api-approved.kubernetes.io: "unapproved, for a test"}
      spec:
        group: snapshot.storage.k8s.io
        scope: Namespaced
        names: {kind: VolumeSnapshot, listKind: VolumeSnapshotList, plural: volumesnapshots, singular: volumesnapshot}
        versions:
        - name: v1
          served: true
          storage: true
          schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
      """;

  private static Cluster cluster;
  private static Rules rules;

  @BeforeAll
  static void install(Cluster given) {
    cluster = given;
    cluster
        .client()
        .resource(Serialization.unmarshal(SNAPSHOTS, CustomResourceDefinition.class))
        .create();
    rules = Rules.inForce(cluster, NAMESPACE);
    // Served a moment after it is stored.
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> snapshot("ordinary", "somebodys") != null);
  }

  @AfterAll
  static void remove() {
    rules.close();
    cluster
        .client()
        .resource(Serialization.unmarshal(SNAPSHOTS, CustomResourceDefinition.class))
        .delete();
  }

  @Test
  void aSnapshotOfASandboxsWorkspaceIsDeniedAndOneOfAnotherClaimLetThrough() {
    snapshot("ordinary", "somebodys");
    assertDenied(
        "glovebox-reserved-names",
        "spec.source: a claim whose name begins with 'gbx-'",
        () -> snapshot("copy", "gbx-hello-01234567"));
    assertDenied(
        "glovebox-reserved-names",
        "metadata.name: 'gbx-mine'",
        () -> snapshot("gbx-mine", "somebodys"));
  }

  private static GenericKubernetesResource snapshot(String name, String claim) {
    var snapshot =
        Serialization.unmarshal(
            """
            apiVersion: snapshot.storage.k8s.io/v1
            kind: VolumeSnapshot
            metadata: {name: %s, namespace: %s}
            spec: {source: {persistentVolumeClaimName: %s}}
            """
                .formatted(name, NAMESPACE, claim),
            GenericKubernetesResource.class);
    return rules.users().developer().resource(snapshot).dryRun().create();
  }
}
