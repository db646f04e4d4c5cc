package dev.glovebox.cli.plan;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.MissingNamespace;
import dev.glovebox.cli.connect.Place;

/** A question without whose answer nothing can be planned. The message is one line for people. */
public final class NotAnswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Null unless that was it. */
  private final String missingNamespace;

  NotAnswered(String message) {
    this(message, null);
  }

  private NotAnswered(String message, String missingNamespace) {
    super(message);
    this.missingNamespace = missingNamespace;
  }

  static NotAnswered noNamespace(String name) {
    return new NotAnswered("there is no namespace " + name, name);
  }

  /**
   * How a command ends with it.
   *
   * @param place that was asked
   */
  public Failure failure(Place place) {
    return missingNamespace == null
        ? new Failure(ExitCode.UNAVAILABLE, getMessage())
        : new Failure(ExitCode.NO, MissingNamespace.words(missingNamespace, place));
  }
}
