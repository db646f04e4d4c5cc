package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestCluster.node;
import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.assertWaiting;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeSelectionTest {

  private final TestCluster cluster = new TestCluster();

  private Decision plan(String spec) {
    return Planner.plan(task(spec), policy(), cluster.facts());
  }

  @Test
  void aClassThatIsNotThereIsRefusedAndNeverReplacedByTheDefaultRuntime() {
    assertRefused(plan("runtimes: [kata]"), Reason.RuntimeClassMissing, "kata");
    cluster.runtimeClasses.clear();
    assertRefused(plan("command: [x]"), Reason.RuntimeClassMissing, "gvisor", "kata");
  }

  @Test
  void aClassThatIsNotOnThePolicyCannotBeUsedThoughItExists() {
    cluster.runtimeClass("runc", "runc");
    assertRefused(plan("runtimes: [runc]"), Reason.PolicyViolation, "spec.runtimes", "runc");
  }

  @Test
  void theFirstThatCanRunIsTaken() {
    cluster.runtimeClass("kata", "kata-qemu");
    cluster.nodes.add(node("node-3", "kata-qemu"));
    cluster.certificate(node("node-3", "kata-qemu"), "kata", Certification.CERTIFIED);
    assertThat(planned(plan("runtimes: [kata, gvisor]")).runtime().runtimeClassName())
        .isEqualTo("kata");
    assertThat(planned(plan("command: [x]")).runtime().runtimeClassName()).isEqualTo("gvisor");
    cluster.nodes.removeLast();
    assertThat(planned(plan("runtimes: [kata, gvisor]")).runtime().runtimeClassName())
        .isEqualTo("gvisor");
    assertThat(planned(plan("runtimes: [unknown, gvisor]")).runtime().runtimeClassName())
        .isEqualTo("gvisor");
  }

  @Test
  void aHandlerThatThePolicyDoesNotListIsRefusedWhateverTheClassIsCalled() {
    cluster.runtimeClass("gvisor", "runc");
    assertRefused(
        plan("runtimes: [gvisor]"), Reason.RuntimeHandlerNotAllowed, "gvisor", "\"runc\"", "runsc");
  }

  @Test
  void noNodeWithTheHandlerIsRefused() {
    cluster.nodes.removeIf(node -> node.handlers().contains("runsc"));
    assertRefused(plan("command: [x]"), Reason.NoNodeWithRuntime, "gvisor", "runsc");
  }

  @Test
  void aNodeThatHasTheHandlerButIsNotReadyIsWaitedFor() {
    cluster.nodes.clear();
    cluster.nodes.add(node("node-1", false, false, List.of("runsc")));
    cluster.nodes.add(node("node-2", true, true, List.of("runsc")));
    assertWaiting(plan("command: [x]"), Reason.NoNodeWithRuntime, "node-1", "node-2");
    cluster.nodes.add(node("node-3", "runsc"));
    cluster.certificate(node("node-3", "runsc"), "gvisor", Certification.CERTIFIED);
    assertThat(planned(plan("command: [x]")).nodes())
        .extracting(Facts.NodeFacts::name)
        .containsExactly("node-3");
  }

  @Test
  void aNodeThatDoesNotSayItsKernelIsNotCountedOn() {
    cluster.nodes.clear();
    cluster.nodes.add(
        new Facts.NodeFacts(
            "mute", "u", true, false, List.of("runsc"), "6.1.0", "", "", "", Map.of(), List.of()));
    assertWaiting(plan("command: [x]"), Reason.NoNodeWithRuntime, "mute");
  }

  @Test
  void theNodeSelectorsOfTheClassAndOfThePolicyBothCount() {
    cluster.selectNodes("gvisor", Map.of("kubernetes.io/hostname", "node-2"));
    assertThat(planned(plan("command: [x]")).nodes())
        .extracting(Facts.NodeFacts::name)
        .containsExactly("node-2");

    var elsewhere = policyWith("pods: {nodeSelector: {kubernetes.io/hostname: node-1}}");
    assertRefused(
        Planner.plan(task("command: [x]"), elsewhere, cluster.facts()), Reason.NoNodeWithRuntime);
  }

  @Test
  void ofSeveralClassesTheFurthestGivesTheReasonAndTheMessageListsAll() {
    cluster.runtimeClass("gvisor", "runc");
    assertRefused(
        plan("runtimes: [kata, gvisor, other]"),
        Reason.RuntimeHandlerNotAllowed,
        "kata: there is no RuntimeClass",
        "gvisor: the RuntimeClass has handler",
        "other: SandboxPolicy \"default\" does not allow it");
  }

  @Test
  void atMostFiveHundredNodesSortedByName() {
    cluster.nodes.clear();
    for (int i = 999; i >= 0; i--) {
      Facts.NodeFacts node = node("node-%03d".formatted(i), "runsc");
      cluster.nodes.add(node);
      cluster.certificate(node, "gvisor", Certification.CERTIFIED);
    }
    List<Facts.NodeFacts> nodes = planned(plan("command: [x]")).nodes();
    assertThat(nodes).hasSize(500).isSortedAccordingTo((a, b) -> a.name().compareTo(b.name()));
    assertThat(nodes.getLast().name()).isEqualTo("node-499");
  }
}
