package dev.glovebox.cli.doctor;

/** Ends a check whose question cannot be answered. */
final class NotKnown extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;
  private final String becauseOf;

  /**
   * @param becauseOf the check that has the cause; null when it is this one
   */
  NotKnown(String seen, String remedy, String becauseOf) {
    super(seen, null, false, false);
    this.remedy = remedy;
    this.becauseOf = becauseOf;
  }

  Finding finding() {
    return new Finding(Level.UNKNOWN, getMessage(), remedy, becauseOf);
  }
}
