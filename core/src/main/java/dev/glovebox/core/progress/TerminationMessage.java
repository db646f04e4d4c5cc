package dev.glovebox.core.progress;

/** The task's own last words: untrusted text that ends up on somebody's terminal. */
@SuppressWarnings("DoNotCallSuggester")
public final class TerminationMessage {
  private TerminationMessage() {}

  /**
   * At most 4096 bytes of UTF-8, every control and invisible character but newline and tab as a
   * visible escape.
   *
   * @param raw may be null
   */
  public static String clean(String raw) {
    throw new UnsupportedOperationException("in work");
  }
}
