package dev.glovebox.cli;

/**
 * Where the process begins. What needs no parser is done without loading one: {@link Main} takes
 * three times as long as all the rest of a short command.
 */
final class Start {
  private Start() {}

  public static void main(String[] arguments) {
    if (!ExplainCommand.atOnce(Screen.ofProcess(), arguments)) {
      Main.main(arguments);
    }
  }
}
