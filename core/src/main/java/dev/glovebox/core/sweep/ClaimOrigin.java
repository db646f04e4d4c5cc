package dev.glovebox.core.sweep;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a claim is the very one that the operator made for its task. One that was restored from a
 * backup looks the same, and its data was restored because somebody wants it.
 */
public final class ClaimOrigin {

  /** The server stamps an object and its first manager one after the other, in whole seconds. */
  private static final Duration STAMPS_APART = Duration.ofSeconds(2);

  private ClaimOrigin() {}

  /**
   * Why the claim may be another than the one that was made for the task; empty when it is that
   * one. What cannot be told counts as a doubt.
   *
   * @param claim with its managedFields
   * @param volume that the claim is bound to; empty exactly when it names none
   * @param maker the operator's name in managedFields
   */
  public static Optional<String> doubt(
      PersistentVolumeClaim claim, Optional<PersistentVolume> volume, String maker) {
    Instant created = Instant.parse(claim.getMetadata().getCreationTimestamp());
    if (!isMadeBy(maker, claim.getMetadata(), created)) {
      return Optional.of(
          "managedFields do not say that %s created it: it was restored, or made by hand"
              .formatted(maker));
    }
    if (claim.getSpec().getDataSource() != null || claim.getSpec().getDataSourceRef() != null) {
      return Optional.of("it has a data source, and so another's data");
    }
    return volume.flatMap(bound -> doubt(claim, created, bound));
  }

  private static Optional<String> doubt(
      PersistentVolumeClaim claim, Instant created, PersistentVolume volume) {
    String name = volume.getMetadata().getName();
    ObjectReference owner = volume.getSpec().getClaimRef();
    if (owner == null || !claim.getMetadata().getUid().equals(owner.getUid())) {
      return Optional.of("its volume %s belongs to another claim".formatted(name));
    }
    if (Instant.parse(volume.getMetadata().getCreationTimestamp()).isBefore(created)) {
      return Optional.of("its volume %s is older than the claim".formatted(name));
    }
    return "Retain".equals(volume.getSpec().getPersistentVolumeReclaimPolicy())
        ? Optional.of("its volume %s has reclaim policy Retain".formatted(name))
        : Optional.empty();
  }

  private static boolean isMadeBy(String maker, ObjectMeta claim, Instant created) {
    return Objects.requireNonNullElse(claim.getManagedFields(), List.<ManagedFieldsEntry>of())
        .stream()
        .filter(entry -> maker.equals(entry.getManager()))
        .filter(entry -> entry.getSubresource() == null || entry.getSubresource().isEmpty())
        .map(ManagedFieldsEntry::getTime)
        .anyMatch(
            time ->
                time != null
                    && Duration.between(created, Instant.parse(time)).abs().compareTo(STAMPS_APART)
                        <= 0);
  }
}
