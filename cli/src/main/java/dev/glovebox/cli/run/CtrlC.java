package dev.glovebox.cli.run;

/** Ctrl-C: the first asks for an orderly end, the second leaves at once. */
public final class CtrlC {
  private final Progress progress;
  private final String first;
  private final Runnable leave;
  private int count;
  private Runnable wake = () -> {};

  /**
   * From now on.
   *
   * @param first what to say the first time
   * @param leave the second time; says what is left, and ends the process
   */
  CtrlC(Progress progress, String first, Runnable leave) {
    this.progress = progress;
    this.first = first;
    this.leave = leave;
  }

  /** Handles the signals of this process. */
  CtrlC handled() {
    Interrupts.handle(this::press);
    return this;
  }

  /** Whether it was pressed. */
  synchronized boolean pressed() {
    return count > 0;
  }

  /** What to run when it is pressed, besides. */
  synchronized void wakes(Runnable other) {
    wake = other;
  }

  void press() {
    if (raise() == 1) {
      progress.line(first);
    } else {
      leave.run();
    }
  }

  private synchronized int raise() {
    count++;
    wake.run();
    return count;
  }
}
