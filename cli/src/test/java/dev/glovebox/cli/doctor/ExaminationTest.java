package dev.glovebox.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One thing is broken at a time: it is named, and nothing else is. */
class ExaminationTest {
  private static final String PODS =
      "{apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE], resources: [pods]}";

  private final SeenCluster cluster = new SeenCluster();

  @Test
  void aClusterOnWhichAllIsWellHasEighteenChecksAndNoFinding() {
    List<Result> results = Examination.of(cluster.seen());
    assertThat(results).hasSize(18).allSatisfy(r -> assertThat(r.level()).isEqualTo(Level.OK));
    assertThat(results).allSatisfy(r -> assertThat(r.seen()).isNotBlank().doesNotContain("\n"));
    assertThat(Examination.verdict(results)).isEqualTo(Level.OK);
  }

  @Test
  void withoutAnyRightNothingIsOk() {
    Seen none =
        new Seen(
            cluster.seen().now(),
            "0.1.0",
            "glovebox-system",
            CustomResources.names().stream()
                .collect(Collectors.toMap(n -> n, n -> SeenCluster.forbidden())),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            Map.of(),
            SeenCluster.forbidden(),
            SeenCluster.forbidden(),
            Map.of("node-1", SeenCluster.forbidden()));
    assertThat(Examination.of(none))
        .allSatisfy(r -> assertThat(r.level()).as(r.check()).isEqualTo(Level.UNKNOWN));
  }

  @Test
  void aCheckThatBreaksOffIsUnknown() {
    Check broken =
        (seen, findings) -> {
          throw new IllegalStateException("odd");
        };
    Result result = Examination.of("Any", broken, cluster.seen());
    assertThat(result.level()).isEqualTo(Level.UNKNOWN);
    assertThat(result.findings().getFirst().seen()).contains("odd");
  }

  @Test
  void aMissingCrdAndOneOfAnotherVersionAreNamed() {
    cluster.definitions.put("sandboxtasks.glovebox.dev", new Lookup.Absent<>());
    assertThat(cluster.findings()).containsExactly("CustomResources/failed");
    assertThat(cluster.words()).contains("sandboxtasks.glovebox.dev");

    SeenCluster other = new SeenCluster();
    var of =
        ((Lookup.Found<io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition>)
                other.definitions.get("sandboxpolicies.glovebox.dev"))
            .value();
    var changed = new CustomResourceDefinitionBuilder(of).build();
    changed
        .getSpec()
        .getVersions()
        .getFirst()
        .getSchema()
        .getOpenAPIV3Schema()
        .getProperties()
        .get("spec")
        .getProperties()
        .remove("reportOnly");
    other.definitions.put("sandboxpolicies.glovebox.dev", SeenCluster.found(changed));
    assertThat(other.findings()).containsExactly("CustomResources/failed");
    assertThat(other.words()).contains("spec.reportOnly is not there");
  }

  @Test
  void anAdmissionPolicyWithoutItsBindingIsNamedAndTheOperatorIsNotReadyBecauseOfIt() {
    cluster.admissionBindings =
        SeenCluster.found(
            ((Lookup.Found<
                        List<
                            io.fabric8.kubernetes.api.model.admissionregistration.v1
                                .ValidatingAdmissionPolicyBinding>>)
                    cluster.admissionBindings)
                .value().stream()
                    .filter(one -> !one.getMetadata().getName().equals("glovebox-objects"))
                    .toList());
    cluster.operator = SeenCluster.found(SeenCluster.deployment("glovebox-operator", 0));
    assertThat(cluster.findings())
        .containsExactly("AdmissionPolicies/failed", "OperatorDeployment/failed<AdmissionPolicies");
    assertThat(cluster.words()).contains("glovebox-objects has no");
  }

  @Test
  void anOperatorThatIsAbsentNotReadyOrOfAnotherVersionIsNamed() {
    cluster.ownVersion = "0.2.0";
    assertThat(cluster.findings()).containsExactly("OperatorDeployment/warning");
    cluster.ownVersion = "";
    cluster.operator = SeenCluster.found(SeenCluster.deployment("glovebox-operator", 0));
    assertThat(cluster.findings()).containsExactly("OperatorDeployment/failed");
    cluster.operator = new Lookup.Absent<>();
    assertThat(cluster.findings()).containsExactly("OperatorDeployment/failed");
  }

  @Test
  void aLeaseThatNobodyRenewsIsNamed() {
    var lease =
        ((Lookup.Found<io.fabric8.kubernetes.api.model.coordination.v1.Lease>) cluster.lease)
            .value();
    lease.getSpec().setRenewTime(lease.getSpec().getRenewTime().minusSeconds(60));
    assertThat(cluster.findings()).containsExactly("OperatorLease/failed");
    assertThat(cluster.words()).contains("62 s ago");
    cluster.operator = SeenCluster.found(SeenCluster.deployment("glovebox-operator", 0));
    assertThat(cluster.findings())
        .containsExactly("OperatorDeployment/failed", "OperatorLease/failed<OperatorDeployment");
  }

