package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.cli.text.ProofText;
import dev.glovebox.core.progress.TerminationMessage;
import java.util.ArrayList;
import java.util.List;

/** Tells a task's way in lines: each thing once, when it is first seen. */
final class Narration {
  private String where = "";
  private boolean proved;

  /** What is new in this state. */
  List<String> next(SandboxTask task) {
    SandboxTaskStatus status = task.getStatus();
    var lines = new ArrayList<String>();
    if (status == null || status.phase() == null) {
      return lines;
    }
    if (!proved && status.provedTime() != null && isolated(status)) {
      proved = true;
      lines.add("Proved, from inside the sandbox and before the task's first instruction:");
      ProofText.lines(status.isolation()).forEach(line -> lines.add("  " + line));
      findings(status).forEach(lines::add);
    }
    if (!TaskEnd.is(status)) {
      String now = where(status);
      if (!now.equals(where)) {
        where = now;
        lines.add(now);
      }
    }
    return lines;
  }

  /** Phase, and what it waits for. */
  static String where(SandboxTaskStatus status) {
    var where = new StringBuilder(status.phase().name());
    if (status.phase() == Phase.Running && status.nodeName() != null) {
      where.append(" on ").append(TerminationMessage.clean(status.nodeName()));
    }
    if (status.reason() != null && !status.reason().isEmpty()) {
      where.append(": ").append(TerminationMessage.clean(status.reason()));
    }
    if (status.message() != null && !status.message().isEmpty()) {
      where.append(": ").append(TerminationMessage.clean(status.message()));
    }
    return where.toString();
  }

  /** Proved only if the operator says so; evidence alone is no verdict. */
  private static boolean isolated(SandboxTaskStatus status) {
    return status.conditions() != null
        && status.conditions().stream()
            .anyMatch(c -> "Isolated".equals(c.type()) && "True".equals(c.status()));
  }

  private static List<String> findings(SandboxTaskStatus status) {
    List<Finding> findings = status.findings() == null ? List.of() : status.findings();
    return findings.stream()
        .map(one -> "  weaker than it should be: %s: %s".formatted(one.type(), one.message()))
        .map(TerminationMessage::clean)
        .toList();
  }
}
