package dev.glovebox.cli.run;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Ctrl-C: the first asks for an orderly end, the second leaves at once. */
public final class CtrlC {
  /**
   * Signals so close together are one: timeout(1) sends its own to the process and then to the
   * process' group.
   */
  private static final Duration ONE = Duration.ofSeconds(1);

  private enum Press {
    FIRST,
    SAME,
    AGAIN
  }

  private final Progress progress;
  private final String first;
  private final Runnable leave;
  private final LongSupplier nanoseconds;
  private boolean pressed;
  private long pressedAt;
  private boolean asking;
  private Runnable wake = () -> {};

  /**
   * From now on.
   *
   * @param first what to say the first time
   * @param leave the second time; says what is left, and ends the process
   */
  CtrlC(Progress progress, String first, Runnable leave) {
    this(progress, first, leave, System::nanoTime);
  }

  /**
   * The same.
   *
   * @param nanoseconds a clock that only runs forward, such as {@link System#nanoTime}
   */
  CtrlC(Progress progress, String first, Runnable leave, LongSupplier nanoseconds) {
    this.progress = progress;
    this.first = first;
    this.leave = leave;
    this.nanoseconds = nanoseconds;
  }

  /** Handles the signals of this process. */
  CtrlC handled() {
    Interrupts.handle(this::press);
    return this;
  }

  /** Whether it was pressed. */
  synchronized boolean pressed() {
    return pressed;
  }

  /** What to run when it is pressed, besides. */
  synchronized void wakes(Runnable other) {
    wake = other;
  }

  /** Runs the request for the orderly end: where no person sits, nothing leaves meanwhile. */
  void asking(Runnable request) {
    asks(true);
    try {
      request.run();
    } finally {
      asks(false);
    }
  }

  void press() {
    switch (raise()) {
      case FIRST -> progress.line(first);
      case SAME -> {}
      case AGAIN -> leave.run();
    }
  }

  private synchronized void asks(boolean now) {
    asking = now;
  }

  private synchronized Press raise() {
    wake.run();
    long now = nanoseconds.getAsLong();
    if (!pressed) {
      pressed = true;
      pressedAt = now;
      return Press.FIRST;
    }
    boolean same = now - pressedAt < ONE.toNanos() || (asking && !progress.rewrites());
    return same ? Press.SAME : Press.AGAIN;
  }
}
