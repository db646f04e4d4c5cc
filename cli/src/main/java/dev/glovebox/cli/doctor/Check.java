package dev.glovebox.cli.doctor;

/** One question about a cluster. Pure. */
interface Check {
  /**
   * Looks.
   *
   * @param findings gets what is not right
   * @return one line that says what is well; it counts only where nothing was found
   * @throws NotKnown when the question cannot be answered
   */
  String look(Seen seen, Findings findings);
}
