package dev.glovebox.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** Tasks of one namespace, one at a time: undisturbed ones, and ones whose operator dies. */
final class Deaths implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String RELEASE = "patch pods";

  private final Lives lives;
  private final Workplace workplace;
  private final TaskWrites writes;
  private List<String> toEnd;
  private List<String> toDestroy;
  private EndState undisturbed;

  /** They have ended, and wait for their destruction. */
  private final Deque<SandboxTask> ended = new ArrayDeque<>();

  private int tasks;

  /** Takes the operator's place. */
  Deaths(Cluster cluster) {
    this.lives = Lives.open(cluster, "crash-points");
    this.workplace = lives.workplace();
    this.writes = new TaskWrites(workplace.namespace(), lives.replicas()::killLeader);
  }

  /** Starts the first operator, and lets a task live and go undisturbed. */
  void begin() {
    lives.begin(1);
    lives.proxy().fault(writes);
    writes.begin();
    SandboxTask task = ended(create());
    toEnd = writes.seen();
    undisturbed = EndState.of(workplace, task);
    assertThat(undisturbed.watchInterrupted()).as("%s", task.getStatus()).isFalse();
    assertStartedOnce(task);
    String volume = workplace.volume(task);
    writes.begin();
    workplace.delete(task.getMetadata().getName());
    toDestroy = writes.seen();
    Lives.assertNothingIsLeft(workplace, task, volume);
  }

  /** Writes of an undisturbed task until it has ended. */
  List<String> toEnd() {
    return toEnd;
  }

  /** Writes of an undisturbed destruction. */
  List<String> toDestroy() {
    return toDestroy;
  }

  /** The operator dies before the task has ended; who takes over ends it as if nothing had been. */
  void untilEnded(Point point) {
    lives.replicas().await(1);
    writes.begin(point);
    String name = create();
    Instant death = writes.death();
    lives.replicas().startAgain();
    SandboxTask task = ended(name);
    EndState state = EndState.of(workplace, task);
    assertThat(state.text()).isEqualTo(undisturbed.text());
    assertThat(state.watchInterrupted())
        .as(
            "whether nobody watched it for a while, died %s: %s%n%s",
            death, task.getStatus(), lives.replicas().ofWatches())
        .isIn(interruption(point, task, death));
    assertStartedOnce(task);
    ended.add(task);
  }

  /** What may be true: both, when the new operator may have been there before the process was. */
  private List<Boolean> interruption(Point point, SandboxTask task, Instant death) {
    int after = point.side() == Point.Side.AFTER ? 1 : 0;
    int done = Point.each(point.side(), toEnd).indexOf(point) + after;
    if (done == toEnd.size() || done <= toEnd.indexOf(RELEASE)) {
      return List.of(false);
    }
    boolean ran =
        Instant.parse(task.getStatus().runningTime())
            .isBefore(death.truncatedTo(ChronoUnit.SECONDS));
    return ran ? List.of(true) : List.of(true, false);
  }

  /** The operator dies while it destroys a task; who takes over leaves nothing of it. */
  void toDestroy(Point point) {
    lives.replicas().await(1);
    writes.begin();
    SandboxTask task = ended.isEmpty() ? ended(create()) : ended.remove();
    String name = task.getMetadata().getName();
    String volume = workplace.volume(task);
    writes.begin(point);
    workplace.handle(name).delete();
    writes.death();
    lives.replicas().startAgain();
    awaitGone(name);
    Lives.assertNothingIsLeft(workplace, task, volume);
  }

  /** Destroys every task that is left, undisturbed. */
  void destroyTheRest() {
    lives.replicas().await(1);
    writes.begin();
    Map<SandboxTask, String> volumes = new LinkedHashMap<>();
    ended.forEach(task -> volumes.put(task, workplace.volume(task)));
    ended.forEach(task -> workplace.handle(task.getMetadata().getName()).delete());
    ended.forEach(task -> awaitGone(task.getMetadata().getName()));
    volumes.forEach((task, volume) -> Lives.assertNothingIsLeft(workplace, task, volume));
    ended.clear();
  }

  /** By the server's word: what was made, and how often. */
  void assertEachWasMadeOnce() {
    List<AuditLog.Request> done =
        new AuditLog(workplace.cluster().localNode().auditLog())
            .writesBy(Lives.OPERATOR).stream()
                .filter(request -> request.namespace().equals(workplace.namespace()))
                .filter(request -> request.code() < 300)
                .toList();
    for (String resource : List.of("networkpolicies", "pods", "persistentvolumeclaims")) {
      var made =
          done.stream()
              .filter(r -> r.verb().equals("create") && r.resource().equals(resource))
              .map(AuditLog.Request::name)
              .toList();
      assertThat(made).as("%s", resource).isNotEmpty().doesNotHaveDuplicates().doesNotContain("");
    }
  }

  private void awaitGone(String name) {
    Awaitility.await(name + " is gone")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> workplace.task(name) == null);
  }

  /** By the process's own word on its volume, and by its last word. */
  private void assertStartedOnce(SandboxTask task) {
    Lives.assertStartedOnce(workplace, task);
    assertThat(task.getStatus().terminationMessage())
        .as("starts as the process saw them: %s", task.getStatus())
        .isEqualTo("start\n");
  }

  private String create() {
    String name = "mortal-" + ++tasks;
    Lives.create(workplace, name);
    return name;
  }

  private SandboxTask ended(String name) {
    SandboxTask task = workplace.finished(name);
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    return task;
  }

  @Override
  public void close() {
    lives.close();
  }
}
