package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Shows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tasks that take all that they can get, two at a time, and one beside them. Each ends by its own
 * limit, and its status says by which.
 */
@OnCluster
class LimitsIT {
  /** Longer than all of them take: it ends by itself. */
  private static final int SIBLING_SECONDS = 100;

  /**
   * The least that is left of its progress. Two processors run the cluster, these tasks and what
   * else there is on the machine; a sibling that shared its limits with a bomb would stand still.
   */
  private static final double LEFT_OF_PROGRESS = 0.34;

  /** A median of fewer seconds is chance. */
  private static final int ENOUGH_SECONDS = 5;

  /**
   * What the node may hold of one task's log, in KiB: of a task limited to 32 MiB that writes 10 MB
   * a second, what it writes in the 100 s that a busy kubelet, which looks every 10 s, may take to
   * evict it. Until its deadline it would write 36 times that.
   */
  private static final long LOGS_KIBIBYTES = 1000 * 1024;

  private static final String MEMORY = "tail /dev/zero";

  /** One process after the other, none of which ends. */
  private static final String FORK = "while :; do sleep 1000 & done";

  private static final String DISK =
      "dd if=/dev/zero of=/workspace/big bs=1M count=64; echo full > /dev/termination-log; exit 9";

  /** The kubelet looks at volumes once a minute. */
  private static final String SCRATCH = "dd if=/dev/zero of=/work/big bs=1M count=100; sleep 300";

  private static final String FILES =
      """
      mkdir /workspace/files; i=0
      while [ $i -lt 10000 ]; do : > /workspace/files/$i; i=$((i + 1)); done
      echo "files $(ls /workspace/files | wc -l)"
      """;

  /** Lines of 100 bytes, 64 KiB at a time, at most 10 MB in a second. */
  private static final String FLOOD =
      """
      block=$(printf '%099d\\n.' 0); block=${block%.}
      while [ ${#block} -lt 65536 ]; do block=$block$block; done
      while :; do
        i=0
        while [ $i -lt 150 ]; do echo -n "$block"; i=$((i + 1)); done
        sleep 1
      done
      """;

  private static final Map<String, SandboxTask> ENDED = new TreeMap<>();
  private static Workplace workplace;
  private static NodeLogs logs;

  @BeforeAll
  static void explode(Cluster cluster) {
    workplace = Workplace.open(cluster, "limits");
    Sibling.create(workplace, "sibling", SIBLING_SECONDS);
    workplace.inPhase("sibling", "Running");
    start("idle", "sleep 12", "cpu: 200m, memory: 64Mi", "");
    ended("idle");
    start(
        "scratch",
        SCRATCH,
        "cpu: 200m, memory: 128Mi, ephemeralStorage: 32Mi",
        "workspace: {type: Ephemeral, size: 16Mi, mountPath: /work}");
    start("memory", MEMORY, "cpu: 200m, memory: 64Mi", "");
    start("fork", FORK, "cpu: 200m, memory: 64Mi", "");
    ended("memory", "fork");
    start("disk", DISK, "cpu: 200m, memory: 64Mi", "workspace: {size: 16Mi}");
    start("files", FILES, "cpu: 400m, memory: 128Mi", "workspace: {size: 64Mi}");
    ended("disk", "files");
    logs = NodeLogs.watch(cluster);
    start("flood", FLOOD, "cpu: 500m, memory: 128Mi, ephemeralStorage: 32Mi", "");
    ended("flood");
    logs.close();
    ended("scratch", "sibling");
  }

  private static void start(String name, String script, String limits, String more) {
    workplace.script(name, script, "resources: {%s}\n%s".formatted(limits, more));
  }

  private static void ended(String... names) {
    for (String name : names) {
      ENDED.put(name, workplace.finished(name));
    }
  }

  @AfterAll
  static void close() {
    workplace.close();
  }

  @Test
  @Shows(Reason.OutOfMemory)
  void aMemoryBombEndsAsOutOfMemory() {
    failed("memory", Reason.OutOfMemory);
  }

  /** Under gVisor it is memory that bounds processes. */
  @Test
  @Shows(Reason.OutOfMemory)
  void aForkBombEndsAsOutOfMemory() {
    failed("fork", Reason.OutOfMemory);
  }

  @Test
  void aTaskThatFillsItsVolumeSeesThatItIsFullAndGoesOn() {
    failed("disk", Reason.ExitNonZero);
    assertThat(ENDED.get("disk").getStatus().exitCode()).isEqualTo(9);
    assertThat(ENDED.get("disk").getStatus().terminationMessage()).contains("full");
    assertThat(workplace.log(ENDED.get("disk"))).contains("No space left");
  }

  @Test
  @Shows(Reason.StorageExceeded)
  void aTaskThatFillsItsScratchSpaceEndsAsStorageExceeded() {
    failed("scratch", Reason.StorageExceeded);
    assertThat(ENDED.get("scratch").getStatus().message()).containsIgnoringCase("usage");
  }

  @Test
  @Tag("local-node")
  @Shows(Reason.StorageExceeded)
  void aLogFloodEndsAsStorageExceededLongBeforeItFillsTheNodeAndGoesWithItsTask() {
    failed("flood", Reason.StorageExceeded);
    assertThat(logs.most()).as("%s", logs).isBetween(32L * 1024, LOGS_KIBIBYTES);
    workplace.delete("flood");
    Awaitility.await("its log is gone")
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> logs.of(ENDED.get("flood")).isEmpty());
  }

  @Test
  void tenThousandFilesSucceedAndAreDestroyed() {
    SandboxTask files = ENDED.get("files");
    assertThat(files.getStatus().phase()).as("%s", files.getStatus()).isEqualTo(Phase.Succeeded);
    assertThat(workplace.log(files)).contains("files 10000");
    workplace.delete("files");
  }

  @Test
  void theTaskBesideThemGoesOnAsBesideAnIdleOne() {
    SandboxTask task = ENDED.get("sibling");
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    assertThat(task.getStatus().exitCode()).isZero();
    Sibling sibling = Sibling.of(workplace, task);
    assertThat(sibling.summary()).contains("longest gap");
    Sibling.Progress idle = sibling.beside(List.of(ENDED.get("idle")));
    Sibling.Progress bombs =
        sibling.beside(
            Stream.of("memory", "fork", "disk", "files", "flood").map(ENDED::get).toList());
    assertThat(List.of(idle, bombs))
        .as("idle, bombs; %s", sibling.summary())
        .allMatch(progress -> progress.seconds() >= ENOUGH_SECONDS && progress.median() > 0);
    assertThat(bombs.median() / idle.median())
        .as("%s beside bombs, %s beside an idle one; %s", bombs, idle, sibling.summary())
        .isGreaterThan(LEFT_OF_PROGRESS);
  }

  private static void failed(String name, Reason reason) {
    SandboxTask task = ENDED.get(name);
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
    assertThat(task.getStatus().reason()).as("%s", task.getStatus()).isEqualTo(reason.name());
    assertThat(task.getStatus().runningTime()).as("%s", task.getStatus()).isNotNull();
  }
}
