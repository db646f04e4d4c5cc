package dev.glovebox.operator.reconcile;

import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.NetworkPolicies;
import dev.glovebox.operator.facts.PolicyWatch;
import dev.glovebox.operator.facts.ReleaseGuard;
import dev.glovebox.operator.observe.TaskEvents;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.StatusWriter;
import dev.glovebox.operator.write.ClusterWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/**
 * Every step, wired.
 *
 * @param release from nothing to a released pod; each step finds what an earlier pass has made
 * @param look finds the recorded pod
 * @param watch what the sandbox rests on is still as it was at the release
 * @param attest a released pod whose task has not started
 * @param run the task's process runs
 * @param end the pod has ended or is gone, and nobody asked for it
 * @param stopping the reason of a stop is recorded
 * @param expire the task has ended
 * @param destroy the task was deleted
 * @param hold what a waiting task does
 * @param stop what a task does that must not go on
 */
record Steps(
    List<Step> release,
    Step look,
    Step watch,
    Step attest,
    Step run,
    Step end,
    Step stopping,
    Step expire,
    List<Step> destroy,
    HoldStep hold,
    Stops stop) {

  static Steps of(
      ClusterView view,
      NetworkPolicies policies,
      PolicyWatch policyWatch,
      ReleaseGuard guard,
      Certifications certifications,
      ObjectReads reads,
      ClusterWriter writer,
      TaskEvents events,
      TaskMetrics metrics,
      Clock clock,
      Supplier<Instant> watchedSince) {
    var status =
        new TaskStatus(new StatusWriter(writer, clock), reads, events, metrics, watchedSince);
    var maker = new Maker(writer, reads);
    var releasedPods = new ReleasedPods(reads);
    var proof =
        new Proof(
            reads, (node, runtimeClass) -> view.certificate(node, runtimeClass), releasedPods);
    var kill = new Kill(reads, writer, metrics);
    var end = new EndStep(reads, status, proof, kill);
    var stopping = new StopStep(writer, status, end);
    return new Steps(
        List.of(
            new PlanStep(view, guard, certifications),
            new AddFinalizerStep(writer),
            new PolicyStep(maker),
            new PodStep(maker),
            ReadBackStep.early(policies),
            new ClaimStep(maker),
            new RecordPodStep(status, metrics),
            // Once more: this is what is true when the gate goes, and the pod is on record.
            ReadBackStep.last(policies, policyWatch),
            new ReleaseStep(view, guard, writer, releasedPods, status, metrics)),
        new LookStep(reads),
        new WatchStep(policyWatch, view, reads, kill),
        new AttestStep(status, releasedPods, proof, new HangDiagnosis(reads)),
        new RunStep(status, proof, metrics),
        end,
        stopping,
        new ExpireStep(writer),
        List.of(
            new DestroyPodStep(writer, reads, status),
            new DestroyVolumeStep(writer, reads, status),
            new DestroyPolicyStep(writer, reads),
            new RemoveFinalizerStep(writer, reads, metrics)),
        new HoldStep(status),
        new Stops(status, proof, new RefuseStep(writer, reads, status), stopping, kill));
  }
}
