package dev.glovebox.core.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A claim that the operator made, and how one from a backup differs. */
class ClaimOriginTest {
  private static final String MAKER = "glovebox-operator";
  private static final String CREATED = "2026-01-01T00:00:10Z";

  private static PersistentVolumeClaim claim(String manager, String managedAt) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("gbx-fix-0a1b2c3d")
        .withUid("claim-uid")
        .withCreationTimestamp(CREATED)
        .withManagedFields(
            new ManagedFieldsEntryBuilder()
                .withManager("kube-controller-manager")
                .withTime(CREATED)
                .build(),
            new ManagedFieldsEntryBuilder().withManager(manager).withTime(managedAt).build())
        .endMetadata()
        .withNewSpec()
        .withVolumeName("pv")
        .endSpec()
        .build();
  }

  private static PersistentVolume volume(String claimUid, String created, String reclaimPolicy) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName("pv")
        .withCreationTimestamp(created)
        .endMetadata()
        .withNewSpec()
        .withNewClaimRef()
        .withUid(claimUid)
        .endClaimRef()
        .withPersistentVolumeReclaimPolicy(reclaimPolicy)
        .endSpec()
        .build();
  }

  private static final PersistentVolume OWN = volume("claim-uid", "2026-01-01T00:00:11Z", "Delete");

  private static Optional<String> doubt(PersistentVolumeClaim claim, PersistentVolume volume) {
    return ClaimOrigin.doubt(claim, Optional.ofNullable(volume), MAKER);
  }

  @Test
  void theOperatorsOwnClaimIsBeyondDoubtBoundOrNot() {
    assertThat(doubt(claim(MAKER, CREATED), OWN)).isEmpty();
    assertThat(doubt(claim(MAKER, "2026-01-01T00:00:09Z"), null)).isEmpty();
  }

  @Test
  void aClaimThatSomebodyElseCreatedIsInDoubt() {
    assertThat(doubt(claim("velero-server", CREATED), OWN)).get().asString().contains("restored");
    PersistentVolumeClaim bare = claim(MAKER, CREATED);
    bare.getMetadata().setManagedFields(null);
    assertThat(doubt(bare, OWN)).isPresent();
  }

  @Test
  void managedFieldsThatCameWithABackupAreOlderThanTheClaim() {
    assertThat(doubt(claim(MAKER, "2025-12-31T12:00:00Z"), OWN)).isPresent();
  }

  @Test
  void aVolumeOfAnotherClaimOrOlderThanItsOwnIsInDoubt() {
    assertThat(doubt(claim(MAKER, CREATED), volume("before", "2026-01-01T00:00:11Z", "Delete")))
        .get()
        .asString()
        .contains("another claim");
    assertThat(doubt(claim(MAKER, CREATED), volume("claim-uid", "2025-12-31T00:00:00Z", "Delete")))
        .get()
        .asString()
        .contains("older");
    assertThat(doubt(claim(MAKER, CREATED), volume("claim-uid", "2026-01-01T00:00:11Z", "Retain")))
        .get()
        .asString()
        .contains("Retain");
  }

  @Test
  void aClaimWithADataSourceIsInDoubt() {
    PersistentVolumeClaim restored =
        claim(MAKER, CREATED)
            .edit()
            .editSpec()
            .withNewDataSource("snapshot.storage.k8s.io", "VolumeSnapshot", "backup")
            .endSpec()
            .build();
    assertThat(doubt(restored, OWN)).get().asString().contains("data source");
  }
}
