package dev.glovebox.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script's questions on the network, asked by an nc that opens no socket. */
class BatteryControlsTest {
  /**
   * Writes down what it is asked. The servers that answer do so from the second question on (LATE)
   * or never (NEVER); those that are silent take the connection alone; nothing else is there.
   */
  private static final String NC =
      """
      #!/bin/sh
      echo "$*" | head -n 1 | cut -d ' ' -f 1-4 >>asked
      case "$*" in
        *--help*) echo usage >&2 && exit 1 ;;
        *' -l '* | '-l '*) exit 0 ;;
      esac
      port=$4
      shift 5
      case $port in
        7799 | 7795 | 7791)
          if [ "$MODE" = LATE ] && [ -e seen ]; then echo answer | "$@"; else
            : >seen
            echo "nc: Connection refused" >&2
            exit 1
          fi
          ;;
        7798 | 7794 | 7790) "$@" </dev/null ;;
        *) echo "nc: Connection refused" >&2 && exit 1 ;;
      esac
      """;

  private static final String TARGET = "192.0.2.1:80/TCP";

  @TempDir private Path directory;

  @Test
  void aControlThatIsLateIsTriedAgainBeforeAnyTargetIsAsked() throws Exception {
    Findings inside = asked("LATE");
    assertThat(Asked.judge(List.of(TARGET), inside).verdict()).isEqualTo(Verdict.BLOCKED);
    List<String> questions =
        Files.readAllLines(directory.resolve("asked")).stream()
            .filter(line -> line.startsWith("-w"))
            .toList();
    assertThat(questions).hasSizeGreaterThan(4).last().asString().contains("192.0.2.1 80");
    assertThat(questions.subList(0, questions.size() - 1)).allMatch(q -> q.contains("127.0.0.1"));
  }

  @Test
  void aControlThatNeverHoldsShowsNothingAndEndsTheTrying() throws Exception {
    Findings inside = asked("NEVER");
    assertThat(inside.has("end")).isTrue();
    assertThat(Asked.judge(List.of(TARGET), inside).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  private Findings asked(String mode) throws Exception {
    Path nc = Files.writeString(directory.resolve("nc"), NC);
    assertThat(nc.toFile().setExecutable(true)).isTrue();
    var builder =
        new ProcessBuilder("/bin/sh", "-c", script().replace("/tmp/", directory + "/"))
            .directory(directory.toFile())
            .redirectError(directory.resolve("err").toFile())
            .redirectOutput(directory.resolve("out").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                directory + ":" + System.getenv("PATH"),
                "MODE",
                mode,
                "NONCE",
                "nonce",
                "TARGETS",
                TARGET));
    Process shell = builder.start();
    assertThat(shell.waitFor()).isZero();
    return Findings.parse(Files.readString(directory.resolve("out")), "nonce");
  }

  /** What asks, alone: the rest of the script is for a sandbox. */
  private static String script() throws IOException {
    try (InputStream in = VerifyTask.class.getResourceAsStream("battery.sh")) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String say = all.lines().filter(line -> line.startsWith("say() ")).findFirst().orElseThrow();
      return say + "\n" + all.substring(all.indexOf("# What an answer is"));
    }
  }
}
