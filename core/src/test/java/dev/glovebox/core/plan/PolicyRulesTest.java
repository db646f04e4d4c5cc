package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;

import dev.glovebox.core.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyRulesTest {

  private static final String DIGEST = "@sha256:" + "a".repeat(64);

  private final TestCluster cluster = new TestCluster();

  private Decision plan(String spec) {
    return Planner.plan(task(spec), policy(), cluster.facts());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resources: {cpu: 4001m}               | spec.resources.cpu: 4001m | 4",
        "resources: {memory: 8193Mi}           | spec.resources.memory: 8193Mi | 8Gi",
        "resources: {ephemeralStorage: 11Gi}   | spec.resources.ephemeralStorage: 11Gi | 10Gi",
        "workspace: {size: 10241Mi}            | spec.workspace.size: 10241Mi | 10Gi",
        "workspace: {storageClassName: fast}   | spec.workspace.storageClassName: \"fast\" | standard",
        "timeouts: {provisionSeconds: 601}     | spec.timeouts.provisionSeconds: 601 | 600",
        "timeouts: {runSeconds: 21601}         | spec.timeouts.runSeconds: 21601 | 21600",
        "ttlSecondsAfterFinished: 86401        | spec.ttlSecondsAfterFinished: 86401 | 86400",
        "runAsUser: 9999                       | spec.runAsUser: 9999 | 10000",
        "runAsUser: 60000                      | spec.runAsUser: 60000 | 59999",
        "dangerouslyAllow: [WritableRoot]      | spec.dangerouslyAllow: WritableRoot | default",
      })
  void aViolationNamesFieldValueAndLimit(String spec, String fieldAndValue, String limit) {
    assertRefused(
        plan(spec), Reason.PolicyViolation, fieldAndValue, limit, "SandboxPolicy \"default\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resources: {cpu: '4', memory: 8192Mi, ephemeralStorage: 10240Mi}",
        "workspace: {size: 10Gi, storageClassName: standard}",
        "timeouts: {provisionSeconds: 600, runSeconds: 21600}",
        "ttlSecondsAfterFinished: 86400",
        "runAsUser: 10000",
        "runAsUser: 59999",
      })
  void exactlyTheLimitIsAllowed(String spec) {
    planned(plan(spec));
  }

  @ParameterizedTest
  @CsvSource({
    "registry.example.com/toolsevil/make",
    "registry.example.com/tool/make",
    "registry.example.com.evil.org/tools/make",
    "evil.org/registry.example.com/tools/make",
    "registry.example.com:5000/tools/make",
    "tools/make",
    "make",
    "docker.io/tools/make",
  })
  void imagesFromElsewhereAreViolations(String image) {
    assertRefused(
        plan("image: " + image + DIGEST),
        Reason.PolicyViolation,
        "spec.image",
        "registry.example.com/tools/");
  }

  @ParameterizedTest
  @CsvSource({
    "registry.example.com/tools",
    "registry.example.com/tools/make",
    "registry.example.com/tools/a/b",
    "registry.example.com/tools/make:1.2",
  })
  void imagesAtOrUnderAnAllowedPathPass(String image) {
    planned(plan("image: " + image + DIGEST));
  }

  @Test
  void aTagIsAViolationWhereADigestIsRequired() {
    assertRefused(
        plan("image: registry.example.com/tools/make:1"),
        Reason.PolicyViolation,
        "spec.image",
        "spec.images.requireDigest");
  }

  @Test
  void workspaceTypesAreThePolicys() {
    var onlyEphemeral = policyWith("workspace: {types: [Ephemeral], maxSize: 1Gi}");
    assertRefused(
        Planner.plan(task("command: [x]"), onlyEphemeral, cluster.facts()),
        Reason.PolicyViolation,
        "spec.workspace.type: Claim",
        "Ephemeral");
    planned(Planner.plan(task("workspace: {type: Ephemeral}"), onlyEphemeral, cluster.facts()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "runtimes: []                              | spec.runtimes",
        "images: {registries: []}                  | spec.images.registries: none",
        "images: {registries: [registry.example.com/tools]} | spec.images.registries",
        "resources: {}                             | spec.resources.max.cpu",
        "resources: {max: {cpu: '4', memory: 1Gi}} | spec.resources.max.ephemeralStorage",
        "resources: {max: {cpu: x, memory: 1Gi, ephemeralStorage: 1Gi}} | spec.resources.max.cpu",
        "resources: {max: {cpu: '4', memory: 1Gi, ephemeralStorage: 1Gi}, default: {cpu: '0'}} | spec.resources.cpu",
        "resources: {max: {cpu: '4', memory: 1Gi, ephemeralStorage: 1Gi}, default: {memory: '0'}} | spec.resources.memory",
        "times: {}                                 | spec.times.max.runSeconds",
        "times: {max: {provisionSeconds: 9, runSeconds: 9, ttlSecondsAfterFinished: 9}, default: {runSeconds: 0}} | spec.timeouts.runSeconds",
        "workspace: {}                             | spec.workspace.type",
        "workspace: {types: [Claim], storageClassNames: [standard]} | spec.workspace.maxSize",
        "workspace: {types: [Claim], maxSize: 1Gi} | spec.workspace.storageClassNames: none",
        "users: {min: 0, max: 999}                 | spec.runAsUser",
        "network: {modes: []}                      | spec.network.modes",
        "pods: {labels: {glovebox.dev/task-uid: x}} | spec.pods.labels",
        "pods: {copyLabels: [glovebox.dev/task]}   | spec.pods.copyLabels",
        "pods: {copyLabels: [app.kubernetes.io/managed-by]} | spec.pods.copyLabels",
        "pods: {labels: {dev.gvisor.x: y}}         | spec.pods.labels",
        "pods: {homeSize: big}                     | homeSize",
      })
  void aPolicyThatSaysNothingOrNonsenseAllowsNothing(String field, String message) {
    assertRefused(
        Planner.plan(task("command: [x]"), policyWith(field), cluster.facts()),
        Reason.PolicyViolation,
        message);
  }

  @Test
  void aWholePodsLifeFitsTheApiServersLimit() {
    var endless =
        policyWith(
            "times: {max: {provisionSeconds: 2147483647, runSeconds: 2147483647, ttlSecondsAfterFinished: 1}}");
    assertRefused(
        Planner.plan(
            task("timeouts: {provisionSeconds: 2147483647, runSeconds: 1}"),
            endless,
            cluster.facts()),
        Reason.PolicyViolation,
        "spec.timeouts");
  }
}
