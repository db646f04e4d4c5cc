package dev.glovebox.cli;

/** Ends a command with one line on standard error: what is wrong, and what to do. */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * Made where it is noticed; {@link Main} prints it.
   *
   * @param exitCode of {@link ExitCode}
   * @param message a sentence that names what is wrong and the remedy, without a line break
   */
  public Failure(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** Of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
