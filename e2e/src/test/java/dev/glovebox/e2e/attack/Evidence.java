package dev.glovebox.e2e.attack;

import java.util.ArrayList;
import java.util.List;

/**
 * What was seen of one attack: controls, which must succeed, and tries, which must not. The verdict
 * follows from it, so that no test can say BLOCKED by itself.
 */
final class Evidence {
  private static final int LONGEST = 300;

  private final List<String> failedControls = new ArrayList<>();
  private final List<String> escapes = new ArrayList<>();
  private int controls;
  private int tries;
  private String notApplicable;

  /**
   * A positive control: the same thing where it may succeed.
   *
   * @param succeeded judged by content, not by an exit status
   * @param seen what was seen
   */
  Evidence control(String what, boolean succeeded, Object seen) {
    controls++;
    if (!succeeded) {
      failedControls.add("control failed: %s; seen: %s".formatted(what, shortened(seen)));
    }
    return this;
  }

  /**
   * A try of the attack.
   *
   * @param stopped judged by content, not by an exit status
   * @param seen what was seen
   */
  Evidence tried(String what, boolean stopped, Object seen) {
    tries++;
    if (!stopped) {
      escapes.add("%s; seen: %s".formatted(what, shortened(seen)));
    }
    return this;
  }

  /** The cluster lacks what the row needs; counts only where the fixed list says so. */
  void notApplicable(String why) {
    notApplicable = why;
  }

  /** Something broke; whatever was seen before is not enough. */
  void broke(Throwable failure) {
    failedControls.add("broke off: " + shortened(failure));
  }

  /** An escape that was seen counts even where something else broke. */
  Verdict verdict() {
    if (!escapes.isEmpty()) {
      return new Verdict.Escaped(List.copyOf(escapes));
    }
    if (notApplicable != null) {
      return new Verdict.NotApplicable(notApplicable);
    }
    if (!failedControls.isEmpty()) {
      return new Verdict.Inconclusive(List.copyOf(failedControls));
    }
    if (controls == 0 || tries == 0) {
      return new Verdict.Inconclusive(
          List.of("%d controls and %d tries show nothing".formatted(controls, tries)));
    }
    return new Verdict.Blocked();
  }

  private static String shortened(Object seen) {
    String line = String.valueOf(seen).replaceAll("\\s+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
