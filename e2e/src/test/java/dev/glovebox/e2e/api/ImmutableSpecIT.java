package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A task that exists is the task that runs: nothing in its spec changes but that it is cancelled.
 */
@OnCluster(OnCluster.Needs.CRDS)
class ImmutableSpecIT {
  private static final String REFUSED = "spec is immutable after creation";
  private static final String NAME = "immutable";

  /** There is no task without these and with the rest, so they cannot be added to one. */
  private static final Set<String> NEEDED_BY_ANOTHER =
      Set.of(
          "/spec/network/mode",
          "/spec/network/allow",
          "/spec/network/allow/0",
          "/spec/network/allow/0/ports/0",
          "/spec/network/dns/servers/0");

  private static Submission submission;

  @BeforeAll
  static void open(Cluster cluster) {
    submission = new Submission(cluster);
  }

  @AfterEach
  void remove() {
    submission.delete(Submission.task(NAME));
  }

  /** All fields but desiredState. SpecField fails when the example lacks one. */
  static List<SpecField> fields() throws IOException {
    JsonNode crd =
        Submission.read(
            Files.readString(Checkout.file("crds/yaml/sandboxtasks.glovebox.dev.yaml")));
    JsonNode schema = crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
    return SpecField.all(schema, everything()).stream()
        .filter(field -> !field.at().toString().equals("/spec/desiredState"))
        .toList();
  }

  static List<SpecField> leaves() throws IOException {
    return fields().stream().filter(SpecField::isLeaf).toList();
  }

  static List<SpecField> optional() throws IOException {
    return fields().stream().filter(field -> !field.required()).toList();
  }

  @ParameterizedTest
  @MethodSource("leaves")
  void aFieldThatIsChangedIsRefused(SpecField field) throws IOException {
    submission.create(everything());
    assertRefused(field, field.changedIn(everything()));
  }

  @ParameterizedTest
  @MethodSource("optional")
  void aFieldThatIsRemovedIsRefused(SpecField field) throws IOException {
    submission.create(everything());
    if (field.isDefault(everything())) {
      // To leave out what is the default is to say the same.
      submission.judgeUpdate(field.removedFrom(everything()));
    } else {
      assertRefused(field, field.removedFrom(everything()));
    }
  }

  @ParameterizedTest
  @MethodSource("optional")
  void aFieldThatIsAddedIsRefused(SpecField field) throws IOException {
    ObjectNode without = field.removedFrom(everything());
    if (NEEDED_BY_ANOTHER.contains(field.toString())) {
      assertThat(submission.accepts(without)).as("can be without %s", field).isFalse();
      return;
    }
    submission.create(without);
    if (field.isDefault(everything())) {
      submission.judgeUpdate(everything());
    } else {
      assertRefused(field, everything());
    }
  }

  @Test
  void aTaskIsCancelledOnceAndForAll() {
    ObjectNode task = Submission.task(NAME);
    submission.create(task);
    ObjectNode cancelled = submission.stored(task);
    Submission.spec(cancelled).put("desiredState", "Cancelled");
    submission.update(cancelled);

    ObjectNode again = submission.stored(task);
    submission.judgeUpdate(again);
    Submission.spec(again).put("desiredState", "Run");
    String words = "desiredState may change from Run to Cancelled only, not from Cancelled to Run";
    assertThat(Submission.refusal("run again", () -> submission.judgeUpdate(again)))
        .contains("spec.desiredState: ", words);
    Submission.spec(again).remove("desiredState");
    assertThat(Submission.refusal("left out", () -> submission.judgeUpdate(again))).contains(words);
  }

  @Test
  void theSameSpecIsAcceptedAgainAndSoIsOneWithoutItsDefaults() throws IOException {
    submission.create(everything());
    submission.judgeUpdate(everything());
    ObjectNode least = Submission.task(NAME);
    submission.delete(least);
    submission.create(least);
    submission.judgeUpdate(least);
  }

  @Test
  void severalChangesAreAllNamed() throws IOException {
    submission.create(everything());
    ObjectNode changed = everything();
    Submission.spec(changed).put("workingDir", "/elsewhere").put("runAsUser", 10002);
    assertThat(Submission.refusal("two", () -> submission.judgeUpdate(changed)))
        .contains("changed: workingDir runAsUser");
  }

  /** The example with everything, under the test's name, with few values that are defaults. */
  private static ObjectNode everything() throws IOException {
    ObjectNode task =
        Submission.read(
            Files.readString(
                Checkout.file(
                    "crds/src/test/resources/examples/sandboxtask/valid/everything.yaml")));
    ((ObjectNode) task.get("metadata")).put("name", NAME);
    Submission.spec(task).put("terminationGracePeriodSeconds", 5);
    ((ObjectNode) task.at("/spec/network/allow/0/ports/0")).put("protocol", "UDP");
    return task;
  }

  private static void assertRefused(SpecField field, ObjectNode changed) {
    String top = field.at().tail().getMatchingProperty();
    assertThat(Submission.refusal(field.toString(), () -> submission.judgeUpdate(changed)))
        .contains(REFUSED)
        .containsPattern("changed:.* " + top + "(\\W|$)");
  }
}
