package dev.glovebox.cli;

/**
 * How a command ends. {@code run} ends with the task's own exit code instead, wherever it has one;
 * so what concerns Glovebox lies above 63, where programs rarely end. 64 and 69 are those of BSD's
 * sysexits.h; 124 that of timeout(1); 125 that of container engines that could not run what they
 * were asked to.
 */
public final class ExitCode {
  public static final int DONE = 0;

  /** The answer is no: a warning of {@code doctor}, a plan that is refused, a wait in vain. */
  public static final int NO = 1;

  /** {@code doctor} found a failure; {@code verify} something that is not BLOCKED. */
  public static final int FAILED = 2;

  /** The command line or a file on it cannot be understood. */
  public static final int USAGE = 64;

  /** The cluster could not be asked, or said no to the question itself. */
  public static final int UNAVAILABLE = 69;

  /** The task's deadline passed. */
  public static final int DEADLINE = 124;

  /** The task was refused, or ended without an exit code of its own. */
  public static final int NOT_RUN = 125;

  /** Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
