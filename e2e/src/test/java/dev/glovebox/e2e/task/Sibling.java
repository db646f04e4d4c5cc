package dev.glovebox.e2e.task;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * An ordinary task beside others: ten times a second it does a little work and says so.
 *
 * @param ticks when each line reached the container runtime, by the node's clock
 * @param summary its own last line, with its longest gap
 */
record Sibling(List<Instant> ticks, String summary) {
  /**
   * The clock is /proc/uptime, in hundredths of a second: reading it starts no process, as {@code
   * date} would.
   */
  private static final String SCRIPT =
      """
      now() { read -r up _ < /proc/uptime; t=$(( ${up%.*} * 100 + 1${up#*.} - 100 )); }
      now; end=$((t + SECONDS * 100)) last=$t longest=0 n=0
      while [ "$t" -lt "$end" ]; do
        i=0; while [ $i -lt 200 ]; do i=$((i + 1)); done
        sleep 0.1
        now; gap=$((t - last)) last=$t n=$((n + 1))
        [ $gap -le $longest ] || longest=$gap
        echo "tick $n"
      done
      echo "longest gap $longest hundredths of a second, $n ticks"
      """;

  /** Makes the task, which ends by itself. */
  static void create(Workplace workplace, String name, int seconds) {
    workplace.script(
        name,
        SCRIPT.replace("SECONDS", String.valueOf(seconds)),
        "resources: {cpu: 300m, memory: 128Mi}");
  }

  /** What a task that has ended has said. */
  static Sibling of(Workplace workplace, SandboxTask task) {
    List<String> lines =
        workplace
            .cluster()
            .client()
            .pods()
            .inNamespace(workplace.namespace())
            .withName(task.getStatus().podName())
            .inContainer("task")
            .usingTimestamps()
            .getLog()
            .lines()
            .toList();
    return new Sibling(
        lines.stream()
            .filter(line -> line.contains(" tick "))
            .map(line -> Instant.parse(line.split(" ", 2)[0]))
            .toList(),
        lines.getLast());
  }

  /**
   * Its progress while others ran.
   *
   * @param seconds whole seconds in which at least one of them did
   * @param median ticks in such a second
   */
  record Progress(int seconds, double median) {}

  /** Its progress in the seconds in which the process of one of the others ran. */
  Progress beside(Collection<SandboxTask> others) {
    Map<Long, Long> perSecond =
        ticks.stream()
            .collect(Collectors.groupingBy(Instant::getEpochSecond, Collectors.counting()));
    // A second without a tick counts, as 0. Its own first and last are not whole.
    List<Long> counts =
        others.stream()
            .flatMapToLong(Sibling::seconds)
            .filter(second -> second > ticks.getFirst().getEpochSecond())
            .filter(second -> second < ticks.getLast().getEpochSecond())
            .distinct()
            .mapToObj(second -> perSecond.getOrDefault(second, 0L))
            .sorted()
            .toList();
    return new Progress(counts.size(), counts.isEmpty() ? 0 : counts.get(counts.size() / 2));
  }

  /**
   * From the one in which the kubelet started it up to that in which it ended: whole seconds are
   * all that is told.
   */
  private static LongStream seconds(SandboxTask task) {
    return LongStream.rangeClosed(
        Instant.parse(task.getStatus().runningTime()).getEpochSecond(),
        Instant.parse(task.getStatus().completionTime()).getEpochSecond());
  }
}
