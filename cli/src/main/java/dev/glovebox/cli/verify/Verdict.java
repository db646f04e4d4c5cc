package dev.glovebox.cli.verify;

/** What became of a try. */
public enum Verdict {
  /** It was tried, a control shows that it would have been seen, and it did not succeed. */
  BLOCKED,

  /** Nothing can be concluded: a control failed, or it was not tried. Counts as a failure. */
  INCONCLUSIVE,

  /** It succeeded. */
  ESCAPED
}
