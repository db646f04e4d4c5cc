package dev.glovebox.cli.inspect;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A task's claim and volume in words. */
final class VolumeLines {
  private VolumeLines() {}

  static List<String> of(List<PersistentVolumeClaim> claims, List<PersistentVolume> volumes) {
    var lines = new ArrayList<String>();
    for (PersistentVolumeClaim claim : claims) {
      lines.add(
          "PersistentVolumeClaim %s: %s, class %s"
              .formatted(
                  claim.getMetadata().getName(),
                  claim.getStatus() == null ? "unknown" : shown(claim.getStatus().getPhase()),
                  claim.getSpec() == null
                      ? "unknown"
                      : shown(claim.getSpec().getStorageClassName())));
    }
    for (PersistentVolume volume : volumes) {
      String reclaim = volume.getSpec().getPersistentVolumeReclaimPolicy();
      lines.add(
          "PersistentVolume %s: %s, reclaim policy %s%s"
              .formatted(
                  volume.getMetadata().getName(),
                  volume.getStatus() == null ? "unknown" : shown(volume.getStatus().getPhase()),
                  shown(reclaim),
                  "Delete".equals(reclaim) ? "" : ": its data OUTLIVES the task"));
    }
    return List.copyOf(lines);
  }

  private static String shown(String text) {
    return Objects.requireNonNullElse(text, "unknown");
  }
}
