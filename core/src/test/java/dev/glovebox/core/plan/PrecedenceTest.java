package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.task;

import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When several things are wrong, the first of a fixed order gives the reason. */
class PrecedenceTest {

  /** One thing that is wrong, and how to mend it. */
  private record Fault(Reason reason, Runnable mend) {}

  private final TestCluster cluster = new TestCluster();
  private String spec = "";

  @Test
  void specThenPolicyThenRuntimeClassThenNodeThenStorageThenSecrets() {
    cluster.runtimeClasses.clear();
    cluster.storageClasses.clear();
    cluster.absentSecret("npm-token");
    cluster.nodes.clear();
    cluster.missing = List.of("service range");
    String network = "network: {mode: Internet}\n";
    String secret = "secrets: [{secretName: npm-token, key: token, path: /run/secrets/t}]\n";
    String tooMuch = "resources: {memory: 100Gi}\n";
    String reserved = "env: [{name: PATH, value: /workspace}]\n";
    spec = network + secret + tooMuch + reserved;

    List<Fault> faults = new ArrayList<>();
    faults.add(new Fault(Reason.InvalidSpec, () -> spec = network + secret + tooMuch));
    faults.add(new Fault(Reason.PolicyViolation, () -> spec = network + secret));
    faults.add(new Fault(Reason.RuntimeClassMissing, () -> cluster.runtimeClass("gvisor", "runc")));
    faults.add(
        new Fault(Reason.RuntimeHandlerNotAllowed, () -> cluster.runtimeClass("gvisor", "runsc")));
    faults.add(
        new Fault(
            Reason.NoNodeWithRuntime,
            () -> cluster.nodes.add(TestCluster.node("node-1", "runsc"))));
    faults.add(
        new Fault(
            Reason.StorageClassMissing,
            () ->
                cluster.storageClasses.put(
                    "standard", new Facts.StorageClassFacts("standard", "Delete"))));
    faults.add(
        new Fault(
            Reason.SecretMissing,
            () -> cluster.secret("npm-token", TestCluster.USABLE, "Opaque", Map.of("token", 1))));
    faults.add(new Fault(Reason.NetworkRangesUnknown, () -> cluster.missing = List.of()));

    for (Fault fault : faults) {
      assertRefused(decide(), fault.reason());
      fault.mend().run();
    }
    planned(decide());
  }

  @Test
  void theMessageOfARefusedSpecListsEverythingThatIsWrongWithIt() {
    spec = "env: [{name: PATH}]\nrunAsUser: 0\nworkingDir: /etc\n";
    assertRefused(
        decide(), Reason.InvalidSpec, "spec.env[0].name", "spec.runAsUser", "spec.workingDir");
  }

  private Decision decide() {
    return Planner.plan(task(spec), policy(), cluster.facts());
  }
}
