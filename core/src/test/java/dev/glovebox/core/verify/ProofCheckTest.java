package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.json;
import static dev.glovebox.core.verify.Reports.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.ReportableCheck;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.core.plan.Facts.NodeFacts;
import dev.glovebox.core.render.PlanBuilder;
import dev.glovebox.core.render.PlanCases;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProofCheckTest {
  private static final NodeFacts NODE = PlanBuilder.node("node-1");

  @Test
  void aReportThatAgreesIsAProof() {
    assertThat(check(Reports.report(r -> {}), pod(PlanCases.minimal()), NODE)).isEmpty();
  }

  @Test
  void aKernelWithoutABootIdIsJudgedByItsRelease() {
    var report = Reports.report(r -> part(r, "kernel").put("bootId", ""));
    assertThat(check(report, pod(PlanCases.minimal()), NODE)).isEmpty();
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("impossible")
  void eachThingThatCannotBeIsNamed(Consumer<ObjectNode> change, String disagreement) {
    assertThat(check(Reports.report(change), pod(PlanCases.minimal()), NODE))
        .anySatisfy(words -> assertThat(words).contains(disagreement));
  }

  static List<Arguments> impossible() {
    return List.of(
        of(r -> r.put("nonce", "other"), "nonce other is not the task's"),
        of(r -> r.put("verdict", "Failed"), "verdict is Failed"),
        of(r -> r.put("verdict", "TimedOut"), "verdict is TimedOut"),
        of(r -> r.set("failedChecks", json("[\"SharedKernel\"]")), "checks failed: [SharedKernel]"),
        of(r -> part(r, "kernel").put("release", "6.1.0-node-1"), "6.1.0-node-1 is a node's"),
        of(r -> part(r, "kernel").put("bootId", "boot-id-of-node-1"), "boot ID boot-id-of-node-1"),
        of(r -> part(r, "kernel").put("release", ""), "no release"),
        of(r -> part(r, "kernel").put("fingerprint", false), "no sign of the runtime GVisor"),
        of(r -> part(r, "network").put("targets", 3), "3 targets were tried, 4 were given"),
        of(r -> part(r, "network").put("blocked", 3), "only 3 of 4 targets"),
        of(r -> part(r, "network").put("blocked", 5), "only 5 of 4 targets"),
        of(r -> part(r, "network").put("certified", 1), "2 of 1 targets"),
        of(r -> part(r, "network").put("certifiedBlocked", 1), "1 of 2 targets"),
        of(r -> part(r, "network").put("rounds", 2), "only 2 rounds"),
        of(r -> part(r, "network").set("open", json("[\"canary-0\"]")), "answered: [canary-0]"),
        of(r -> part(r, "network").set("notUp", json("[\"canary-0\"]")), "no way to targets"),
        of(
            r -> part(r, "network").set("reportOnlyOpen", json("[\"own-node-kubelet\"]")),
            "must not: [own-node-kubelet]"),
        of(r -> part(r, "process").put("uid", 0), "the user is 0, not 10001"),
        of(r -> part(r, "process").put("gid", 0), "the group is 0, not 10001"),
        of(r -> part(r, "process").set("capabilities", json("[\"CapEff=1\"]")), "capabilities"),
        of(r -> part(r, "process").put("noNewPrivileges", false), "no-new-privileges"),
        of(r -> part(r, "process").put("readOnlyRoot", false), "writable"),
        of(r -> part(r, "process").put("serviceAccountToken", true), "token"),
        of(r -> part(r, "process").put("workspaceEmpty", false), "not empty"),
        of(r -> part(r, "process").set("environment", json("[\"AWS_KEY\"]")), "AWS_KEY"));
  }

  @Test
  void aKernelOfAnotherPlannedNodeIsNoProof() {
    var plan = PlanCases.minimal();
    plan.nodes = List.of(NODE, PlanBuilder.node("node-2"));
    var report = Reports.report(r -> part(r, "kernel").put("release", "6.1.0-node-2"));
    assertThat(check(report, pod(plan), NODE))
        .anySatisfy(words -> assertThat(words).contains("is a node's"));
  }

  @Test
  void aKernelThatIsNotTheOneOfTheNodesCertificateIsNoProof() {
    var report = Reports.report(r -> {});
    assertThat(check(report, pod(PlanCases.minimal()), NODE, Optional.of("4.4.0")))
        .singleElement()
        .asString()
        .contains("not the certificate's, [4.4.0]");
  }

  @Test
  void withoutACertificateAnyMoreTheKernelIsOneThatWasPlannedWith() {
    var pod = pod(PlanCases.minimal());
    assertThat(check(Reports.report(r -> {}), pod, NODE, Optional.empty())).isEmpty();
    var other = Reports.report(r -> part(r, "kernel").put("release", "5.10.0-gvisor"));
    assertThat(check(other, pod, NODE, Optional.empty()))
        .singleElement()
        .asString()
        .contains("not the certificate's, [4.19.0-gvisor]");
  }

  @Test
  void aNodeThatStartedAgainIsNoProof() {
    var again =
        new NodeFacts(
            "node-1",
            NODE.uid(),
            true,
            false,
            NODE.handlers(),
            NODE.kernelVersion(),
            "another boot",
            NODE.containerRuntimeVersion(),
            NODE.kubeletVersion(),
            NODE.labels(),
            NODE.addresses());
    assertThat(check(Reports.report(r -> {}), pod(PlanCases.minimal()), again))
        .singleElement()
        .asString()
        .contains("has started again");
  }

  @Test
  void aPodOnANodeThatWasNotPlannedIsNoProof() {
    var pod = pod(PlanCases.minimal());
    pod.getSpec().setNodeName("node-9");
    assertThat(check(Reports.report(r -> {}), pod, PlanBuilder.node("node-9")))
        .singleElement()
        .asString()
        .contains("was not planned for");
    assertThat(check(Reports.report(r -> {}), pod, NODE))
        .singleElement()
        .asString()
        .contains("is not the pod's");
  }

  @Test
  void withoutATargetThatIsKnownToAnswerSilenceProvesNothing() {
    var plan = PlanCases.minimal();
    plan.targets = plan.targets.subList(2, 4);
    var report =
        Reports.report(
            r ->
                part(r, "network")
                    .put("targets", 2)
                    .put("blocked", 2)
                    .put("certified", 0)
                    .put("certifiedBlocked", 0));
    assertThat(check(report, pod(plan), NODE))
        .singleElement()
        .asString()
        .contains("proves nothing");
  }

  @Test
  void theOwnNodeMayAnswerWhereThePolicyOnlyReportsItAndIsAFinding() {
    var plan = PlanCases.minimal();
    plan.reportOnly = List.of(ReportableCheck.NodeReachable);
    var report =
        Reports.report(
            r ->
                part(r, "network")
                    .put("blocked", 3)
                    .set("reportOnlyOpen", json("[\"own-node-kubelet\"]")));
    assertThat(check(report, pod(plan), NODE)).isEmpty();
    assertThat(isolations(report, plan).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.type()).isEqualTo("NodeReachable");
              assertThat(finding.message()).contains("own-node-kubelet");
            });
    var other = Reports.report(r -> part(r, "network").put("blocked", 2));
    assertThat(check(other, pod(plan), NODE)).isNotEmpty();
  }

  @Test
  void aPodWithoutAProbeCannotBeChecked() {
    var pod = pod(PlanCases.minimal());
    pod.getSpec().setInitContainers(List.of());
    assertThatThrownBy(() -> check(Reports.report(r -> {}), pod, NODE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theStatusShowsTheEssenceOfAReport() {
    var isolations = isolations(Reports.report(r -> {}), PlanCases.minimal());
    var runtime = isolations.isolation().runtime();
    assertThat(runtime.kind()).isEqualTo(RuntimeKind.GVisor);
    assertThat(runtime.handler()).isEqualTo("runsc");
    assertThat(runtime.guestKernel()).isEqualTo("4.19.0-gvisor");
    assertThat(runtime.nodeKernel()).isEqualTo("6.1.0-node-1");
    assertThat(runtime.sharedKernel()).isFalse();
    var network = isolations.isolation().network();
    assertThat(network.mode()).isEqualTo(NetworkMode.None);
    assertThat(List.of(network.targets(), network.blocked(), network.rounds()))
        .containsExactly(4, 4, 3);
    assertThat(isolations.isolation().probe().runAsUser()).isEqualTo(10001);
    assertThat(isolations.findings()).isEmpty();
  }

  @Test
  void aSharedKernelShowsInTheStatusOfAReportThatFailed() {
    var report = Reports.report(r -> part(r, "kernel").put("bootId", "boot-id-of-node-1"));
    assertThat(isolations(report, PlanCases.minimal()).isolation().runtime().sharedKernel())
        .isTrue();
  }

  private static Isolations isolations(ProbeReport report, PlanBuilder plan) {
    return Isolations.of(report, pod(plan), NetworkMode.None, "runsc", NODE);
  }

  private static List<String> check(ProbeReport report, Pod pod, NodeFacts landed) {
    return check(report, pod, landed, Optional.of("4.19.0-gvisor"));
  }

  private static List<String> check(
      ProbeReport report, Pod pod, NodeFacts landed, Optional<String> certified) {
    return ProofCheck.check(report, new ProofCheck.Expected(pod, landed, certified));
  }

  private static Pod pod(PlanBuilder plan) {
    var pod = Rendered.of(plan.build()).pod();
    pod.getSpec().setNodeName("node-1");
    return pod;
  }

  private static Arguments of(Consumer<ObjectNode> change, String disagreement) {
    return Arguments.of(change, disagreement);
  }
}
