package dev.glovebox.e2e.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How one task of the soak ended.
 *
 * @param kind what kind of task it was
 * @param wanted phase and reason that it had to have, as in {@code Failed/OutOfMemory}
 * @param seen the one that it had
 * @param starts lines that its process wrote when it started; -1 = there was no log any more
 * @param destroyed whether it was gone in time after it was to be
 * @param status the whole status, for people
 */
record Ended(
    String kind,
    String name,
    String wanted,
    String seen,
    long starts,
    boolean destroyed,
    String status) {

  /**
   * Whether the policy engine was restarted after it was planned and before its pod was released.
   * The node's certificate is gone then, and what is planned is not planned anew: refusing it is
   * right, whatever its kind, and that another may succeed.
   */
  boolean refusedForTheEngine() {
    return seen.equals("Refused/CertificationInconclusive")
        && status.contains("the policy engine of the node has started again");
  }

  /** What is wrong with it; empty when nothing is. */
  Optional<String> wrong() {
    List<String> wrong = new ArrayList<>();
    if (!wanted.equals(seen) && !refusedForTheEngine()) {
      wrong.add("is %s and not %s".formatted(seen, wanted));
    }
    if (starts > 1) {
      wrong.add("started %d times".formatted(starts));
    }
    if (seen.equals("Succeeded") && starts == 0) {
      wrong.add("succeeded and never started");
    }
    if (!destroyed) {
      wrong.add("was not destroyed in time");
    }
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "task %s (%s) %s: %s".formatted(name, kind, String.join(", ", wrong), status));
  }
}
