package dev.glovebox.cli.run;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import dev.glovebox.cli.text.Lapse;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An API server that does not answer while something is being waited for: told at once and every
 * minute, borne for a while, and then the end of the command.
 */
public final class Outage {
  /** An API server that is restarted or updated is back before that. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration REMINDER = Duration.ofMinutes(1);

  private final Progress progress;
  private final String meanwhile;
  private final String afterwards;
  private final LongSupplier nanoseconds;

  private Duration answered;

  /** When it was told last; null while there are answers. */
  private Duration told;

  /**
   * No outage yet.
   *
   * @param meanwhile a sentence: what goes on elsewhere, and what Ctrl-C does
   * @param afterwards a sentence: the commands to go on with when this has ended
   * @param nanoseconds a clock that only runs forward, such as {@link System#nanoTime}
   */
  Outage(Progress progress, String meanwhile, String afterwards, LongSupplier nanoseconds) {
    this.progress = progress;
    this.meanwhile = meanwhile;
    this.afterwards = afterwards;
    this.nanoseconds = nanoseconds;
    this.answered = now();
  }

  Outage(Progress progress, String meanwhile, String afterwards) {
    this(progress, meanwhile, afterwards, System::nanoTime);
  }

  /** Of a command that has nothing else to tell. */
  public static Outage on(Screen screen, String meanwhile, String afterwards) {
    return new Outage(Progress.on(screen), meanwhile, afterwards);
  }

  /**
   * It does not answer, or not what was asked.
   *
   * @param problem a line that says how, and what may help
   * @throws Failure when that has lasted for too long
   */
  public void unanswered(String problem) {
    Duration now = now();
    Duration silent = now.minus(answered);
    if (silent.compareTo(PATIENCE) >= 0) {
      progress.clear();
      throw new Failure(
          ExitCode.UNAVAILABLE,
          "no answer from the API server for %s: %s. %s"
              .formatted(Lapse.of(silent), problem, afterwards));
    }
    if (told == null) {
      progress.line(
          "No answer from the API server for %s, trying again for %s: %s. %s"
              .formatted(Lapse.of(silent), Lapse.of(PATIENCE), problem, meanwhile));
      told = now;
    } else if (!progress.rewrites() && now.minus(told).compareTo(REMINDER) >= 0) {
      progress.line(still(silent));
      told = now;
    }
    progress.waiting(still(silent));
  }

  /**
   * It answers.
   *
   * @return whether it had not before
   */
  public boolean answered() {
    boolean again = told != null;
    if (again) {
      progress.line(
          "The API server answers again, after %s".formatted(Lapse.of(now().minus(answered))));
    }
    told = null;
    answered = now();
    return again;
  }

  /** Whether there is none at the moment. */
  boolean lasts() {
    return told != null;
  }

  private static String still(Duration silent) {
    return "No answer from the API server for %s, trying again".formatted(Lapse.of(silent));
  }

  private Duration now() {
    return Duration.ofNanos(nanoseconds.getAsLong());
  }
}
