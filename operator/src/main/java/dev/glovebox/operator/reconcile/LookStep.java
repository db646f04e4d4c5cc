package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.verify.HeldPod;
import dev.glovebox.operator.write.ObjectKind;
import java.util.Optional;

/**
 * Finds the recorded pod. The informer may say that it is there; only the server may say that it is
 * gone, or still held: an informer that is behind shows a released pod as held, and to release it a
 * second time would look like somebody else's change.
 */
final class LookStep implements Step {
  private final ObjectReads reads;

  LookStep(ObjectReads reads) {
    this.reads = reads;
  }

  @Override
  public Progress run(Pass pass) {
    String uid = pass.recordedPod().orElseThrow();
    Optional<ObjectReads.SeenPod> known =
        reads
            .knownPod(pass.namespace(), pass.objectName())
            .filter(seen -> seen.pod().getMetadata().getUid().equals(uid))
            .filter(seen -> seen.pod().getSpec().getSchedulingGates().isEmpty());
    if (known.isPresent()) {
      pass.pod(known.get().pod());
      pass.podChanges(known.get().changes());
      return new Progress.Proceed();
    }
    return switch (reads.object(ObjectKind.POD, pass.namespace(), pass.objectName())) {
      case Lookup.Unreadable<JsonNode> no -> new Progress.Retry("pod: " + no.message());
      case Lookup.Absent<JsonNode> gone -> found(null, pass);
      case Lookup.Found<JsonNode> found -> {
        var there = new OwnObject(found.value());
        yield found(there.uid().equals(uid) ? there : null, pass);
      }
    };
  }

  private static Progress found(OwnObject pod, Pass pass) {
    pass.pod(pod == null ? null : pod.asPod());
    // A held pod has not been recorded yet, and is compared with the plan.
    if (pod != null && !pod.isHeld()) {
      pass.podChanges(HeldPod.changes(pod.json()));
    }
    return new Progress.Proceed();
  }
}
