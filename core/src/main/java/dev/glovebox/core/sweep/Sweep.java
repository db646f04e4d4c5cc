package dev.glovebox.core.sweep;

import dev.glovebox.core.sweep.LabelledObject.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;

/** What becomes of an object that carries a task's label. */
public final class Sweep {

  /** Whether the task whose UID the label names is in the object's namespace. */
  public sealed interface Task {
    /** It is, or was when an informer last looked. */
    record Exists() implements Task {}

    /**
     * The server has said that there is none. UIDs are never used again, so there never will be.
     */
    record Gone() implements Task {}

    /**
     * Nobody can say.
     *
     * @param why for people
     */
    record Unknown(String why) implements Task {}
  }

  /** What to do with it. */
  public sealed interface Verdict {
    /** Why. */
    String why();
  }

  /** Nothing: it is its task's, or that is not known. */
  public record Keep(String why) implements Verdict {}

  /** Tell people: its task is gone, and it is not destroyed, or not yet. */
  public record Report(String why) implements Verdict {}

  /** Destroy it now. */
  public record Destroy(String why) implements Verdict {}

  private Sweep() {}

  /**
   * Judges one object.
   *
   * @param doubt why a claim may be another than the one that was made for the task ({@link
   *     ClaimOrigin#doubt}); empty for the other kinds
   * @param left kinds of which there still is an object of the same task
   * @param firstSeen when it was first seen without its task
   * @param grace for how long it is only reported then
   */
  public static Verdict judge(
      LabelledObject object,
      Task task,
      Optional<String> doubt,
      Set<Kind> left,
      Instant firstSeen,
      Instant now,
      Duration grace) {
    return switch (task) {
      case Task.Exists exists -> new Keep("its task is there");
      case Task.Unknown unknown -> new Keep("whether its task is there: " + unknown.why());
      case Task.Gone gone -> orphan(object, doubt, left, firstSeen.plus(grace), now);
    };
  }

  private static Verdict orphan(
      LabelledObject object, Optional<String> doubt, Set<Kind> left, Instant at, Instant now) {
    String gone = "task %s with UID %s is gone".formatted(object.task(), object.taskUid());
    Optional<String> notOurs = object.disagreement().or(() -> doubt);
    if (notOurs.isPresent()) {
      return new Report(
          "%s. This object is left alone, for %s. Delete it when nobody needs it"
              .formatted(gone, notOurs.get()));
    }
    if (now.isBefore(at)) {
      return new Report(
          "%s. This object is destroyed after %s"
              .formatted(gone, at.truncatedTo(ChronoUnit.SECONDS)));
    }
    return left.stream()
        .filter(kind -> kind.compareTo(object.kind()) < 0)
        .findFirst()
        .<Verdict>map(
            kind ->
                new Report(
                    "%s. This object is destroyed when no %s of the task is left"
                        .formatted(gone, word(kind))))
        .orElseGet(() -> new Destroy(gone));
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case POD -> "pod";
      case CLAIM -> "claim";
      case NETWORK_POLICY -> "NetworkPolicy";
    };
  }
}
