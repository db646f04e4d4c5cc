package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.operator.observe.TaskCounts;
import dev.glovebox.operator.observe.TaskEvents;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.StatusDraft;
import dev.glovebox.operator.status.StatusWriter;
import dev.glovebox.operator.write.ObjectKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A cluster with one task in it, and an operator that can be killed. */
final class World {
  final FakeCluster.FakeClock clock = new FakeCluster.FakeClock();
  final FakeCluster cluster = new FakeCluster(clock);
  final FakeKubelet kubelet = new FakeKubelet(cluster, clock);
  final FakeView view = new FakeView(cluster);
  Instant watchedSince = Instant.EPOCH;
  final List<String> lost = new ArrayList<>();
  final List<String> counted = new ArrayList<>();
  final List<Risk> risks = new ArrayList<>();
  final List<Duration> ran = new ArrayList<>();
  final List<Duration> destroyed = new ArrayList<>();
  final List<String> announced = new ArrayList<>();

  /** What the planner says; tests change it. */
  Step plan =
      pass -> {
        // What an informer keeps of a task is not all that a plan is made of.
        assertThat(pass.fresh()).as("planned from the server's task").isTrue();
        if (pass.cancelled()) {
          return Progress.Stop.of(
              dev.glovebox.core.reason.Reason.CancelledBeforeStart, "cancelled");
        }
        pass.plan(Samples.plan(Samples.NODE));
        return new Progress.Proceed();
      };

  /** Why nothing in the cluster may be released; tests change it. */
  Optional<String> unguarded = Optional.empty();

  /** What is found at the release; tests change it. */
  Step releaseCheck = pass -> new Progress.Proceed();

  /** Null = killed after each pass. */
  private Kill stays;

  World() {
    cluster.put(ObjectKind.TASK, Samples.task());
  }

  /** From here on the operator remembers whom it killed, as one does that lives. */
  void operatorStays() {
    stays = new Kill(cluster, cluster, new Metrics());
  }

  /** A new operator each time: nothing may be remembered. */
  private Walk operator() {
    var metrics = new Metrics();
    var status =
        new TaskStatus(
            new StatusWriter(cluster, clock), cluster, new Told(), metrics, () -> watchedSince);
    var maker = new Maker(cluster, cluster);
    var releasedPods = new ReleasedPods(cluster);
    var proof = new Proof(cluster, (node, runtimeClass) -> Optional.empty(), releasedPods);
    var kill = stays == null ? new Kill(cluster, cluster, metrics) : stays;
    var end = new EndStep(cluster, status, proof, kill);
    var stopping = new StopStep(cluster, status, end);
    var release = new ReleaseStep(null, () -> unguarded, cluster, releasedPods, status, metrics);
    var steps =
        new Steps(
            List.of(
                pass -> plan.run(pass),
                new AddFinalizerStep(cluster),
                new PolicyStep(maker),
                new PodStep(maker),
                ReadBackStep.early(cluster),
                new ClaimStep(maker),
                new RecordPodStep(status, metrics),
                ReadBackStep.last(cluster, view),
                pass -> releaseCheck.run(pass),
                release::release),
            new LookStep(cluster),
            new WatchStep(view, view, cluster, kill),
            new AttestStep(status, releasedPods, proof, new HangDiagnosis(cluster)),
            new RunStep(status, proof, metrics),
            end,
            stopping,
            new ExpireStep(cluster),
            List.of(
                new DestroyPodStep(cluster, cluster, status),
                new DestroyVolumeStep(cluster, cluster, status),
                new DestroyPolicyStep(cluster, cluster),
                new RemoveFinalizerStep(cluster, cluster, metrics)),
            new HoldStep(status),
            new Stops(status, proof, new RefuseStep(cluster, cluster, status), stopping, kill));
    return new Walk(cluster, steps, metrics, clock);
  }

  /** One pass of a fresh operator over the task as it is. */
  Progress pass() {
    return operator().advance(Stripped.task(cluster.task()));
  }

  /** One pass over the task as an informer that is behind sees it. */
  Progress passWith(SandboxTask stale) {
    return operator().advance(stale);
  }

  /** One pass over the deleted task. */
  Progress destroy() {
    return operator().destroy(Stripped.task(cluster.task()));
  }

  /** Writes the last status of the task as it is. */
  void settle(StatusDraft draft) {
    new TaskStatus(
            new StatusWriter(cluster, clock),
            cluster,
            new Told(),
            new Metrics(),
            () -> watchedSince)
        .settle(new Pass(cluster.task(), true, clock.instant()), draft);
  }

  void cancel() {
    SandboxTask task = cluster.task();
    task.setSpec(Samples.spec(DesiredState.Cancelled));
    task.getMetadata().setGeneration(2L);
    cluster.put(ObjectKind.TASK, task);
  }

  void planned(Plan other) {
    plan =
        pass -> {
          assertThat(pass.fresh()).as("planned from the server's task").isTrue();
          pass.plan(other);
          return new Progress.Proceed();
        };
  }

  SandboxTaskStatus status() {
    return cluster.task().getStatus();
  }

  Phase phase() {
    return status() == null ? null : status().phase();
  }

  /** How it ended, in one line. */
  String end() {
    return status().phase() + "/" + status().reason();
  }

  /** From nothing to a task that runs. */
  World started() {
    pass();
    kubelet.running();
    pass();
    return this;
  }

  private final class Told implements TaskEvents {
    @Override
    public void normal(SandboxTask task, String reason, String message) {
      announced.add("Normal " + reason);
    }

    @Override
    public void warning(SandboxTask task, String reason, String message) {
      announced.add("Warning " + reason);
    }
  }

  private final class Metrics implements TaskMetrics {
    @Override
    public void ended(Phase phase, String reason) {
      counted.add(phase + " " + reason);
    }

    @Override
    public void riskTaken(Risk risk) {
      risks.add(risk);
    }

    @Override
    public void isolationLost(String what) {
      lost.add(what);
    }

    @Override
    public void step(String step, Duration took) {}

    @Override
    public void apiWrite(String kind, String verb, String outcome) {}

    @Override
    public void createdToReleased(Duration took) {}

    @Override
    public void provedToRunning(Duration took) {}

    @Override
    public void ran(Duration took) {
      ran.add(took);
    }

    @Override
    public void destroyed(Duration took) {
      destroyed.add(took);
    }

    @Override
    public void show(TaskCounts counts) {}
  }
}
