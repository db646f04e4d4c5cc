package dev.glovebox.cli.run;

import dev.glovebox.cli.Screen;
import dev.glovebox.cli.text.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a task does, on standard error; its own output, on standard output. On a terminal what it
 * waits for is one line that is rewritten. Neither is ever written into a line of the other.
 */
final class Progress {
  private static final String ERASE = "\r\033[K";
  private static final int DEFAULT_COLUMNS = 80;

  private final Screen screen;
  private final boolean rewrites;
  private final int columns;
  private boolean waitingShown;
  private boolean midLine;
  private boolean closed;

  /**
   * Progress on a screen.
   *
   * @param sameTerminal whether both streams are one terminal
   */
  Progress(Screen screen, boolean sameTerminal) {
    this.screen = screen;
    this.rewrites = sameTerminal;
    this.columns = columns(System.getenv("COLUMNS"));
  }

  static Progress on(Screen screen) {
    return new Progress(screen, screen.terminal() && sameFile());
  }

  /** Whether somebody sees a line rewritten. */
  boolean rewrites() {
    return rewrites;
  }

  /** A line that stays. What others wrote may be in it: nothing of it drives a terminal. */
  synchronized void line(String text) {
    if (closed) {
      return;
    }
    clear();
    screen.err().println(PlainText.line(text));
    screen.err().flush();
  }

  /** A line that nothing follows, whichever thread has something to tell yet. */
  synchronized void last(String text) {
    line(text);
    closed = true;
  }

  /** A line that stays until the next one; nothing where lines cannot be rewritten. */
  synchronized void waiting(String text) {
    if (closed || !rewrites || midLine) {
      return;
    }
    String line = PlainText.of(text).lines().findFirst().orElse("");
    if (line.codePointCount(0, line.length()) >= columns) {
      line = line.substring(0, line.offsetByCodePoints(0, columns - 2)) + "…";
    }
    screen.err().print(ERASE + screen.in(Screen.Colour.QUIET, line));
    screen.err().flush();
    waitingShown = true;
  }

  /**
   * The task's own output, harmless already.
   *
   * @return false if nobody reads standard output any more
   */
  boolean output(byte[] bytes) {
    if (bytes.length == 0) {
      return true;
    }
    synchronized (this) {
      if (closed) {
        return true;
      }
      if (waitingShown) {
        clear();
      }
      midLine = bytes[bytes.length - 1] != '\n';
    }
    // Outside: whoever does not read on, such as a pager, must not stop Ctrl-C from being heard.
    screen.out().write(bytes, 0, bytes.length);
    return !screen.out().checkError(); // flushes too
  }

  /** Nothing half-written is left on the terminal. */
  synchronized void clear() {
    if (closed) {
      return;
    }
    if (waitingShown) {
      screen.err().print(ERASE);
      waitingShown = false;
    }
    if (midLine && rewrites) {
      screen.err().println();
    }
    midLine = false;
    screen.err().flush();
  }

  private static boolean sameFile() {
    try {
      return Files.isSameFile(Path.of("/dev/fd/1"), Path.of("/dev/fd/2"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static int columns(String variable) {
    try {
      return variable == null ? DEFAULT_COLUMNS : Math.max(20, Integer.parseInt(variable));
    } catch (NumberFormatException e) {
      return DEFAULT_COLUMNS;
    }
  }
}
