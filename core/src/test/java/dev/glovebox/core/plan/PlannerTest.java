package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.IMAGE;
import static dev.glovebox.core.plan.TestObjects.UID;
import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.assertWaiting;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static dev.glovebox.core.plan.TestObjects.taskWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private final TestCluster cluster = new TestCluster();

  private Decision plan(String spec) {
    return Planner.plan(task(spec), policy(), cluster.facts());
  }

  @Test
  void theSmallestTaskIsPlannedWithEveryDefaultFilledIn() {
    Plan plan = planned(plan("command: [make]"));
    SandboxTaskSpec spec = plan.spec();

    assertThat(plan.namespace()).isEqualTo("agents");
    assertThat(plan.objectName()).isEqualTo("gbx-fix-issue-42-1a2b3c4d");
    assertThat(plan.taskUid()).isEqualTo(UID);
    assertThat(plan.policy().name()).isEqualTo("default");
    assertThat(plan.policy().generation()).isEqualTo(3L);
    assertThat(plan.runtime().runtimeClassName()).isEqualTo("gvisor");
    assertThat(plan.runtimeClass().handler()).isEqualTo("runsc");
    assertThat(plan.nodes()).extracting(Facts.NodeFacts::name).containsExactly("node-1", "node-2");

    assertThat(spec.image()).isEqualTo(IMAGE);
    assertThat(spec.command()).containsExactly("make");
    assertThat(spec.args()).isEmpty();
    assertThat(spec.workingDir()).isEqualTo("/workspace");
    assertThat(spec.env()).isEmpty();
    assertThat(spec.runtimes()).containsExactly("gvisor", "kata");
    assertThat(spec.runAsUser()).isEqualTo(10000);
    assertThat(spec.resources().memory()).hasToString("1Gi");
    assertThat(spec.workspace().type()).isEqualTo(WorkspaceType.Claim);
    assertThat(spec.workspace().size()).hasToString("1Gi");
    assertThat(spec.workspace().mountPath()).isEqualTo("/workspace");
    assertThat(spec.workspace().storageClassName()).isEqualTo("standard");
    assertThat(spec.network().mode()).isEqualTo(NetworkMode.None);
    assertThat(spec.network().allow()).isEmpty();
    assertThat(spec.network().dns().servers()).isEmpty();
    assertThat(spec.timeouts()).isEqualTo(new Timeouts(300, 1800));
    assertThat(spec.terminationGracePeriodSeconds()).isEqualTo(1);
    assertThat(spec.ttlSecondsAfterFinished()).isEqualTo(3600);
    assertThat(spec.desiredState()).isEqualTo(DesiredState.Run);
    assertThat(spec.dangerouslyAllow()).isEmpty();

    assertThat(plan.effective().runtimeClassName()).isEqualTo("gvisor");
    assertThat(plan.effective().runAsUser()).isEqualTo(10000);
    assertThat(plan.effective().timeouts()).isEqualTo(spec.timeouts());
    assertThat(plan.effective().imageID()).isNull();
    assertThat(plan.egress()).isEmpty();
    assertThat(plan.pullSecretNames()).containsExactly("registry-login");
    assertThat(plan.podLabels()).isEmpty();
    assertThat(plan.findings()).isEmpty();
  }

  @Test
  void theSameArgumentsGiveTheSamePlan() {
    assertThat(plan("args: [a]")).isEqualTo(plan("args: [a]"));
  }

  @Test
  void whatTheTaskAsksForIsKept() {
    Plan plan =
        planned(
            plan(
                """
                command: [/bin/sh, -c]
                args: [make test]
                workingDir: /workspace/src
                env: [{name: LANG, value: C.UTF-8}, {name: EMPTY}]
                secrets: [{secretName: npm-token, key: token, path: /run/secrets/npm-token}]
                configMaps: [{name: skills, mountPath: /context/skills}]
                runtimes: [gvisor]
                runAsUser: 12345
                resources: {cpu: 500m, memory: 2Gi, ephemeralStorage: 100Mi}
                workspace: {type: Ephemeral, size: 3Gi, mountPath: /work}
                timeouts: {provisionSeconds: 60, runSeconds: 61}
                terminationGracePeriodSeconds: 0
                ttlSecondsAfterFinished: 0
                """));

    assertThat(plan.spec().workingDir()).isEqualTo("/workspace/src");
    assertThat(plan.spec().env().get(1).value()).isEmpty();
    assertThat(plan.secretUids()).containsExactly(Map.entry("npm-token", "secret-1"));
    assertThat(plan.configMapUids()).containsExactly(Map.entry("skills", "cm-1"));
    assertThat(plan.effective().runAsUser()).isEqualTo(12345);
    assertThat(plan.effective().resources().cpu()).hasToString("500m");
    assertThat(plan.spec().workspace().mountPath()).isEqualTo("/work");
    assertThat(plan.spec().workspace().storageClassName()).isNull();
    assertThat(plan.effective().timeouts()).isEqualTo(new Timeouts(60, 61));
    assertThat(plan.effective().ttlSecondsAfterFinished()).isZero();
    assertThat(plan.spec().terminationGracePeriodSeconds()).isZero();
  }

  @Test
  void withoutAWorkspaceTheImageSaysWhereTheTaskStarts() {
    Plan plan = planned(plan("workspace: {type: None}"));
    assertThat(plan.spec().workspace().mountPath()).isNull();
    assertThat(plan.spec().workingDir()).isNull();
  }

  @Test
  void aDefaultNeverExceedsThePolicysMaximum() {
    var strict =
        policyWith(
            "resources: {max: {cpu: 500m, memory: 512Mi, ephemeralStorage: 256Mi}}",
            "workspace: {types: [Claim], maxSize: 100Mi, storageClassNames: [standard]}",
            "times: {max: {provisionSeconds: 100, runSeconds: 200, ttlSecondsAfterFinished: 10}}");
    Plan plan = planned(Planner.plan(task("command: [x]"), strict, cluster.facts()));
    assertThat(plan.spec().resources().cpu()).hasToString("500m");
    assertThat(plan.spec().resources().memory()).hasToString("512Mi");
    assertThat(plan.spec().workspace().size()).hasToString("100Mi");
    assertThat(plan.spec().timeouts()).isEqualTo(new Timeouts(100, 200));
    assertThat(plan.spec().ttlSecondsAfterFinished()).isEqualTo(10);
  }

  @Test
  void aCancelledTaskIsNotPlanned() {
    assertRefused(
        plan("desiredState: Cancelled"), Reason.CancelledBeforeStart, "spec.desiredState");
  }

  @Test
  void aTaskWithoutASpecIsInvalid() {
    var task = task("command: [x]");
    task.setSpec(null);
    assertRefused(Planner.plan(task, policy(), cluster.facts()), Reason.InvalidSpec, "spec");
  }

  @Test
  void reservedKeysOfTheTaskAreRefused() {
    var task = taskWith("{annotations: {dev.gvisor.flag.host-uds: all}}", "image: " + IMAGE);
    assertRefused(
        Planner.plan(task, policy(), cluster.facts()),
        Reason.ReservedMetadata,
        "metadata.annotations",
        "dev.gvisor.flag.host-uds",
        "gVisor");
  }

  @Test
  void reservedKeysOfTheNamespaceAreRefused() {
    cluster.namespace =
        new Facts.NamespaceFacts("agents", Map.of("io.katacontainers.x", "y"), Map.of());
    assertRefused(
        plan("command: [x]"), Reason.ReservedMetadata, "namespace agents", "io.katacontainers.x");
  }

  @Test
  void aFullNamespaceWaits() {
    cluster.activeTasks = 199;
    planned(plan("command: [x]"));
    cluster.activeTasks = 200;
    assertWaiting(
        plan("command: [x]"),
        Reason.QuotaExceeded,
        "agents",
        "200",
        "spec.maxActiveTasksPerNamespace");
  }

  @Test
  void withoutACanaryThatAnswersATaskWaits() {
    cluster.canaries = List.of();
    assertWaiting(plan("command: [x]"), Reason.CertificationInconclusive, "canary");
  }

  @Test
  void aServiceAccountThatIsNotThereYetIsWaitedFor() {
    cluster.serviceAccount = new Lookup.Absent<>();
    assertWaiting(plan("command: [x]"), Reason.PodRejected, "ServiceAccount \"default\"");
  }

  @Test
  void aServiceAccountThatCannotBeReadIsNotTakenForOneWithoutPullSecrets() {
    cluster.serviceAccount = new Lookup.Unreadable<>("timeout");
    assertRefused(plan("command: [x]"), Reason.ReadBackFailed, "ServiceAccount", "timeout");
  }

  @Test
  void pullSecretsThatThePolicyDoesNotNameAreAViolationThatNamesThem() {
    cluster.serviceAccount =
        new Lookup.Found<>(
            new Facts.ServiceAccountFacts("default", List.of("registry-login", "team-login")));
    assertRefused(
        plan("command: [x]"), Reason.PolicyViolation, "team-login", "spec.images.pullSecretNames");
    cluster.serviceAccount =
        new Lookup.Found<>(new Facts.ServiceAccountFacts("default", List.of("registry-login")));
    planned(plan("command: [x]"));
  }

  @Test
  void nothingIsWaitedForWhenSomethingIsFinal() {
    cluster.canaries = List.of();
    cluster.activeTasks = 1000;
    cluster.serviceAccount = new Lookup.Absent<>();
    cluster.storageClasses.clear();
    assertRefused(plan("command: [x]"), Reason.StorageClassMissing);
  }

  @Test
  void everyRiskInUseAndATagAreFindings() {
    var lax =
        policyWith(
            "images: {registries: [registry.example.com/tools/], requireDigest: false}",
            "dangerouslyAllow: [WritableRoot, ReservedMountPath]");
    Plan plan =
        planned(
            Planner.plan(
                task(
                    """
                    image: registry.example.com/tools/make:1
                    dangerouslyAllow: [WritableRoot, ReservedMountPath]
                    configMaps: [{name: skills, mountPath: /etc/skills}]
                    """),
                lax,
                cluster.facts()));
    assertThat(plan.findings())
        .extracting(Finding::type)
        .containsExactly("ImageNotPinned", "ReservedMountPath", "WritableRoot");
  }

  @Test
  void labelsReachThePodOnlyThroughThePolicy() {
    var labelling =
        policyWith(
            "pods: {labels: {team: core, stage: a}, copyLabels: [team, cost-centre, absent]}");
    var task =
        taskWith("{labels: {team: mine, cost-centre: c7, secret-label: x}}", "image: " + IMAGE);
    Plan plan = planned(Planner.plan(task, labelling, cluster.facts()));
    assertThat(plan.podLabels())
        .containsOnly(
            Map.entry("team", "core"), Map.entry("stage", "a"), Map.entry("cost-centre", "c7"));
  }
}
