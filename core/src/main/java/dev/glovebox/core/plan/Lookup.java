package dev.glovebox.core.plan;

/**
 * The answer to one read of the API server. An error is never "absent".
 *
 * @param <T> what was looked for
 */
public sealed interface Lookup<T> {
  /** The server returned it. */
  record Found<T>(T value) implements Lookup<T> {}

  /** The server said that there is no such object (404). */
  record Absent<T>() implements Lookup<T> {}

  /**
   * The server could not be asked, or refused to say.
   *
   * @param message the error, for people
   */
  record Unreadable<T>(String message) implements Lookup<T> {}
}
