package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.cli.text.Lapse;
import dev.glovebox.core.progress.TerminationMessage;
import dev.glovebox.core.reason.Reason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What to say to somebody whose task waits for an image that may never come. */
final class PullAdvice {
  private PullAdvice() {}

  /** Whether the task still waits for its image after a pull that failed. */
  static boolean isFor(SandboxTaskStatus status) {
    return Reason.ImagePullFailed.name().equals(status.reason())
        && (status.phase() == Phase.Provisioning || status.phase() == Phase.Attesting);
  }

  /** One line: what to check, until when it is tried again, and the way out. */
  static String line(SandboxTask task) {
    return "  Check the image's name and digest first: %s. It is tried again until %s; Ctrl-C ends it"
        .formatted(TerminationMessage.clean(task.getSpec().image()), until(task));
  }

  private static String until(SandboxTask task) {
    Integer seconds = seconds(task);
    if (seconds == null) {
      return "provisionSeconds are over";
    }
    Duration limit = Duration.ofSeconds(seconds);
    return "%s after its creation%s (provisionSeconds %d)"
        .formatted(Lapse.of(limit), at(task, limit), seconds);
  }

  /** Those in force, else those asked for; null if neither is known. */
  private static Integer seconds(SandboxTask task) {
    var effective = task.getStatus().effective();
    Timeouts timeouts =
        effective != null && effective.timeouts() != null
            ? effective.timeouts()
            : task.getSpec().timeouts();
    return timeouts == null ? null : timeouts.provisionSeconds();
  }

  private static String at(SandboxTask task, Duration limit) {
    try {
      Instant created = Instant.parse(task.getMetadata().getCreationTimestamp());
      return ", at " + created.plus(limit).truncatedTo(ChronoUnit.SECONDS);
    } catch (DateTimeException e) {
      return "";
    }
  }
}
