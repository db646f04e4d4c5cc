package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.AdmittedObject;
import dev.glovebox.core.verify.AdmittedObject.Stage;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes an object or finds the one that an earlier pass made, and compares what the server keeps
 * with what was planned.
 */
final class Maker {
  private static final Duration SOON = Duration.ofMillis(100);

  /** More differences than this do not help whoever reads the message. */
  private static final int DIFFERENCES_SHOWN = 5;

  /** The chart's admission policy on what the operator itself makes, as the API server names it. */
  private static final String DEPUTY = "ValidatingAdmissionPolicy 'glovebox-deputy'";

  private final ClusterWriter writer;
  private final ObjectReads reads;

  Maker(ClusterWriter writer, ObjectReads reads) {
    this.writer = writer;
    this.reads = reads;
  }

  /** What came of it. */
  sealed interface Made {}

  /** It is there, and as planned. */
  record There(OwnObject object) implements Made {}

  /** It is not; how to go on. */
  record NotThere(Progress progress) implements Made {}

  /** Creates, or finds its own. */
  Made make(ObjectKind kind, HasMetadata planned, Pass pass) {
    return switch (writer.create(kind, planned)) {
      case WriteResult.Done done -> {
        pass.made(new OwnObject(done.object()).uid());
        yield compared(kind, planned, done.object(), Stage.HELD);
      }
      case WriteResult.AlreadyExists exists -> find(kind, planned, pass);
      case WriteResult.Rejected rejected -> new NotThere(rejection(kind, rejected));
      case WriteResult.NotFound gone ->
          stop(Reason.PodRejected, kind.kind() + ": " + gone.message());
      case WriteResult.Conflict conflict -> new NotThere(new Progress.Wait(SOON));
      case WriteResult.Unavailable unavailable ->
          new NotThere(new Progress.Retry(kind.kind() + ": " + unavailable.message()));
    };
  }

  /** Finds the one that is there; never creates. */
  Made find(ObjectKind kind, HasMetadata planned, Pass pass) {
    String name = planned.getMetadata().getName();
    return switch (reads.object(kind, pass.namespace(), name)) {
      case Lookup.Unreadable<JsonNode> no ->
          new NotThere(new Progress.Retry(kind.kind() + " " + name + ": " + no.message()));
      case Lookup.Absent<JsonNode> gone -> new NotThere(new Progress.Stale());
      case Lookup.Found<JsonNode> found -> judge(kind, planned, new OwnObject(found.value()), pass);
    };
  }

  private Made judge(ObjectKind kind, HasMetadata planned, OwnObject there, Pass pass) {
    String name = planned.getMetadata().getName();
    if (!there.belongsTo(pass.uid())) {
      return stop(
          Reason.ForeignObject,
          "a %s named %s exists and is not this task's; delete it, or give the task another name"
              .formatted(kind.kind(), name));
    }
    if (there.deletion().isPresent()) {
      return new NotThere(new Progress.Wait(SOON));
    }
    String hash = planned.getMetadata().getAnnotations().get(Names.PLAN_HASH_ANNOTATION);
    if (there.planHash().equals(hash)) {
      // A claim that was read again may have been bound; for pod and policy both stages are one.
      Stage stage = kind == ObjectKind.CLAIM ? Stage.RELEASED : Stage.HELD;
      return compared(kind, planned, there.json(), stage);
    }
    if (pass.recordedPod().isPresent()) {
      return stop(
          Reason.ReadBackFailed,
          "the cluster changed between the plan and the release, so the %s is not the one that"
                  .formatted(kind.kind())
              + " would be made now; make the task again");
    }
    // Made for another plan and never released: it goes, and the next pass makes it anew.
    return new NotThere(
        switch (writer.delete(kind, pass.namespace(), name, Precondition.uid(there.uid()))) {
          case WriteResult.Rejected rejected -> new Progress.Retry(rejected.message());
          case WriteResult.Unavailable unavailable -> new Progress.Retry(unavailable.message());
          default -> new Progress.Stale();
        });
  }

  private static Made compared(
      ObjectKind kind, HasMetadata planned, JsonNode admitted, Stage stage) {
    List<AdmittedObject.Difference> differences =
        AdmittedObject.differences(planned, admitted, stage);
    return differences.isEmpty()
        ? new There(new OwnObject(admitted))
        : stop(Reason.AdmissionMutated, mutated(kind, differences));
  }

  /** The first differences, by path. */
  static String mutated(ObjectKind kind, List<AdmittedObject.Difference> differences) {
    String more =
        differences.size() > DIFFERENCES_SHOWN
            ? " (and %d more)".formatted(differences.size() - DIFFERENCES_SHOWN)
            : "";
    return differences.stream()
        .limit(DIFFERENCES_SHOWN)
        .map(AdmittedObject.Difference::toString)
        .collect(
            Collectors.joining(
                "; ", "the admitted %s is not the planned one: ".formatted(kind.kind()), more));
  }

  private static Progress rejection(ObjectKind kind, WriteResult.Rejected rejected) {
    String message = kind.kind() + ": " + rejected.message();
    if (rejected.message().contains("exceeded quota")) {
      return new Progress.Hold(new Waiting(Reason.QuotaExceeded, message), null);
    }
    if (kind == ObjectKind.POD
        && rejected.message().contains("RuntimeClass")
        && rejected.message().contains("not found")) {
      return Progress.Stop.of(Reason.RuntimeClassMissing, message);
    }
    if (rejected.message().contains(DEPUTY)) {
      // What the renderer makes passes this policy, which the API server asks after every webhook.
      return Progress.Stop.of(
          Reason.AdmissionMutated,
          "the admitted %s is not the planned one: %s".formatted(kind.kind(), rejected.message()));
    }
    return Progress.Stop.of(Reason.PodRejected, message);
  }

  private static Made stop(Reason reason, String message) {
    return new NotThere(Progress.Stop.of(reason, message));
  }
}
