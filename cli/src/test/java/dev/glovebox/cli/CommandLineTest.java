package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CommandLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Main.run(
        new Screen(new PrintStream(out, true), new PrintStream(err, true), false, false),
        arguments);
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
  void anUnknownReasonNamesThoseThatThereAre() {
    assertThat(run("explain", "Nonsense")).isEqualTo(ExitCode.USAGE);
    assertThat(text(err)).contains("\"Nonsense\"").contains("NetworkPolicyWidened");
  }

  @Test
  void helpIsAResult() {
    assertThat(run("--help")).isZero();
    assertThat(text(out)).contains("explain");
  }
}
