package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Refusal;
import dev.glovebox.core.plan.ReleaseCheck;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.AdmittedObject;
import dev.glovebox.core.verify.Surroundings;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.ReleaseGuard;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Looks once more at everything that the plan counts on, then takes the gate off: this very pod, in
 * the state that was compared, or not at all.
 */
final class ReleaseStep implements Step {
  private final ClusterView view;
  private final ReleaseGuard guard;
  private final ClusterWriter writer;
  private final ReleasedPods releasedPods;
  private final TaskStatus status;
  private final TaskMetrics metrics;

  ReleaseStep(
      ClusterView view,
      ReleaseGuard guard,
      ClusterWriter writer,
      ReleasedPods releasedPods,
      TaskStatus status,
      TaskMetrics metrics) {
    this.view = view;
    this.guard = guard;
    this.releasedPods = releasedPods;
    this.writer = writer;
    this.status = status;
    this.metrics = metrics;
  }

  @Override
  public Progress run(Pass pass) {
    Lookup<SandboxPolicy> policy = view.server().policy(pass.plan().policy().name());
    return switch (view.fresh(pass.plan())) {
      case Lookup.Unreadable<Facts> no -> unread(no.message());
      case Lookup.Absent<Facts> never -> unread("the server says there is nothing");
      case Lookup.Found<Facts> fresh -> {
        List<Refusal> changes = ReleaseCheck.changes(pass.plan(), fresh.value(), policy);
        yield changes.isEmpty() ? release(pass) : Progress.Stop.of(Refusal.of(changes));
      }
    };
  }

  private static Progress unread(String message) {
    return new Progress.Hold(
        new Waiting(Reason.ReadBackFailed, "cannot read what the plan counts on: " + message),
        null);
  }

  /** Takes the gate off. */
  Progress release(Pass pass) {
    // Asked when the plan was made; since then the pod was made, and somebody may have been waited
    // for.
    Optional<String> why = guard.refusesBecause();
    if (why.isPresent()) {
      return PlanStep.nothingIsReleased(why.get());
    }
    // What could not be written or read until now has no wait of its own that would have ended.
    Duration limit = Limits.provision(pass);
    if (!pass.now().isBefore(pass.created().plus(limit))) {
      return Progress.Stop.of(
          Reason.ProvisionTimeout,
          "the pod could not be released until provisionSeconds (%d) was over"
              .formatted(limit.toSeconds()));
    }
    var held = new OwnObject(pass.podObject());
    String record =
        Surroundings.record(
            held.json(), new OwnObject(pass.policyObject()).asPolicy(), pass.plan().runtimeClass());
    return switch (writer.release(
        pass.namespace(), pass.objectName(), held.resourceVersion(), record)) {
      case WriteResult.Done done -> released(done.object(), record, pass);
      // The pod changed since it was compared (a failed test is a 422), or admission refused; the
      // next pass reads it again and tells.
      case WriteResult.Rejected rejected ->
          new Progress.Hold(
              new Waiting(Reason.PodRejected, "release refused: " + rejected.message()), null);
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.NotFound gone -> new Progress.Stale();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
      case WriteResult.Unavailable unavailable ->
          new Progress.Retry("release: " + unavailable.message());
    };
  }

  private Progress released(JsonNode admitted, String record, Pass pass) {
    metrics.createdToReleased(Duration.between(pass.created(), status.now()));
    // Webhooks see updates too.
    List<AdmittedObject.Difference> differences =
        AdmittedObject.released(pass.rendered().pod(), record, admitted);
    pass.pod(new OwnObject(admitted).asPod());
    if (differences.isEmpty()) {
      releasedPods.compared(new OwnObject(admitted).uid());
      return new Progress.Settled();
    }
    return Progress.Stop.of(Reason.AdmissionMutated, Maker.mutated(ObjectKind.POD, differences));
  }
}
