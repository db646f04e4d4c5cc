package dev.glovebox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * Where a command writes.
 *
 * @param out results
 * @param err progress, warnings and errors
 * @param terminal whether a person reads {@code out} on a terminal: only then lines are rewritten
 * @param colour whether text may be coloured: on a terminal, unless NO_COLOR is set (no-color.org)
 *     or TERM is dumb
 */
public record Screen(PrintStream out, PrintStream err, boolean terminal, boolean colour) {

  private static final int BUFFER_BYTES = 8192;

  /** That of this process. */
  public static Screen ofProcess() {
    boolean terminal = onTerminal();
    String noColour = System.getenv("NO_COLOR");
    boolean plain =
        (noColour != null && !noColour.isEmpty()) || "dumb".equals(System.getenv("TERM"));
    return new Screen(
        stream(FileDescriptor.out), stream(FileDescriptor.err), terminal, terminal && !plain);
  }

  /** The launcher knows it; Java alone sees a terminal only where standard input is one as well. */
  private static boolean onTerminal() {
    String said = System.getProperty("glovebox.terminal");
    Console console = said == null ? System.console() : null;
    return said == null ? console != null && console.isTerminal() : Boolean.parseBoolean(said);
  }

  /** UTF-8 whatever the locale, as kubectl writes. */
  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER_BYTES), true, UTF_8);
  }

  /** Text in a colour where colours may be. */
  public String in(Colour colour, String text) {
    return this.colour ? colour.start + text + "\033[0m" : text;
  }

  /** What a colour says: the word beside it always says it too. */
  public enum Colour {
    GOOD("\033[32m"),
    DOUBTFUL("\033[33m"),
    BAD("\033[31m"),
    QUIET("\033[2m");

    private final String start;

    Colour(String start) {
      this.start = start;
    }
  }
}
