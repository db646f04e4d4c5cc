package dev.glovebox.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** How help is laid out: as wide as the terminal, with examples that can be copied. */
final class HelpText {
  /** Below this the table of flags has no room for descriptions. */
  private static final int MIN_COLUMNS = 60;

  private static final int MAX_COLUMNS = 120;

  /** One line each: descriptions are for each command's own help. */
  static final String COMMANDS =
      """

      Tasks:
        run         Make a task, go with it to its end, and end with its exit code
        list        List tasks
        logs        Show what a task wrote
        wait        Wait until tasks have ended, or something else is true of them
        inspect     Show one task with all that belongs to it
        cancel      End tasks, and keep them
        delete      Delete tasks with everything of them

      Before a task, and after:
        plan        What would be made of a task, and why, or why it would be refused
        policy      What the SandboxPolicy in force in a namespace allows
        explain     What a reason of Refused or Failed means

      The cluster:
        doctor      Whether it is fit for untrusted work
        verify      Try from inside a sandbox what must not succeed

      The rest:
        completion  A script that completes commands and names in a shell
        help        The help of a command
      """;

  private static final String[] FIRST_STEPS = {
    "%nFirst steps:",
    "  kubectl glovebox doctor",
    "  kubectl glovebox policy",
    "  kubectl glovebox run IMAGE -- uname -r",
    "%nkubectl glovebox COMMAND --help has the flags, examples and exit codes of a command."
  };

  private HelpText() {}

  /**
   * Lays out the help of all commands.
   *
   * @param columns value of COLUMNS; null if it is not set. Then the terminal is asked for its
   *     width when help is shown on one.
   */
  static void set(CommandLine program, String columns) {
    if (columns != null && columns.matches("[1-9]\\d{0,5}")) {
      program.setUsageHelpAutoWidth(false);
      program.setUsageHelpWidth(Math.clamp(Integer.parseInt(columns), MIN_COLUMNS, MAX_COLUMNS));
    }
    Map<String, IHelpSectionRenderer> sections = new HashMap<>(program.getHelpSectionMap());
    sections.replaceAll((key, section) -> help -> UnbrokenWords.shown(section.render(help)));
    UnbrokenWords.keep(program);
    sections.put(SECTION_KEY_FOOTER, HelpText::unbroken);
    sections.put(SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    sections.put(SECTION_KEY_COMMAND_LIST, HelpText::commands);
    program.setHelpSectionMap(sections);
    // Here and not in its annotation, whose attributes all commands inherit.
    program
        .getCommandSpec()
        .usageMessage()
        .customSynopsis("kubectl glovebox COMMAND [FLAG...]")
        .footer(FIRST_STEPS);
  }

  /** The map of sections is one for the whole hierarchy. */
  private static String commands(Help help) {
    return help.commandSpec().parent() == null
        ? COMMANDS.replace("\n", System.lineSeparator())
        : "";
  }

  /** Examples are lines to copy: a terminal may break them, we must not. */
  private static String unbroken(Help help) {
    var text = new StringBuilder();
    for (String line : help.commandSpec().usageMessage().footer()) {
      text.append(line.formatted()).append(System.lineSeparator());
    }
    return text.toString();
  }
}
