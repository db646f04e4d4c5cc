package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run image",
        "run --dry-run image",
        "plan -f FILE",
        "plan --offline -f FILE",
        "policy",
        "doctor",
        "verify --image image",
        "list",
        "list -A",
        "logs x",
        "wait x",
        "cancel x",
        "delete x",
        "inspect x"
      })
  void whatCanBeNoNamespaceIsSaidBeforeAnythingIsAsked(String line, @TempDir Path directory)
      throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("task.yaml"),
            "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxTask\nmetadata: {name: a}\nspec: {image: registry.example.com/a:1}\n");
    for (String name : new String[] {"De mo", "", "-a", "a".repeat(64)}) {
      List<String> words =
          new ArrayList<>(List.of(line.replace("FILE", file.toString()).split(" ")));
      words.addAll(1, List.of("-n", name));
      if (!line.contains("--offline")) {
        words.addAll(1, List.of("--kubeconfig", nowhere(directory).toString()));
      }
      err.reset();
      int code = run(words.toArray(String[]::new));
      assertThat(code).as("%s", text(err)).isEqualTo(ExitCode.USAGE);
      assertThat(text(err))
          .startsWith("error: --namespace \"" + name + "\"")
          .contains(
              name.isEmpty()
                  ? ": the name of a namespace is expected; is a variable of the shell empty?"
                  : " is no namespace name: lower-case letters, digits and '-', at most 63")
          .hasLineCount(1);
    }
  }

  /** The control: the longest that can be one. */
  @Test
  void whatCanBeANamespaceIsAskedFor(@TempDir Path directory) throws IOException {
    String config = nowhere(directory).toString();
    assertThat(run("list", "--kubeconfig", config, "-n", "a".repeat(63)))
        .as("%s", text(err))
        .isEqualTo(ExitCode.UNAVAILABLE);
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
