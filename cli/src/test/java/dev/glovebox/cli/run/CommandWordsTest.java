package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class CommandWordsTest {
  @SuppressWarnings("UnusedVariable") // the parser writes them
  @Command(name = "run", preprocessor = CommandWords.class)
  private static final class Running {
    @Mixin private TaskSource source;

    @Option(names = {"-d", "--detach"})
    boolean detach;

    @Option(names = {"-n", "--namespace"})
    String namespace;
  }

  private static void parse(String line) {
    new CommandLine(new Running()).parseArgs(line.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "IMAGE cmd -x | run IMAGE -- cmd -x",
        "IMAGE ls -d /tmp | run IMAGE -- ls -d /tmp",
        "-dn agents --cpu 1 IMAGE ls -la | run -dn agents --cpu 1 IMAGE -- ls -la",
        "-nagents --cpu=1 IMAGE cmd --help | run -nagents --cpu=1 IMAGE -- cmd --help",
        "IMAGE -e A=$B sh -c it's | run IMAGE -e 'A=$B' -- sh -c 'it'\\''s'",
      })
  void aFlagBehindTheCommandIsAnsweredWithTheRightLine(String line, String right) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("behind the task's command")
        .hasMessageContaining("kubectl glovebox " + right);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "IMAGE -- cmd -x",
        "IMAGE cmd argument",
        "-d IMAGE --cpu 1 -- ls -d",
        "-n agents IMAGE cmd -- -x",
        "--env -x IMAGE cmd",
        "IMAGE cmd -"
      })
  void whatIsPlainIsLeftToTheParser(String line) {
    parse(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-i", "-t", "-it", "-ti", "--stdin", "--tty", "--interactive=true"})
  void aTaskHasNoStandardInput(String flag) {
    assertThatThrownBy(() -> parse(flag + " IMAGE -- sh"))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith(flag + ": a task has no standard input")
        .hasMessageContaining("--env");
    assertThatThrownBy(() -> parse("IMAGE " + flag))
        .hasMessageStartingWith(flag + ": a task has no standard input");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--foo IMAGE", "-x IMAGE"})
  void anUnknownFlagBeforeTheCommandStaysOne(String line) {
    assertThatThrownBy(() -> parse(line)).hasMessageContaining("Unknown option");
  }
}