  @Test
  void aRightThatLacksIsNamed() {
    cluster.denied = SeenCluster.found(List.of("patch pods"));
    assertThat(cluster.findings()).containsExactly("OperatorRights/failed");
    assertThat(cluster.words()).contains("glovebox-system/glovebox-operator may not patch pods");
  }

  @Test
  void canariesThatDoNotRunAreNamed() {
    cluster.canaries = SeenCluster.found(SeenCluster.deployment("glovebox-canary", 0));
    assertThat(cluster.findings()).containsExactly("Canaries/failed");
    cluster.canaries = new Lookup.Absent<>();
    assertThat(cluster.findings()).containsExactly("Canaries/failed");
  }

  @Test
  void aClassWithAForeignHandlerAndAPolicyWithoutAnyClassAreNamed() {
    cluster.classes.add(SeenCluster.runtimeClass("kata", "runc"));
    cluster.policies.add(
        SeenCluster.policy(
            "two",
            "{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}, {runtimeClassName: kata, kind: Kata, handlers: [kata]}",
            ""));
    assertThat(cluster.findings()).containsExactly("RuntimeClasses/failed");
    assertThat(cluster.words()).contains("RuntimeClass kata has handler runc");

    SeenCluster none = new SeenCluster();
    none.policies.add(
        SeenCluster.policy("none", "{runtimeClassName: kata, kind: Kata, handlers: [kata]}", ""));
    assertThat(none.findings()).containsExactly("RuntimeClasses/failed");
  }

  @Test
  void aPolicyNeedsOneOfItsClassesOnly() {
    cluster.policies.add(
        SeenCluster.policy(
            "two",
            "{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}, {runtimeClassName: kata, kind: Kata, handlers: [kata]}",
            ""));
    assertThat(cluster.findings()).isEmpty();
  }

  @Test
  void aClassWithoutANodeIsNamed() {
    cluster.classes.add(SeenCluster.runtimeClass("ghost", "nowhere"));
    cluster.policies.add(
        SeenCluster.policy(
            "ghosts", "{runtimeClassName: ghost, kind: GVisor, handlers: [nowhere]}", ""));
    assertThat(cluster.findings()).containsExactly("RuntimeNodes/failed");
    assertThat(cluster.words()).contains("handler nowhere").contains("SandboxPolicy ghosts");
  }

  @Test
  void withoutAnyNodeThatHasTheRuntimeWhatOnlyACertificateShowsFollowsFromThat() {
    cluster.nodes.clear();
    cluster.nodes.add(SeenCluster.node("node-1", "runc"));
    cluster.pids.clear();
    assertThat(cluster.findings())
        .filteredOn(one -> !one.contains("<"))
        .containsExactly("RuntimeNodes/failed");
    assertThat(cluster.findings())
        .contains("Certificates/unknown<RuntimeNodes", "PidsLimit/unknown<RuntimeNodes");
  }

  @Test
  void aNodeThatIsNotReadyIsNone() {
    cluster.nodes.getFirst().getSpec().setUnschedulable(true);
    assertThat(cluster.findings()).containsExactly("RuntimeNodes/failed");
  }

  @Test
  void aClassThatIsReallyRuncIsNamedBesideOneThatHolds() {
    cluster.classes.add(SeenCluster.runtimeClass("lookalike", "runsc-lookalike"));
    cluster.nodes.set(0, SeenCluster.node("node-1", "runsc", "runsc-lookalike"));
    cluster.policies.add(
        SeenCluster.policy(
            "fooled",
            "{runtimeClassName: lookalike, kind: GVisor, handlers: [runsc-lookalike]}",
            ""));
    cluster.certificates.add(
        SeenCluster.certificate(
            "node-1", "lookalike", "certified: false, reason: SharedKernel, message: own kernel"));
    assertThat(cluster.findings()).containsExactly("Certificates/failed");
    assertThat(cluster.words()).contains("node-1.lookalike: SharedKernel");
  }

  @Test
  void whereNetworkPoliciesHaveNoEffectThatAloneIsNamed() {
    cluster.certificates.set(
        0,
        SeenCluster.certificate(
            "node-1", "gvisor", "certified: false, reason: NetworkNotEnforced, message: reached"));
    assertThat(cluster.findings())
        .containsExactly(
            "NetworkPolicyEnforced/failed",
            "MetadataReachable/unknown<NetworkPolicyEnforced",
            "OwnNodeReachable/unknown<NetworkPolicyEnforced");
  }

