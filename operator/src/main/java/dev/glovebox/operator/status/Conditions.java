package dev.glovebox.operator.status;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.TaskCondition;
import java.util.ArrayList;
import java.util.List;

/** The conditions that follow from the rest of a status. */
final class Conditions {
  private static final String TRUE = "True";
  private static final String FALSE = "False";
  private static final String UNKNOWN = "Unknown";

  private final List<TaskCondition> before;
  private final Long generation;
  private final String now;
  private final List<TaskCondition> conditions = new ArrayList<>();

  /**
   * Starts a list.
   *
   * @param before conditions that the task has: a transition time is kept while the status is
   * @param now RFC 3339
   */
  Conditions(List<TaskCondition> before, Long generation, String now) {
    this.before = before == null ? List.of() : before;
    this.generation = generation;
    this.now = now;
  }

  /**
   * All but Destroyed.
   *
   * @param planned whether limits and findings are known
   * @param proved whether the proof from inside is in the status
   * @param disproved whether isolation was found missing, before or after a proof
   */
  Conditions of(
      Phase phase,
      String reason,
      boolean planned,
      boolean proved,
      boolean disproved,
      List<Finding> findings) {
    boolean ended = Phases.terminal(phase);
    String why = reason == null || reason.isEmpty() ? phase.name() : reason;
    if (disproved) {
      add("Isolated", FALSE, why, "");
    } else if (proved) {
      add("Isolated", TRUE, "Proved", "seen from inside the sandbox before the task started");
    } else {
      add("Isolated", UNKNOWN, ended ? "NotProved" : "NotYetProved", "");
    }
    if (!findings.isEmpty()) {
      List<String> types = findings.stream().map(Finding::type).toList();
      add("Hardened", FALSE, "Findings", String.join(", ", types));
    } else {
      add("Hardened", planned ? TRUE : UNKNOWN, planned ? "NoFindings" : "NotYetPlanned", "");
    }
    add("Finished", ended ? TRUE : FALSE, ended ? phase.name() : why, "");
    add(
        "Succeeded",
        ended ? (phase == Phase.Succeeded ? TRUE : FALSE) : UNKNOWN,
        ended ? why : "NotFinished",
        "");
    add("Reconciling", ended ? FALSE : TRUE, ended ? "Finished" : why, "");
    boolean stalled = phase == Phase.Failed || phase == Phase.Refused;
    add("Stalled", stalled ? TRUE : FALSE, stalled ? why : phase.name(), "");
    return this;
  }

  /** That something of the task is still there although it should be gone. */
  Conditions notDestroyed(String reason, String message) {
    add("Destroyed", FALSE, reason, message);
    return this;
  }

  List<TaskCondition> list() {
    return List.copyOf(conditions);
  }

  private void add(String type, String status, String reason, String message) {
    String since =
        before.stream()
            .filter(old -> old.type().equals(type) && old.status().equals(status))
            .map(TaskCondition::lastTransitionTime)
            .findFirst()
            .orElse(now);
    conditions.add(new TaskCondition(type, status, generation, since, reason, message));
  }
}
