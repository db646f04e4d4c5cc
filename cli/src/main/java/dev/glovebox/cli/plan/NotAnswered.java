package dev.glovebox.cli.plan;

/** A question without whose answer nothing can be planned. The message is one line for people. */
public final class NotAnswered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotAnswered(String message) {
    super(message);
  }
}
