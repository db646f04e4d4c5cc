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
  private final ToldMessages told = new ToldMessages();
  private String where = "";
  private String line = "";
  private boolean proved;
  private boolean advised;

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
        String news = where(status, told.news(message(status)));
        if (!news.equals(line)) {
          lines.add(news);
        }
        line = where(status, "");
      }
      if (!advised && PullAdvice.isFor(status)) {
        advised = true;
        lines.add(PullAdvice.line(task));
      }
    }
    return lines;
  }

  /** How it ended, and what to do. */
  List<String> end(SandboxTaskStatus status) {
    return TaskEnd.lines(status, told.news(message(status)));
  }

  /** Phase, and what it waits for. */
  static String where(SandboxTaskStatus status) {
    return where(status, message(status));
  }

  private static String where(SandboxTaskStatus status, String message) {
    var where = new StringBuilder(status.phase().name());
    if (status.phase() == Phase.Running && status.nodeName() != null) {
      where.append(" on ").append(TerminationMessage.clean(status.nodeName()));
    }
    if (status.reason() != null && !status.reason().isEmpty()) {
      where.append(": ").append(TerminationMessage.clean(status.reason()));
    }
    if (!message.isEmpty()) {
      where.append(": ").append(message);
    }
    return where.toString();
  }

  private static String message(SandboxTaskStatus status) {
    return TerminationMessage.clean(status.message());
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
