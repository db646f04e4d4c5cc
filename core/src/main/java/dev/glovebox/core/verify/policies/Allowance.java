package dev.glovebox.core.verify.policies;

import java.util.Map;

/**
 * That a policy allows something.
 *
 * @param pods for which pods
 * @param exactLabels labels that each of them surely has
 * @param why what in it allows, for people: "it …"
 */
record Allowance(PodMatch pods, Map<String, String> exactLabels, String why) {
  static Allowance of(PodMatch pods, String why) {
    return new Allowance(pods, Map.of(), why);
  }

  /** Nobody can say whom it allows what, so it allows all to all. */
  static Allowance of(NotUnderstood unknown) {
    return of(
        PodMatch.EVERY,
        "cannot be judged: it has " + unknown.getMessage() + ", which Glovebox does not know");
  }
}
