package dev.glovebox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Runs commands in one process, for {@code cli/build}: the classes that are loaded here are those
 * that later starts find loaded already.
 */
final class Rehearsal {
  private static final String[][] LINES = {
    {"explain"},
    {"--help"},
    {"help", "explain"},
    {"explain", "NetworkPolicyWidened"},
    {"explain", "Unknown"},
  };

  private Rehearsal() {}

  public static void main(String[] arguments) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    for (String[] line : LINES) {
      Main.run(new Screen(nowhere, nowhere, false, false), line);
    }
    Start.main(new String[] {"explain", "NetworkPolicyWidened"});
  }
}
