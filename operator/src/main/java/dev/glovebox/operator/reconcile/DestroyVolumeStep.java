package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.time.Duration;
import java.util.List;

/**
 * The claim goes after the pod, and is not done with before its volume is gone: a claim that is
 * deleted says nothing about the data.
 *
 * <p>After the claim only the informer of volumes knows which volume was its own. So a bound claim
 * is deleted only once the informer has that volume; from then on its absence there means that the
 * server deleted it.
 */
final class DestroyVolumeStep implements Step {
  private static final Duration SOON = Duration.ofMillis(100);

  /** Volumes go within a second or so; the event wakes us, this is for the case that it is lost. */
  private static final Duration VOLUME = Duration.ofSeconds(5);

  /** A volume that is still there this long after the task's deletion needs a person. */
  private static final Duration LATE = Duration.ofMinutes(2);

  private final ObjectReads reads;
  private final Removal removal;

  DestroyVolumeStep(ClusterWriter writer, ObjectReads reads, TaskStatus status) {
    this.reads = reads;
    this.removal = new Removal(writer, status);
  }

  @Override
  public Progress run(Pass pass) {
    return switch (reads.object(ObjectKind.CLAIM, pass.namespace(), pass.objectName())) {
      case Lookup.Unreadable<JsonNode> no -> new Progress.Retry("claim: " + no.message());
      case Lookup.Absent<JsonNode> gone -> volumes(pass);
      case Lookup.Found<JsonNode> found -> {
        var claim = new OwnObject(found.value());
        yield claim.belongsTo(pass.uid()) ? claim(claim, pass) : new Progress.Proceed();
      }
    };
  }

  private Progress claim(OwnObject claim, Pass pass) {
    if (claim.deletion().isPresent()) {
      return held(claim, pass);
    }
    String volume = claim.json().path("spec").path("volumeName").asText();
    boolean known =
        volume.isEmpty()
            || reads.knownVolumes(pass.namespace(), pass.objectName()).stream()
                .anyMatch(pv -> pv.getMetadata().getName().equals(volume));
    if (!known) {
      switch (reads.volume(volume)) {
        case Lookup.Found<PersistentVolume> found -> {
          return new Progress.Wait(SOON);
        }
        case Lookup.Unreadable<PersistentVolume> no -> {
          return new Progress.Retry("volume: " + no.message());
        }
        case Lookup.Absent<PersistentVolume> gone -> {}
      }
    }
    return removal.delete(ObjectKind.CLAIM, claim, pass);
  }

  /** A claim goes within a second, unless somebody's finalizer or somebody's pod keeps it. */
  private Progress held(OwnObject claim, Pass pass) {
    return removal.deletedFor(pass).compareTo(LATE) < 0
        ? new Progress.Wait(VOLUME)
        : removal.stuck(
            pass,
            "DataNotDestroyed",
            "claim %s is deleted and still there, kept by its finalizers %s; look for a pod that"
                    .formatted(pass.objectName(), claim.json().path("metadata").path("finalizers"))
                + " mounts it and is not its task's");
  }

  private Progress volumes(Pass pass) {
    for (PersistentVolume known : reads.knownVolumes(pass.namespace(), pass.objectName())) {
      String name = known.getMetadata().getName();
      switch (reads.volume(name)) {
        case Lookup.Absent<PersistentVolume> gone -> {}
        case Lookup.Unreadable<PersistentVolume> no -> {
          return new Progress.Retry("volume: " + no.message());
        }
        case Lookup.Found<PersistentVolume> found -> {
          if (!kept(found.value(), pass)) {
            return left(found.value(), pass);
          }
        }
      }
    }
    return new Progress.Proceed();
  }

  /** The platform allowed, and the task asked, that the volume outlives it. */
  private static boolean kept(PersistentVolume volume, Pass pass) {
    List<Risk> risks = pass.task().getSpec().dangerouslyAllow();
    return retained(volume) && risks != null && risks.contains(Risk.RetainedWorkspace);
  }

  private static boolean retained(PersistentVolume volume) {
    return "Retain".equals(volume.getSpec().getPersistentVolumeReclaimPolicy());
  }

  private Progress left(PersistentVolume volume, Pass pass) {
    String name = volume.getMetadata().getName();
    String phase = volume.getStatus() == null ? "" : volume.getStatus().getPhase();
    if (retained(volume)) {
      return removal.stuck(
          pass,
          "DataNotDestroyed",
          "volume %s has reclaim policy Retain: its data is still there; delete the volume"
              .formatted(name));
    }
    if ("Failed".equals(phase)) {
      return removal.stuck(
          pass,
          "DataNotDestroyed",
          "volume %s could not be deleted: %s".formatted(name, volume.getStatus().getMessage()));
    }
    return removal.deletedFor(pass).compareTo(LATE) < 0
        ? new Progress.Wait(VOLUME)
        : removal.stuck(
            pass,
            "DataNotDestroyed",
            "volume %s is still there (phase %s); its provisioner has not deleted it"
                .formatted(name, phase));
  }
}
