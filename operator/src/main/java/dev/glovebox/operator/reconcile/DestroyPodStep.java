package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ObjectKind;
import java.time.Duration;
import java.time.Instant;

/**
 * The pod goes first, with its own grace period and never by force: a pod that is forced away may
 * still run, unseen.
 */
final class DestroyPodStep implements Step {
  /** How long after the grace period the kubelet is given. */
  private static final Duration UNCONFIRMED = Duration.ofSeconds(30);

  private final ObjectReads reads;
  private final Removal removal;

  DestroyPodStep(ClusterWriter writer, ObjectReads reads, TaskStatus status) {
    this.reads = reads;
    this.removal = new Removal(writer, status);
  }

  @Override
  public Progress run(Pass pass) {
    return switch (reads.object(ObjectKind.POD, pass.namespace(), pass.objectName())) {
      case Lookup.Absent<JsonNode> gone -> new Progress.Proceed();
      case Lookup.Unreadable<JsonNode> no -> new Progress.Retry("pod: " + no.message());
      case Lookup.Found<JsonNode> found -> present(new OwnObject(found.value()), pass);
    };
  }

  private Progress present(OwnObject pod, Pass pass) {
    // A pod on record is this task's, whatever became of its labels since: it was released.
    boolean recorded = pass.recordedPod().filter(pod.uid()::equals).isPresent();
    if (!recorded && !pod.belongsTo(pass.uid())) {
      return new Progress.Proceed();
    }
    if (pod.deletion().isEmpty()) {
      return removal.delete(ObjectKind.POD, pod, pass);
    }
    Instant confirmedBy = pod.deletion().get().plus(UNCONFIRMED);
    Duration left = Duration.between(pass.now(), confirmedBy);
    return left.isPositive()
        ? new Progress.Wait(left)
        : removal.stuck(
            pass,
            "TerminationUnconfirmed",
            "the kubelet has not confirmed that pod %s ended; claim and NetworkPolicy are kept."
                    .formatted(pass.objectName())
                + " If its node is really off, delete the Node or mark it"
                + " node.kubernetes.io/out-of-service");
  }
}
