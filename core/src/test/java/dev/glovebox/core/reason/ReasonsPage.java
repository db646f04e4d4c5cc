package dev.glovebox.core.reason;

import dev.glovebox.core.reason.Reason.Fault;
import dev.glovebox.core.reason.Reason.Outcome;

/** The reasons as a page of the documentation, in Markdown. */
final class ReasonsPage {

  private ReasonsPage() {}

  static String render() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Reasons

        <!-- Written from the table in core (class Reason). The test ReasonsPageTest says when it is stale and how to
             write it again. -->

        `status.reason` of a SandboxTask that was refused, that failed, or that waits. `status.message` has the details
        of the case. `status.retryable` is true where the same task may succeed later.

        | class | who has to act |
        |---|---|
        """);
    for (Fault fault : Fault.values()) {
      page.append("| %s | %s |\n".formatted(name(fault), actor(fault)));
    }
    page.append("\n## Refused: the task's own process never started\n");
    append(page, Outcome.REFUSED);
    page.append("\n## Failed: it ran, or may have run, and did not end well\n");
    append(page, Outcome.FAILED);
    return page.toString();
  }

  private static void append(StringBuilder page, Outcome outcome) {
    for (Reason reason : Reason.values()) {
      if (reason.outcome() == outcome) {
        page.append(
            """

            ### %s

            %s

            - **Class**: %s
            - **Likely causes**: %s
            - **What to do**: %s
            - **A message**: `%s`
            """
                .formatted(
                    reason.name(),
                    reason.meaning(),
                    name(reason.fault()) + (reason.retryable() ? " (retryable)" : ""),
                    String.join("; ", LikelyCauses.of(reason)),
                    reason.advice(),
                    reason.example()));
      }
    }
  }

  private static String name(Fault fault) {
    return switch (fault) {
      case SPEC -> "spec";
      case POLICY -> "policy";
      case CLUSTER -> "cluster";
      case TRANSIENT -> "transient";
    };
  }

  private static String actor(Fault fault) {
    return switch (fault) {
      case SPEC -> "whoever made the task";
      case POLICY -> "the platform team, or whoever made the task: what it asks for is not allowed";
      case CLUSTER -> "the platform team: the cluster is not as it must be";
      case TRANSIENT -> "nobody: the same task may succeed later";
    };
  }
}
