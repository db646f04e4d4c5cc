package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Names;
import dev.glovebox.e2e.cli.PlannedSpecs.Spec;
import dev.glovebox.e2e.cli.SixtyTasks.Place;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;

/** In what a plan with a cluster and one without are the same, task by task. */
final class OfflineAgreement {
  /** What no task can be planned without. */
  private static final Set<String> ALWAYS =
      Set.of(
          "namespace",
          "policy",
          "operator's configuration",
          "runtime classes",
          "nodes",
          "certificates",
          "canaries",
          "the cluster's addresses",
          "policy engine",
          "service account",
          "unfinished tasks",
          "admission policies",
          "name");

  private OfflineAgreement() {}

  /** What a plan says of one task, without what is assumed of every cluster. */
  private record Answer(Optional<String> refusal, Map<String, JsonNode> objects) {
    static Answer of(PrintedPlans plans, Spec spec) {
      Map<String, JsonNode> objects = new TreeMap<>();
      plans.objects().values().stream()
          .filter(
              object ->
                  Names.taskLabel(spec.name())
                      .equals(object.getMetadata().getLabels().get(Names.TASK_LABEL)))
          .forEach(object -> objects.put(object.getKind(), WithoutAssumed.of(object)));
      return new Answer(Optional.ofNullable(plans.refusals().get(spec.name())), objects);
    }
  }

  /** The answer differs where the spec says that an assumption decides, and nowhere else. */
  static void holds(Place place, PrintedPlans seen, PrintedPlans offline) {
    var softly = new SoftAssertions();
    for (Spec spec : place.specs()) {
      Answer onTheCluster = Answer.of(seen, spec);
      Answer without = Answer.of(offline, spec);
      softly
          .assertThat(without.refusal().isPresent())
          .as("%s is refused or has objects", spec)
          .isEqualTo(without.objects().isEmpty());
      softly
          .assertThat(offline.assumed().get(spec.name()))
          .as("what is assumed for %s", spec)
          .containsAll(ALWAYS);
      if (spec.assumption().isEmpty()) {
        softly.assertThat(without).as("%s", spec).isEqualTo(onTheCluster);
      } else {
        softly.assertThat(without).as("%s", spec).isNotEqualTo(onTheCluster);
        softly
            .assertThat(offline.assumed().get(spec.name()))
            .as("%s", spec)
            .contains(spec.assumption());
      }
      if (spec.spec().contains("storageClassName") || spec.spec().contains("type: Claim")) {
        softly.assertThat(offline.assumed().get(spec.name())).contains("storage classes");
      }
    }
    softly.assertAll();
    // The comparison is of something.
    assertThat(seen.objects().size() + seen.refusals().size())
        .isGreaterThanOrEqualTo(place.specs().size());
  }
}
