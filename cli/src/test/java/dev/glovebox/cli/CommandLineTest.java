package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Main.run(screen(), arguments);
  }

  private Screen screen() {
    return new Screen(new PrintStream(out, true), new PrintStream(err, true), false, false);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsAskedForGoesToStandardOutput() {
    assertThat(run("explain", "networkpolicywidened")).isZero();
    assertThat(text(out)).startsWith("NetworkPolicyWidened");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void anUnknownCommandIsOneErrorWithWhereToLook() {
    assertThat(run("explian")).isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).startsWith("error: ").contains("--help");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void anUnknownReasonNamesThoseThatMayBeMeant() {
    assertThat(run("explain", "NetworkPolicyWidend")).isEqualTo(ExitCode.USAGE);
    assertThat(text(err))
        .contains("\"NetworkPolicyWidend\"")
        .contains("did you mean NetworkPolicyWidened?")
        .hasLineCount(1);
  }

  @Test
  void aTaskWithoutANameIsNotLookedFor() {
    for (String empty : new String[] {"", "sandboxtask/"}) {
      err.reset();
      assertThat(run("inspect", empty)).isEqualTo(ExitCode.USAGE);
      assertThat(text(err)).startsWith("error: TASK \"" + empty + "\": ").hasLineCount(1);
    }
  }

  @Test
  void withoutTheParserTheSameIsSaid() {
    run("explain", "outofmemory");
    String parsed = text(out);
    out.reset();

    assertThat(ExplainCommand.atOnce(screen(), "explain", "outofmemory")).isTrue();
    assertThat(text(out)).isEqualTo(parsed).startsWith("OutOfMemory");
  }

  @Test
  void whatIsNotUnderstoodWithoutTheParserIsLeftToIt() {
    assertThat(ExplainCommand.atOnce(screen(), "explain", "--help")).isFalse();
    assertThat(ExplainCommand.atOnce(screen(), "explain", "Nonsense")).isFalse();
    assertThat(ExplainCommand.atOnce(screen(), "explain")).isFalse();
    assertThat(ExplainCommand.atOnce(screen(), "list", "OutOfMemory")).isFalse();
    assertThat(text(out) + text(err)).isEmpty();
  }

  @Test
  void helpIsAResult() {
    assertThat(run("--help")).isZero();
    assertThat(text(out)).contains("explain");
  }

  @Test
  void aKubeconfigThatCannotBeUnderstoodIsOneLine(@TempDir Path directory) throws IOException {
    Path broken = Files.writeString(directory.resolve("kubeconfig"), "clusters: [{name: a, b");
    assertThat(run("list", "--kubeconfig", broken.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(text(err))
        .startsWith("error: kubeconfig " + broken + " cannot be understood: line 1: ")
        .hasLineCount(1);
  }

  @Test
  void aWordThatBeginsWithAnAtSignIsTheTasksOwnAndNoFileIsRead(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("data"), "--no-such-flag");
    Path nowhere = nowhere(directory);
    assertThat(
            run(
                "run",
                "--kubeconfig",
                nowhere.toString(),
                "--dry-run",
                "registry.example.com/a:1",
                "--",
                "curl",
                "-d",
                "@" + file))
        .as("%s", text(err))
        .isZero();
    assertThat(text(out)).contains("@" + file).doesNotContain("no-such-flag");
  }

  @Test
  void anApiServerThatIsNotThereIsOneLineAndAnExitCodeOfItsOwn(@TempDir Path directory)
      throws IOException {
    assertThat(run("list", "--kubeconfig", nowhere(directory).toString()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(text(err))
        .startsWith(
            "error: the API server http://127.0.0.1:1 (context \"a\" of %s) cannot be reached: connection refused"
                .formatted(directory.resolve("kubeconfig")))
        .hasLineCount(1);
  }

  @Test
  void aRunWithoutAConnectionMadeNothingAndSaysSo(@TempDir Path directory) throws IOException {
    assertThat(run("run", "--kubeconfig", nowhere(directory).toString(), "image"))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(text(err))
        .contains("connection refused", "Nothing was made")
        .doesNotContain("not known")
        .hasLineCount(1);
  }

  @Test
  void theUsageOfRunShowsWhereTheCommandStands() {
    run("run", "--help");
    assertThat(text(out)).contains("IMAGE [[--] COMMAND...]");
    assertThat(run("run", "image", "cmd", "-x")).isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).contains("kubectl glovebox run image -- cmd -x");
  }

  /** A kubeconfig of a port where nobody listens. */
  private static Path nowhere(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("kubeconfig"),
        """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
            contexts: [{name: a, context: {cluster: a, user: a}}]
            users: [{name: a, user: {}}]
            current-context: a
            """);
  }
}