  @Test
  void whatWasNeverOrNotLatelyCertifiedIsUnknown() {
    var certificate = SeenCluster.certificate("node-1", "gvisor", SeenCluster.CERTIFIED);
    for (String stale :
        List.of(
            Serialization.asYaml(certificate).replace("12:10:00Z", "11:59:00Z"),
            Serialization.asYaml(certificate).replace("bootID: \"boot\"", "bootID: \"before\""),
            Serialization.asYaml(certificate).replace("\"uid-gvisor\"", "\"uid-before\""))) {
      cluster.certificates.set(
          0, Serialization.unmarshal(stale, dev.glovebox.api.v1alpha1.NodeCertificate.class));
      assertThat(cluster.findings())
          .as(stale)
          .filteredOn(one -> !one.contains("<"))
          .containsExactly("Certificates/unknown");
    }
    cluster.certificates.clear();
    assertThat(cluster.findings())
        .containsExactly(
            "NetworkPolicyEnforced/unknown<Certificates",
            "Certificates/unknown",
            "MetadataReachable/unknown<Certificates",
            "OwnNodeReachable/unknown<Certificates");
  }

  @Test
  void aMetadataServiceAndAnOwnNodeThatAnswerAreWarnings() {
    cluster.certificates.set(
        0,
        SeenCluster.certificate(
            "node-1",
            "gvisor",
            SeenCluster.CERTIFIED
                .replace("metadataAddresses: []", "metadataAddresses: [169.254.169.254]")
                .replace("nodeReachable: false", "nodeReachable: true")));
    assertThat(cluster.findings())
        .containsExactly("MetadataReachable/warning", "OwnNodeReachable/warning");
    assertThat(cluster.words()).contains("169.254.169.254");
  }

  @Test
  void ipv6ThatNothingAnsweredOverIsAWarning() {
    cluster.service = SeenCluster.found(SeenCluster.service("[IPv4, IPv6]"));
    assertThat(cluster.findings()).containsExactly("DualStack/warning");
    cluster.certificates.set(
        0,
        SeenCluster.certificate(
            "node-1",
            "gvisor",
            SeenCluster.CERTIFIED.replace("answers: [", "answers: [\"[fd00::1]:443/TCP\", ")));
    assertThat(cluster.findings()).isEmpty();
  }

  @Test
  void whereNodesDoNotSayTheRangesTheCanariesAddressesShowIt() {
    cluster.nodes.getFirst().getSpec().setPodCIDRs(List.of());
    assertThat(cluster.findings()).containsExactly("DualStack/unknown");
    cluster.canaryPods = SeenCluster.forbidden();
    assertThat(cluster.findings()).containsExactly("DualStack/unknown");
    cluster.canaryPods = SeenCluster.found(List.of(SeenCluster.pod("10.0.0.2")));
    assertThat(cluster.findings()).isEmpty();
    cluster.canaryPods = SeenCluster.found(List.of(SeenCluster.pod("10.0.0.2", "fd00::2")));
    assertThat(cluster.findings()).containsExactly("DualStack/warning");
  }

  @Test
  void aClassThatRetainsVolumesIsNamedAndWeighsMoreAsTheDefault() {
    cluster.storage.add(SeenCluster.storageClass("retain", "Retain"));
    var policy =
        Serialization.asYaml(cluster.policies.getFirst()).replace("name: \"default\"", "name: two");
    cluster.policies.add(withStorage(policy, "standard", "retain"));
    assertThat(cluster.findings()).containsExactly("ReclaimPolicies/warning");
    cluster.policies.set(1, withStorage(policy, "retain", "standard"));
    assertThat(cluster.findings()).containsExactly("ReclaimPolicies/failed");
    assertThat(cluster.words()).contains("StorageClass retain").contains("SandboxPolicy two");
    cluster.policies.set(1, withStorage(policy, "gone"));
    assertThat(cluster.findings()).containsExactly("ReclaimPolicies/failed");
  }

  private static dev.glovebox.api.v1alpha1.SandboxPolicy withStorage(String yaml, String... names) {
    return Serialization.unmarshal(
        yaml.replaceFirst(
            "storageClassNames:\\s+- \"standard\"",
            "storageClassNames: [%s]".formatted(String.join(", ", names))),
        dev.glovebox.api.v1alpha1.SandboxPolicy.class);
  }

  @Test
  void anUnguardedNamespaceIsNamedOnlyWhereTasksAre() {
    cluster.namespaces.set(
        0, SeenCluster.namespace("agents", "{pod-security.kubernetes.io/enforce: privileged}"));
    cluster.namespaces.add(SeenCluster.namespace("named", "{glovebox.dev/policy: default}"));
    assertThat(cluster.findings()).containsExactly("PodSecurity/warning");
    assertThat(cluster.words()).contains(": agents, named kubectl");
  }

