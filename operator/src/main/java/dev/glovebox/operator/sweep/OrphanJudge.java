package dev.glovebox.operator.sweep;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.sweep.ClaimOrigin;
import dev.glovebox.core.sweep.LabelledObject;
import dev.glovebox.core.sweep.LabelledObject.Kind;
import dev.glovebox.core.sweep.Sweep;
import dev.glovebox.operator.sweep.OrphanReads.NotReadable;
import dev.glovebox.operator.write.ApiServerWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges objects by what the server says of them and around them now. One for each look: tasks are
 * listed once for a namespace, for a UID that is not there never comes.
 */
final class OrphanJudge {
  private final OrphanReads reads;
  private final Duration grace;
  private final Map<String, Set<String>> tasks = new HashMap<>();

  OrphanJudge(OrphanReads reads, Duration grace) {
    this.reads = reads;
    this.grace = grace;
  }

  /**
   * Judges.
   *
   * @param known the object as an informer holds it; only who it is counts
   * @param firstSeen when its task was first found gone
   */
  Sweep.Verdict judge(Kind kind, HasMetadata known, Instant firstSeen, Instant now)
      throws NotReadable {
    String namespace = known.getMetadata().getNamespace();
    Optional<HasMetadata> found =
        reads
            .object(kind, namespace, known.getMetadata().getName())
            .filter(there -> there.getMetadata().getUid().equals(known.getMetadata().getUid()));
    if (found.isEmpty()) {
      return new Sweep.Keep("it is gone");
    }
    var object = LabelledObject.of(kind, found.get());
    Sweep.Task task =
        tasks(namespace).contains(object.taskUid())
            ? new Sweep.Task.Exists()
            : new Sweep.Task.Gone();
    return Sweep.judge(
        object,
        task,
        doubt(found.get()),
        left(kind, namespace, object.taskUid()),
        firstSeen,
        now,
        grace);
  }

  private Set<String> tasks(String namespace) throws NotReadable {
    Set<String> known = tasks.get(namespace);
    if (known == null) {
      known = reads.tasks(namespace);
      tasks.put(namespace, known);
    }
    return known;
  }

  /** Whatever carries the label: the NetworkPolicy selects by it, and by nothing else. */
  private Set<Kind> left(Kind kind, String namespace, String taskUid) throws NotReadable {
    Set<Kind> left = EnumSet.noneOf(Kind.class);
    if (kind != Kind.POD && !reads.labelled(Kind.POD, namespace, taskUid).isEmpty()) {
      left.add(Kind.POD);
    }
    if (kind == Kind.NETWORK_POLICY) {
      for (HasMetadata claim : reads.labelled(Kind.CLAIM, namespace, taskUid)) {
        // One that is never destroyed would keep the policy for ever.
        if (LabelledObject.of(Kind.CLAIM, claim).disagreement().isEmpty()
            && doubt(claim).isEmpty()) {
          left.add(Kind.CLAIM);
        }
      }
    }
    return left;
  }

  private Optional<String> doubt(HasMetadata object) throws NotReadable {
    if (!(object instanceof PersistentVolumeClaim claim)) {
      return Optional.empty();
    }
    String name = claim.getSpec().getVolumeName();
    if (name == null || name.isEmpty()) {
      return ClaimOrigin.doubt(claim, Optional.empty(), ApiServerWriter.FIELD_MANAGER);
    }
    Optional<PersistentVolume> volume = reads.volume(name);
    return volume.isEmpty()
        ? Optional.of("its volume %s does not exist".formatted(name))
        : ClaimOrigin.doubt(claim, volume, ApiServerWriter.FIELD_MANAGER);
  }

  /** UID of the task that an object's label names; empty = none. */
  static String taskUid(HasMetadata object) {
    var labels = object.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(Names.TASK_UID_LABEL, "");
  }
}
