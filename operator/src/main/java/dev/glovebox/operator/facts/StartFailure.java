package dev.glovebox.operator.facts;

/** The operator cannot start as the cluster is. The message is for people and says what to do. */
public final class StartFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public StartFailure(String message) {
    super(message);
  }

  public StartFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