  @Test
  void aWebhookCountsWhereItsRulesAndBothSelectorsMayMatchASandbox() {
    cluster.webhooks.add(SeenCluster.webhook(PODS, ""));
    assertThat(cluster.findings()).containsExactly("MutatingWebhooks/warning");
    assertThat(cluster.words()).contains("inject.example.com").contains("agents, glovebox-canary");

    for (String spared :
        List.of(
            "namespaceSelector: {matchLabels: {inject: enabled}}",
            "namespaceSelector: {matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [agents, glovebox-canary]}]}",
            "objectSelector: {matchLabels: {app: web}}",
            "objectSelector: {matchExpressions: [{key: app.kubernetes.io/managed-by, operator: NotIn, values: [glovebox]}]}")) {
      cluster.webhooks.set(0, SeenCluster.webhook(PODS, spared));
      assertThat(cluster.findings()).as(spared).isEmpty();
    }
    for (String caught :
        List.of(
            "namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: agents}}",
            "objectSelector: {matchExpressions: [{key: glovebox.dev/task, operator: In, values: [x]}]}",
            "objectSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}")) {
      cluster.webhooks.set(0, SeenCluster.webhook(PODS, caught));
      assertThat(cluster.findings()).as(caught).containsExactly("MutatingWebhooks/warning");
    }
    // Pods that certify nodes have no task.
    cluster.webhooks.set(
        0,
        SeenCluster.webhook(
            PODS,
            "objectSelector: {matchExpressions: [{key: glovebox.dev/task-uid, operator: DoesNotExist}]}"));
    assertThat(cluster.words()).contains("pods in glovebox-canary").doesNotContain("agents");
    for (String other :
        List.of(
            PODS.replace("[pods]", "[deployments]"),
            PODS.replace("CREATE", "DELETE"),
            PODS.replace("[v1]", "[v2]"))) {
      cluster.webhooks.set(0, SeenCluster.webhook(other, ""));
      assertThat(cluster.findings()).as(other).isEmpty();
    }
    cluster.webhooks.set(0, SeenCluster.webhook(PODS.replace("[pods]", "[\"*/*\"]"), ""));
    assertThat(cluster.findings()).containsExactly("MutatingWebhooks/warning");
  }

  @Test
  void aKubeletWithoutAPidsLimitIsNamedAndOneThatIsNotReadIsUnknown() {
    cluster.pids.put("node-1", SeenCluster.found(-1L));
    assertThat(cluster.findings()).containsExactly("PidsLimit/warning");
    cluster.pids.put("node-1", SeenCluster.forbidden());
    assertThat(cluster.findings()).containsExactly("PidsLimit/unknown");
  }

  @Test
  void theAdmissionPoliciesAreThoseOfTheChart() {
    assertThat(SeenCluster.text("../manifests/install.yaml"))
        .contains("value: \"" + String.join(",", AdmissionPolicies.NAMES) + "\"");
  }

  @Test
  void theRightsAreThoseOfTheChart() {
    Set<String> chart = new TreeSet<>();
    for (String document : SeenCluster.text("../manifests/install.yaml").split("\n---\n", -1)) {
      if (document.contains("\nkind: ClusterRole\n")
          && document.contains("  name: glovebox-operator\n")) {
        ClusterRole role = Serialization.unmarshal(document, ClusterRole.class);
        role.getRules().forEach(rule -> chart.addAll(rights(rule)));
      }
    }
    // The engines' policies: the platform may answer for a group itself.
    chart.removeIf(
        right -> right.matches("(policy.networking.k8s.io|.*(cilium|calico|antrea).*)/.*"));
    Set<String> ours = new TreeSet<>();
    OperatorRights.EVERYWHERE.stream()
        .forEach(
            rule ->
                rule.verbs()
                    .forEach(verb -> ours.add(rule.group() + "/" + rule.resource() + " " + verb)));
    assertThat(ours).isEqualTo(chart);
  }

  private static List<String> rights(PolicyRule rule) {
    List<String> rights = new ArrayList<>();
    for (String group : rule.getApiGroups()) {
      for (String resource : rule.getResources()) {
        rule.getVerbs().forEach(verb -> rights.add(group + "/" + resource + " " + verb));
      }
    }
    return rights;
  }

  @Test
  void whatIsPrintedHasNoCharacterThatATerminalObeys() {
    cluster.denied = SeenCluster.found(List.of("patch\u001b[2J pods"));
    Report report = Report.of(Examination.of(cluster.seen()));
    assertThat(Serialization.asJson(report))
        .contains("\\\\x1B[2J")
        .contains("\"level\":\"failed\"");
    assertThat(report.verdict()).isEqualTo(Level.FAILED);
  }
}
