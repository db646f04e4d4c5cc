package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
  private static final Pattern SHELL_WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

  private static CommandLine program(String columns) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream());
    CommandLine line = Main.commandLine(new Screen(nowhere, nowhere, false, false));
    HelpText.set(line, columns);
    return line;
  }

  private static Stream<CommandLine> commands() {
    return program("60").getSubcommands().values().stream();
  }

  private static String run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var both = new PrintStream(out, true);
    Main.run(new Screen(both, both, false, false), arguments);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void examplesCanBeCopiedFromANarrowTerminal(CommandLine command) {
    List<String> lines = command.getUsageMessage().lines().toList();
    List<String> examples = lines.subList(lines.indexOf("Examples:") + 1, lines.size());
    if (command.getCommandName().equals("help")) {
      return; // picocli's own
    }
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      assertThat(example).matches("  (source <\\(|)kubectl[- ]glovebox .*");
      parse(example.replace("source <(", "").replaceFirst("\\)$", ""));
    }
  }

  /** What a shell would hand to the program. A line that cannot be parsed throws. */
  private static void parse(String example) {
    List<String> words = new ArrayList<>();
    var found = SHELL_WORD.matcher(example.strip().replaceFirst("^kubectl[- ]glovebox ", ""));
    while (found.find() && !List.of("|", ">").contains(found.group())) {
      words.add(found.group().replaceAll("^['\"]|['\"]$", ""));
    }
    program("60").parseArgs(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theRestIsNoWiderThanTheTerminal(CommandLine command) {
    String rest = command.getUsageMessage().replaceFirst("(?s)\nExamples:.*", "");
    assertThat(rest.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
  }

  /** The synopsis is nothing to copy, and picocli lays it out otherwise. */
  private static String[] words(CommandLine command) {
    return command.getUsageMessage().replaceAll("\\s+\\[=", "[=").strip().split("\\s+");
  }

  @Test
  void linesEndAtSpacesSoThatWordsCanBeCopied() {
    for (String columns : new String[] {"66", "72", "80", "100"}) {
      for (CommandLine command : program(columns).getSubcommands().values()) {
        CommandLine wide = program("120").getSubcommands().get(command.getCommandName());
        assertThat(words(command))
            .as("%s at %s", command.getCommandName(), columns)
            .containsExactly(words(wide));
      }
    }
    assertThat(program("66").getSubcommands().get("run").getUsageMessage())
        .contains("glovebox.dev/usable-by-tasks=true", "198.51.100.0/24:80,53/UDP");
  }

  @Test
  void aWiderTerminalIsUsed() {
    assertThat(program("110").getSubcommands().get("run").getUsageMessage().lines())
        .anySatisfy(line -> assertThat(line.length()).isGreaterThan(80));
    assertThat(program("nonsense").getUsageMessage()).contains("kubectl glovebox COMMAND");
  }

  @Test
  void theFirstScreenNamesEachCommandOnceAndFits() {
    String first = run();
    assertThat(first).isEqualTo(run("--help"));
    assertThat(first.lines())
        .hasSizeLessThan(40)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(90));
    for (String name : program(null).getSubcommands().keySet()) {
      assertThat(first.lines().filter(line -> line.matches("  %s +\\S.*".formatted(name))))
          .as(name)
          .hasSize(1);
    }
    assertThat(run("list", "--help")).startsWith("Usage: kubectl glovebox list ");
  }

  @Test
  void flagsOfTheConnectionMayStandBeforeTheCommand() {
    assertThat(LeadingFlags.moved("-n", "demo", "--context=a", "run", "image", "--", "-n"))
        .containsExactly("run", "-n", "demo", "--context=a", "image", "--", "-n");
    assertThat(LeadingFlags.moved("-ndemo", "list")).containsExactly("list", "-ndemo");
    assertThat(LeadingFlags.moved("run", "-n", "demo")).containsExactly("run", "-n", "demo");
    assertThat(LeadingFlags.movedUnfinished(List.of("-n", ""))).containsExactly("list", "-n", "");
    assertThat(LeadingFlags.movedUnfinished(List.of("-n", "demo", "li"))).containsExactly("li");
    assertThat(LeadingFlags.movedUnfinished(List.of("-n", "demo", "logs", "")))
        .containsExactly("logs", "-n", "demo", "");

    assertThat(run("--kubeconfig", "/nowhere", "list"))
        .isEqualTo(run("list", "--kubeconfig", "/nowhere"))
        .contains("/nowhere: there is no such file");
  }

  @Test
  void whatIsTooMuchOrInTheWrongPlaceIsOneLineWithWhatToType() {
    assertThat(run("list", "foo"))
        .startsWith(
            "error: \"foo\" is too much: kubectl glovebox list takes no names, only flags; ")
        .hasLineCount(1);
    assertThat(run("logs", "a", "b")).contains("\"b\" is too much", "takes only TASK");
    assertThat(run("-o", "json", "list"))
        .contains("flags stand behind the command: kubectl glovebox list -o json");
    assertThat(run("list", "--wacht")).contains("has no flag --wacht; did you mean --watch?");
    assertThat(run("help", "explian")).isEqualTo(run("explian"));
    assertThat(run("run", "--user", "root", "image")).contains("'root' is not a whole number");
    assertThat(run("logs", "x", "--tail", "all")).contains("'all' is not a whole number");
    assertThat(run("list", "--watch=maybe")).contains("'maybe' is neither true nor false");
    assertThat(run("policy", "--can", "2xx", "--kubeconfig", "/nowhere"))
        .contains("\"2xx\" is no image, range or quantity; such as ")
        .hasLineCount(1);
    assertThat(run("explian")).contains("no command \"explian\"; did you mean explain");
    assertThat(run("-n", "demo")).contains("no command follows -n");
    assertThat(run("doctor", "-o", "yaml")).contains("\"yaml\" is none of table, json");
  }

  @Test
  void onAPromptNothingButCandidatesIsSaid() {
    assertThat(run("__complete", "inspect", "--kubeconfig", "/nowhere", "")).isEqualTo(":4\n");
    assertThat(run("__complete", "list", "-o", "")).isEqualTo("table\nwide\njson\nyaml\n:4\n");
    assertThat(run("__complete", "doctor", "-o", "")).isEqualTo("table\njson\n:4\n");
    assertThat(run("__complete", "plan", "-f", "")).isEqualTo(":0\n");
  }
}
