package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How runs end, what is said of it, and that pod and log are kept. All tasks run at the same time;
 * each test waits for one.
 */
@OnCluster
class OutcomeIT {
  private static final String SMALL = "resources: {cpu: 100m, memory: 64Mi}\n";
  private static final String SLEEP = "echo started; sleep 300";

  private static Endings endings;
  private static Workplace tasks;

  @BeforeAll
  static void startAllTasks(Cluster cluster) {
    endings = Endings.from(cluster);
    tasks = Workplace.open(cluster, "outcome");
    tasks.script("exit-0", "echo done", SMALL);
    tasks.script("exit-1", "exit 1", SMALL);
    tasks.script("exit-3", "exit 3", SMALL);
    tasks.script("exit-126", "echo > /workspace/file; /workspace/file", SMALL);
    tasks.script("exit-127", "no-such-program", SMALL);
    tasks.script("exit-137", "sleep 60 & kill -9 $!; wait $!; exit $?", SMALL);
    tasks.script(
        "words",
        """
        { head -c 3000 /dev/zero | tr '\\0' x; printf '\\033[31mred\\342\\200\\256'; head -c 4000 /dev/zero | tr '\\0' y; } > /dev/termination-log
        exit 4
        """,
        SMALL);
    tasks.create(
        "no-program", "image: %s\ncommand: [/bin/no-such]\n%s".formatted(tasks.busybox(), SMALL));
    tasks.script("memory", "tail /dev/zero", "resources: {cpu: 400m, memory: 64Mi}");
    tasks.script(
        "disk",
        "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; sleep 300",
        "resources: {cpu: 200m, memory: 64Mi, ephemeralStorage: 16Mi}");
    tasks.script("deadline", SLEEP, SMALL + "timeouts: {runSeconds: 3}");
    tasks.script("cancelled", SLEEP, SMALL);
    tasks.script("evicted", SLEEP, SMALL);
  }

  @AfterAll
  static void close() {
    tasks.close();
  }

  @Test
  void exitCodeZeroSucceeds() {
    var status = tasks.finished("exit-0").getStatus();
    assertThat(status.phase()).as("%s", status).isEqualTo(Phase.Succeeded);
    assertThat(status.exitCode()).isZero();
    assertThat(status.reason()).isNullOrEmpty();
  }

  /**
   * The shell says 126 of what it may not run, 127 of what it does not find, and 137 of what was
   * killed.
   */
  @ParameterizedTest
  @CsvSource({"exit-1, 1", "exit-3, 3", "exit-126, 126", "exit-127, 127", "exit-137, 137"})
  @Shows(Reason.ExitNonZero)
  void anotherExitCodeFails(String name, int exitCode) {
    SandboxTask task =
        endings
            .of(tasks, name)
            .is(Reason.ExitNonZero)
            .asInTheExample()
            .saying("exit code " + exitCode)
            .task();
    assertThat(task.getStatus().exitCode()).isEqualTo(exitCode);
    assertThat(tasks.pod(task)).as("the pod is kept").isNotNull();
  }

  /** The kubelet keeps the last 4,096 bytes; made visible, they are more, and cut again. */
  @Test
  void lastWordsAreCutAndWhatATerminalWouldObeyIsMadeVisible() {
    var status = endings.of(tasks, "words").is(Reason.ExitNonZero).task().getStatus();

    assertThat(status.exitCode()).isEqualTo(4);
    assertThat(status.terminationMessage())
        .contains("xx\\x1B[31mred\\u{202E}yy")
        .doesNotContain("\u001B", "\u202E")
        .endsWith("y…");
    assertThat(status.terminationMessage().getBytes(StandardCharsets.UTF_8))
        .hasSizeBetween(4090, 4096);
  }

  @Test
  @Shows(Reason.StartError)
  void aCommandThatIsNotThereIsAStartError() {
    var status =
        endings
            .of(tasks, "no-program")
            .is(Reason.StartError)
            .asInTheExample()
            .saying("/bin/no-such")
            .task()
            .getStatus();
    assertThat(status.exitCode()).as("nothing ran that could have one: %s", status).isNull();
  }

  @Test
  @Shows(Reason.OutOfMemory)
  void moreMemoryThanTheLimitIsOutOfMemory() {
    var status =
        endings.of(tasks, "memory").is(Reason.OutOfMemory).asInTheExample().task().getStatus();
    // gVisor's, or Kata's and runc's.
    assertThat(status.exitCode()).isIn(128, 137);
  }

  @Test
  @Shows(Reason.StorageExceeded)
  void moreLogThanTheStorageLimitIsStorageExceededInTheKubeletsWords() {
    endings.of(tasks, "disk").is(Reason.StorageExceeded).asInTheExample().saying("16Mi");
  }

  @Test
  @Shows(Reason.DeadlineExceeded)
  void aTaskThatRunsTooLongIsStoppedAndKeepsItsPodAndItsLog() {
    var ending = endings.of(tasks, "deadline").is(Reason.DeadlineExceeded).asInTheExample();
    ending.saying("timeouts.runSeconds (3)");
    assertThat(tasks.log(ending.task())).contains("started");
  }

  @Test
  @Shows(Reason.Cancelled)
  void aCancelledTaskIsStoppedAndKeepsItsPodAndItsLog() {
    tasks.inPhase("cancelled", "Running");
    tasks
        .cluster()
        .kubectl(
            "-n",
            tasks.namespace(),
            "patch",
            "sandboxtask",
            "cancelled",
            "--type=merge",
            "-p",
            "{\"spec\":{\"desiredState\":\"Cancelled\"}}")
        .succeed();

    var ending = endings.of(tasks, "cancelled").is(Reason.Cancelled).asInTheExample();
    assertThat(tasks.log(ending.task())).contains("started");
  }

  /** Through the Eviction API, by one of the cluster's own controllers: others may not. */
  @Test
  @Shows(Reason.Evicted)
  void anEvictedPodIsRecordedAsSuch() {
    SandboxTask running = tasks.inPhase("evicted", "Running");
    var controller =
        new ConfigBuilder(tasks.cluster().client().getConfiguration())
            .withImpersonateUsername("system:kube-controller-manager")
            .withImpersonateGroups("system:masters")
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(controller).build()) {
      var pods = client.pods().inNamespace(tasks.namespace());
      assertThat(pods.withName(running.getStatus().podName()).evict()).isTrue();
    }

    endings.of(tasks, "evicted").is(Reason.Evicted).asInTheExample().saying("Eviction API");
  }
}
