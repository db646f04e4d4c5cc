package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * {@code run}, {@code logs}, {@code wait}, {@code cancel}, {@code delete}, {@code list}, as a
 * person uses them.
 */
@OnCluster
class RunCommandIT {
  private static Workplace workplace;
  private static Plugin plugin;

  @BeforeAll
  static void open(Cluster cluster) {
    workplace = Workplace.open(cluster, "cli-run");
    plugin = Plugin.of(cluster);
  }

  @AfterAll
  static void close() {
    workplace.close();
  }

  /** {@code run} with these flags and this script, in a small sandbox. */
  private static String[] run(String script, String... flags) {
    var line = new ArrayList<>(List.of("run", "-n", workplace.namespace()));
    line.addAll(List.of("--cpu", "200m", "--memory", "128Mi", "--provision-timeout", "2m"));
    line.addAll(List.of(flags));
    line.addAll(List.of(workplace.busybox(), "--", "sh", "-c", script));
    return line.toArray(String[]::new);
  }

  private static Plugin.Result plugin(String... arguments) {
    var line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("-n", workplace.namespace()));
    return plugin.run(line.toArray(String[]::new));
  }

  /** Task, pod, volume and network policy: of none of them anything is left. */
  private static void nothingIsLeftOf(String name) {
    assertThat(workplace.task(name)).isNull();
    for (String kind : List.of("pods", "persistentvolumeclaims", "networkpolicies")) {
      assertThat(
              workplace
                  .cluster()
                  .kubectl("-n", workplace.namespace(), "get", kind, "-o", "name")
                  .succeed())
          .doesNotContain("/gbx-" + name + "-");
    }
  }

  @Test
  void theExitCodeIsTheTasksAndItsOutputAloneIsOnStandardOutput() {
    Plugin.Result result =
        plugin.run(
            run(
                "printf 'a\\033[31mb\\033]0;owned\\007c\\rd\\n'; head -c 40000 /dev/zero | tr '\\0' x; exit 7",
                "--name",
                "seven",
                "--workspace",
                "16Mi"));

    assertThat(result.exitCode()).as(result.err()).isEqualTo(7);
    assertThat(result.out()).isEqualTo("abc\nd\n" + "x".repeat(40_000));
    assertThat(result.err())
        .contains("Proved, from inside the sandbox", "-gvisor inside", "forbidden targets")
        .contains("Failed: ExitNonZero")
        .endsWith("Destroyed, with everything of it\n")
        .doesNotContain("\r", "\033");
    nothingIsLeftOf("seven");
  }

  @Test
  void aRefusedTaskNeverRunsAndEndsWith125() {
    Plugin.Result result =
        plugin.run(run("echo ran", "--name", "refused", "--runtime", "kata", "--keep"));

    assertThat(result.exitCode()).as(result.err()).isEqualTo(125);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("Refused: RuntimeClassMissing", "What to do: ", "Kept.");

    Plugin.Result logs = plugin("logs", "refused");
    assertThat(logs.exitCode()).isEqualTo(1);
    assertThat(logs.err()).contains("never ran").hasLineCount(1);
    Plugin.Result never = plugin("wait", "--for", "Succeeded", "refused");
    assertThat(never.exitCode()).isEqualTo(1);
    assertThat(never.err()).contains("will never be Succeeded");
  }

  @Test
  void whatTheApiServerDoesNotTakeIsNoTask() {
    Plugin.Result result = plugin.run(run("true", "--name", "never", "--allow", "127.0.0.1:80"));
    assertThat(result.exitCode()).isEqualTo(64);
    assertThat(result.err())
        .startsWith("error: --allow: ")
        .contains("127.0.0.1/32", "Nothing was made")
        .hasLineCount(1);
    nothingIsLeftOf("never");
  }

  @Test
  void aDryRunIsCheckedByTheClusterAndMakesNothing() {
    String yaml = plugin.run(run("true", "--name", "dry", "--dry-run")).succeed();
    assertThat(yaml).contains("kind: \"SandboxTask\"", "name: \"dry\"");
    Plugin.Result wrong =
        plugin.run(run("true", "--name", "dry", "--dry-run", "--workdir", "/proc"));
    assertThat(wrong.exitCode()).isEqualTo(64);
    assertThat(wrong.err()).contains("--workdir");
    assertThat(workplace.task("dry")).isNull();
  }

  @Test
  void ctrlCCancelsShowsTheLastWordsAndLeavesNothing() {
    String script = "trap 'echo told to stop; exit 3' TERM; echo begun; sleep 600 & wait";
    try (Terminal terminal =
        plugin.inTerminal(
            run(script, "--name", "stopped", "--workspace", "none", "--grace-period", "20s"))) {
      terminal.await("the task has begun", shown -> shown.contains("begun\r\n"));
      terminal.type(Terminal.CTRL_C);

      assertThat(terminal.ended()).as(terminal.shown()).isEqualTo(130);
      assertThat(terminal.shown())
          .contains("\r\033[K") // the line of what it waits for was rewritten
          .containsSubsequence(
              "Proved, from inside",
              "begun",
              "Cancelling and deleting stopped",
              "told to stop",
              "Failed: Cancelled",
              "Destroyed, with everything of it");
    }
    nothingIsLeftOf("stopped");
  }

  @Test
  void aSecondCtrlCLeavesAtOnceAndSaysWhatIsLeft() {
    String script = "trap 'sleep 20' TERM; echo begun; sleep 600 & wait; wait";
    try (Terminal terminal =
        plugin.inTerminal(
            run(script, "--name", "stubborn", "--workspace", "none", "--grace-period", "30s"))) {
      terminal.await("the task has begun", shown -> shown.contains("begun\r\n"));
      terminal.type(Terminal.CTRL_C);
      terminal.await("it is told to end", shown -> shown.contains("Ctrl-C again leaves at once"));
      long told = System.nanoTime();
      terminal.await( // what comes within a second of the first counts as one with it
          "a second is over", shown -> System.nanoTime() - told > 1_100_000_000L);
      terminal.type(Terminal.CTRL_C);

      assertThat(terminal.ended()).as(terminal.shown()).isEqualTo(130);
      assertThat(terminal.shown())
          .contains("Left. Task stubborn")
          .contains("kubectl glovebox delete --ignore-not-found stubborn -n");
    }
    SandboxTask left = workplace.task("stubborn");
    assertThat(left).as("the message is true").isNotNull();
    plugin("delete", "--ignore-not-found", "--wait=false", "stubborn").succeed();
    SandboxTask deleted = workplace.task("stubborn");
    assertThat(deleted == null || deleted.getMetadata().getDeletionTimestamp() != null).isTrue();
  }

  @Test
  void detachWaitLogsListAndDelete() {
    assertThat(
            plugin
                .run(
                    run(
                        "echo one; sleep 2; printf '\\033[1mtwo'",
                        "--detach",
                        "--name",
                        "apart",
                        "--workspace",
                        "none",
                        "--label",
                        "group=apart"))
                .succeed())
        .isEqualTo("sandboxtask.glovebox.dev/apart created\n");

    // Follows from before the start to the end.
    assertThat(plugin("logs", "-f", "apart").succeed()).isEqualTo("one\ntwo");
    assertThat(plugin("wait", "--timeout", "90s", "-l", "group=apart").succeed())
        .isEqualTo("sandboxtask.glovebox.dev/apart condition met\n");
    assertThat(plugin("logs", "--raw", "apart").succeed()).isEqualTo("one\n\033[1mtwo");
    assertThat(plugin("list", "-l", "group=apart").succeed().lines().toList())
        .hasSize(2)
        .last()
        .asString()
        .matches("apart +Succeeded +gvisor +0 +\\d+s");
    assertThat(plugin("list", "-l", "group=apart", "-o", "json").succeed())
        .contains("\"kind\" : \"List\"", "\"phase\" : \"Succeeded\"");
    assertThat(plugin("cancel", "apart").succeed()).contains("has ended: Succeeded");
    Plugin.Result again = plugin.run(run("true", "--name", "apart"));
    assertThat(again.exitCode()).isEqualTo(125);
    assertThat(again.err()).contains("already; choose another --name").hasLineCount(1);
    Plugin.Result badSelector = plugin("list", "-l", "a=(");
    assertThat(badSelector.exitCode()).isEqualTo(64);
    assertThat(badSelector.err()).contains("-l a=(: ");
    assertThat(plugin("delete", "-l", "group=none").err()).startsWith("no task in namespace ");

    assertThat(plugin("delete", "apart").succeed()).contains("\"apart\" deleted");
    nothingIsLeftOf("apart");
    assertThat(plugin("wait", "--for", "Destroyed", "apart").exitCode()).isZero();
    assertThat(plugin("logs", "apart").exitCode()).isEqualTo(1);
  }
}
