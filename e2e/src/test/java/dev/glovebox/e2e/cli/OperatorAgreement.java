package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cli.PlannedSpecs.End;
import dev.glovebox.e2e.cli.PlannedSpecs.Spec;
import dev.glovebox.e2e.cli.SixtyTasks.Place;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;

/** Tasks that were made, and in what the operator's doing and a plan of them are the same. */
final class OperatorAgreement {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Workplace workplace;
  private final List<Case> cases;

  private OperatorAgreement(Workplace workplace, List<Case> cases) {
    this.workplace = workplace;
    this.cases = cases;
  }

  /** A task, as the file says it, and as it was made. */
  private record Case(Spec spec, String document, String uid) {
    String name() {
      return spec.name();
    }
  }

  /** Makes the tasks of a place, and does not wait for what the operator makes of them. */
  static OperatorAgreement make(Place place) {
    List<Case> cases = new ArrayList<>();
    for (Spec spec : place.specs()) {
      String uid =
          place
              .workplace()
              .cluster()
              .client()
              .resource(Serialization.unmarshal(place.document(spec), SandboxTask.class))
              .create()
              .getMetadata()
              .getUid();
      // As it is in the user's file, with nothing that the API server filled in but its UID.
      cases.add(new Case(spec, place.document(spec, uid), uid));
    }
    return new OperatorAgreement(place.workplace(), cases);
  }

  /** A file with all of them. */
  String documents() {
    return cases.stream().map(Case::document).collect(Collectors.joining("\n---\n"));
  }

  /**
   * What is printed for {@link #documents} is what the operator makes.
   *
   * @param plan prints it, once the operator is done
   * @return what it printed
   */
  PrintedPlans holds(Supplier<Plugin.Result> plan) {
    Map<String, SandboxTask> ended = ended();
    Plugin.Result result = plan.get();
    PrintedPlans printed = PrintedPlans.of(result);
    Map<String, String> refusals = printed.refusals();
    Map<String, HasMetadata> planned = new TreeMap<>(printed.objects());
    var made = MadeObjects.in(workplace.cluster(), workplace.namespace());

    var softly = new SoftAssertions();
    for (Case one : cases) {
      SandboxTask task = ended.get(one.name());
      boolean refused = task.getStatus() != null && task.getStatus().phase() == Phase.Refused;
      softly
          .assertThat(refused)
          .as("%s: %s", one.spec(), task.getStatus())
          .isEqualTo(one.spec().end() != End.MADE);
      switch (one.spec().end()) {
        case MADE -> softly.assertThat(refusals).doesNotContainKey(one.name());
        case REFUSED -> {
          String said = "%s: %s".formatted(task.getStatus().reason(), task.getStatus().message());
          // Whoever cancels is told in other words before the planner is asked.
          boolean cancelled = one.spec().spec().contains("Cancelled");
          softly
              .assertThat(refusals.get(one.name()))
              .as("%s", one.spec())
              .isNotNull()
              .startsWith(cancelled ? "CancelledBeforeStart: " : said);
        }
        case REFUSED_FOR_A_SECRET -> {
          softly
              .assertThat(result.err())
              .contains(
                  "%s/%s: open: checked by the operator: secret"
                      .formatted(workplace.namespace(), one.name()));
          planned.values().removeIf(object -> ofTask(object, one.uid()));
        }
      }
    }
    softly.assertThat(planned.keySet()).as("%s", result.err()).isEqualTo(made.keySet());
    planned.forEach(
        (key, object) -> {
          if (made.containsKey(key)) {
            softly.assertThat(MadeObjects.differences(object, made.get(key))).as(key).isEmpty();
          }
        });
    softly.assertAll();
    assertThat(result.exitCode()).isEqualTo(refusals.isEmpty() ? 0 : 1);
    return printed;
  }

  private static boolean ofTask(HasMetadata object, String uid) {
    return uid.equals(object.getMetadata().getLabels().get("glovebox.dev/task-uid"));
  }

  /** Each task, once it is refused or everything of it is there. */
  private Map<String, SandboxTask> ended() {
    Map<String, SandboxTask> now = new TreeMap<>();
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              now.clear();
              workplace
                  .cluster()
                  .client()
                  .resources(SandboxTask.class)
                  .inNamespace(workplace.namespace())
                  .list()
                  .getItems()
                  .forEach(task -> now.put(task.getMetadata().getName(), task));
              assertThat(
                      cases.stream()
                          .map(one -> now.get(one.name()))
                          .filter(task -> !isReleased(task) && !isRefused(task))
                          .map(task -> task.getMetadata().getName() + ": " + task.getStatus())
                          .toList())
                  .isEmpty();
            });
    return now;
  }

  private static boolean isRefused(SandboxTask task) {
    return task.getStatus() != null && task.getStatus().phase() == Phase.Refused;
  }

  /** The last object of a task, its claim, is made before its pod's UID is recorded. */
  private static boolean isReleased(SandboxTask task) {
    return task.getStatus() != null && task.getStatus().podUID() != null;
  }
}
