package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;

/** How one task ended. Every method asserts. */
public final class Ending {
  /** Event and metric come after the status, on other threads. */
  private static final Duration SOON = Duration.ofSeconds(20);

  /** What an event surely has room for; the operator cuts what is longer than the server takes. */
  private static final int SURELY_IN_A_NOTE = 200;

  private final Endings endings;
  private final Workplace workplace;
  private final SandboxTask task;

  Ending(Endings endings, Workplace workplace, SandboxTask task) {
    this.endings = endings;
    this.workplace = workplace;
    this.task = task;
  }

  /** The phase that belongs to a reason. */
  static Phase phase(Reason reason) {
    return reason.outcome() == Reason.Outcome.REFUSED ? Phase.Refused : Phase.Failed;
  }

  /**
   * Phase, reason, retryable and conditions in the status, a Warning event on the task with the
   * same words, and the metric; of a refused task there is no pod.
   */
  public Ending is(Reason reason) {
    SandboxTaskStatus status = task.getStatus();
    assertThat(status.phase()).as("%s", status).isEqualTo(phase(reason));
    assertThat(status.reason()).as("%s", status).isEqualTo(reason.name());
    assertThat(status.retryable()).as("retryable: %s", status).isEqualTo(reason.retryable());
    assertThat(status.completionTime()).as("completionTime: %s", status).isNotBlank();
    assertThat(condition("Finished")).as("Finished: %s", status).isEqualTo("True");
    assertThat(condition("Succeeded")).as("Succeeded: %s", status).isEqualTo("False");
    assertThat(condition("Stalled")).as("Stalled: %s", status).isEqualTo("True");
    if (status.phase() == Phase.Refused) {
      assertThat(workplace.pod(task)).as("pod of the refused task: %s", status).isNull();
      assertThat(status.runningTime()).as("runningTime: %s", status).isNull();
    }
    Awaitility.await("a Warning event %s on %s: %s".formatted(reason, name(), status))
        .atMost(SOON)
        .until(() -> warnings().stream().anyMatch(event -> isSaidBy(event, reason)));
    Awaitility.await("the metric counts a task as %s, such as %s".formatted(reason, name()))
        .atMost(SOON)
        .until(() -> endings.grew(reason));
    return this;
  }

  /** The message has each of these parts. */
  public Ending saying(String... parts) {
    assertThat(task.getStatus().message()).as("%s", task.getStatus()).contains(parts);
    return this;
  }

  /**
   * The message is like the one that the page of reasons shows: of the example's own words, those
   * without digits and quotation marks, most are in the message.
   */
  public Ending asInTheExample() {
    String message = task.getStatus().message();
    Reason reason = Reason.valueOf(task.getStatus().reason());
    List<String> words =
        Arrays.stream(reason.example().replaceAll("\"[^\"]*\"", " ").split("[\\s:;,()]+"))
            .filter(word -> word.matches("[A-Za-z.]{3,}"))
            .toList();
    assertThat(words.stream().filter(message::contains).count())
        .as("words of the example of %s, %s, in the message: %s", reason, words, message)
        .isGreaterThanOrEqualTo((words.size() * 3L + 4) / 5)
        .isPositive();
    return this;
  }

  /**
   * It was certain, so nothing waited for the task's {@code provisionSeconds} to be over. By the
   * times of API server and operator; the test asks for so many seconds that a slow machine does
   * not come near them.
   */
  public Ending beforeProvisionSecondsWereOver() {
    assertThat(untilCompletion())
        .as("certain, so said before provisionSeconds: %s", task.getStatus())
        .isLessThan(provisionSeconds());
    return this;
  }

  /** It might have passed, so the task was waited for until {@code provisionSeconds} were over. */
  public Ending whenProvisionSecondsWereOver() {
    assertThat(untilCompletion())
        .as("it might have passed, so not said before provisionSeconds: %s", task.getStatus())
        .isGreaterThanOrEqualTo(provisionSeconds());
    return this;
  }

  /** From the whole second in which the API server got the task, as the operator counts. */
  private Duration untilCompletion() {
    return Duration.between(
        Instant.parse(task.getMetadata().getCreationTimestamp()),
        Instant.parse(task.getStatus().completionTime()));
  }

  private Duration provisionSeconds() {
    return Duration.ofSeconds(task.getSpec().timeouts().provisionSeconds());
  }

  /** The task that ended. */
  public SandboxTask task() {
    return task;
  }

  private boolean isSaidBy(Event event, Reason reason) {
    String message = task.getStatus().message();
    String start = message.substring(0, Math.min(message.length(), SURELY_IN_A_NOTE));
    return event.getReason().equals(reason.name()) && event.getNote().startsWith(start);
  }

  private List<Event> warnings() {
    return workplace.events(task).stream()
        .filter(event -> "Warning".equals(event.getType()))
        .toList();
  }

  private String condition(String type) {
    return task.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .map(TaskCondition::status)
        .findFirst()
        .orElse("absent");
  }

  private String name() {
    return workplace.namespace() + "/" + task.getMetadata().getName();
  }
}
