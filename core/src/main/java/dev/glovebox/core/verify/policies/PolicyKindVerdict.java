package dev.glovebox.core.verify.policies;

/** What is known of a kind in a group of network policies. */
public sealed interface PolicyKindVerdict {

  /** Its objects are judged, in this version. */
  record Judged(OtherPolicies.Kind kind, String version) implements PolicyKindVerdict {}

  /** No object of it can allow a sandbox anything. */
  record OpensNothing() implements PolicyKindVerdict {}

  /**
   * It may allow sandboxes anything, for all that is known.
   *
   * @param why for people
   */
  record NotUnderstood(String group, String resource, String why) implements PolicyKindVerdict {
    /** With what to do. */
    public String message() {
      return "%s.%s: %s. Remove it, or name %s in policyGroups.understoodByPlatform if the platform"
              .formatted(resource, group, why, group)
          + " answers for it";
    }
  }
}
