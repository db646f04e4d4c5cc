package dev.glovebox.cli.run;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import dev.glovebox.cli.text.Lapse;
import java.time.Duration;
import java.util.Locale;
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

  /**
   * When the first of the questions failed that have failed since; null while there are answers.
   */
  private Duration since;

  private Obstacle last;

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
  }

  Outage(Progress progress, String meanwhile, String afterwards) {
    this(progress, meanwhile, afterwards, System::nanoTime);
  }

  /** Of a command that has nothing else to tell. */
  public static Outage on(Screen screen, String meanwhile, String afterwards) {
    return new Outage(Progress.on(screen), meanwhile, afterwards);
  }

  /**
   * It does not answer, or not what was asked. The time counts from the first such question: before
   * it nobody asked, maybe for long, as when this program was stopped.
   *
   * @throws Failure when that has lasted for too long, or asking again is of no use
   */
  public void unanswered(Obstacle obstacle) {
    if (obstacle.kind() == Obstacle.Kind.REFUSAL) {
      progress.clear();
      throw new Failure(ExitCode.UNAVAILABLE, "%s. %s".formatted(obstacle.words(), afterwards));
    }
    Duration now = now();
    since = since == null ? now : since;
    last = obstacle;
    Duration silent = now.minus(since);
    if (silent.compareTo(PATIENCE) >= 0) {
      progress.clear();
      throw new Failure(ExitCode.UNAVAILABLE, "%s. %s".formatted(how(silent), afterwards));
    }
    if (told == null) {
      progress.line(
          "%s, trying again for %s: %s. %s"
              .formatted(
                  capitalized(obstacle.what()), Lapse.of(PATIENCE), obstacle.words(), meanwhile));
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
          "The API server answers again, after %s".formatted(Lapse.of(now().minus(since))));
    }
    told = null;
    since = null;
    return again;
  }

  /** Whether there is none at the moment. */
  boolean lasts() {
    return told != null;
  }

  /**
   * The end of a wait whose time is over while there is no answer.
   *
   * @param claim what is not known to be so
   * @param passed since the wait began
   * @param seen how it was when there were answers
   */
  Failure late(String claim, Duration passed, String seen) {
    progress.clear();
    return new Failure(
        ExitCode.UNAVAILABLE,
        "whether %s is not known after %s: %s. Last seen: %s. %s"
            .formatted(claim, Lapse.of(passed), how(now().minus(since)), seen, afterwards));
  }

  private String how(Duration silent) {
    return "%s for %s: %s".formatted(last.what(), Lapse.of(silent), last.words());
  }

  private String still(Duration silent) {
    return "%s for %s, trying again".formatted(capitalized(last.what()), Lapse.of(silent));
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private Duration now() {
    return Duration.ofNanos(nanoseconds.getAsLong());
  }
}
