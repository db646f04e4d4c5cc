package dev.glovebox.cli.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class CandidatesTest {
  enum Colour {
    red,
    green
  }

  @Command(name = "paint")
  static final class Paint {
    @Option(names = {"-c", "--colour"})
    Colour colour;

    @Option(names = "--fast")
    boolean fast;

    @Parameters List<Colour> more;
  }

  @Command(name = "secret", hidden = true)
  static final class Secret {}

  @Command(
      name = "program",
      subcommands = {Paint.class, Secret.class})
  static final class Program {}

  private static List<String> of(String... words) {
    return Candidates.of(new CommandLine(new Program()), List.of(words));
  }

  @Test
  void commandsThatAreNotHidden() {
    assertThat(of("")).containsExactly("paint");
    assertThat(of("x")).isEmpty();
  }

  @Test
  void optionsOfTheCommandThatWasTyped() {
    assertThat(of("paint", "-")).containsExactly("--colour", "--fast");
    assertThat(of("paint", "--fa")).containsExactly("--fast");
  }

  @Test
  void valuesOfAnOptionThatWaitsForOne() {
    assertThat(of("paint", "-c", "")).containsExactly("red", "green");
    assertThat(of("paint", "--fast", "g")).containsExactly("green");
  }

  @Test
  void nothingOfTheTasksOwnCommand() {
    assertThat(of("paint", "--", "")).isEmpty();
  }
}
