package dev.glovebox.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands between the operator and the objects that it makes. */
class AdmissionHookTest {
  private static final String PODS =
      "{apiGroups: [\"\"], apiVersions: [v1], operations: [CREATE], resources: [pods]}";

  private final SeenCluster cluster = new SeenCluster();

  private void policy(String constraints, String more) {
    cluster.mutatingPolicies.clear();
    cluster.mutatingPolicies.add(
        Serialization.unmarshal(
            """
            apiVersion: admissionregistration.k8s.io/v1beta1
            kind: MutatingAdmissionPolicy
            metadata: {name: sidecars}
            spec:
              matchConstraints: {%s}
              failurePolicy: Fail
              reinvocationPolicy: Never
              mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: "Object{}"}}]
              %s
            """
                .formatted(constraints, more),
            MutatingAdmissionPolicy.class));
  }

  private void binding(String spec) {
    cluster.mutatingBindings.clear();
    cluster.mutatingBindings.add(
        Serialization.unmarshal(
            """
            apiVersion: admissionregistration.k8s.io/v1beta1
            kind: MutatingAdmissionPolicyBinding
            metadata: {name: everywhere}
            spec: {%s}
            """
                .formatted(spec),
            MutatingAdmissionPolicyBinding.class));
  }

  @Test
  void aBoundMutatingAdmissionPolicyThatMatchesPodsIsNamed() {
    policy("resourceRules: [%s]".formatted(PODS), "");
    assertThat(cluster.findings()).as("not bound").isEmpty();
    binding("policyName: another");
    assertThat(cluster.findings()).as("not bound").isEmpty();
    binding("policyName: sidecars");
    assertThat(cluster.findings()).containsExactly("MutatingWebhooks/warning");
    assertThat(cluster.words())
        .contains("MutatingAdmissionPolicy sidecars, bound by everywhere", "pods in agents");
  }

  @Test
  void whatAPolicyOrItsBindingLeavesOutIsSpared() {
    binding("policyName: sidecars");
    for (String spared :
        List.of(
            "resourceRules: [%s]".formatted(PODS.replace("[pods]", "[services]")),
            "resourceRules: [%s], excludeResourceRules: [%s]".formatted(PODS, PODS),
            "resourceRules: [%s], objectSelector: {matchLabels: {app: web}}".formatted(PODS),
            "resourceRules: [%s], namespaceSelector: {matchLabels: {inject: y}}".formatted(PODS))) {
      policy(spared, "");
      assertThat(cluster.findings()).as(spared).isEmpty();
    }
    policy("resourceRules: [%s]".formatted(PODS), "");
    binding(
        "policyName: sidecars, matchResources: {namespaceSelector: {matchLabels: {inject: y}}}");
    assertThat(cluster.findings()).isEmpty();
    // An exclusion of one name, and a condition, are no exemption of what is not known.
    binding("policyName: sidecars");
    policy(
        "resourceRules: [%s], excludeResourceRules: [%s]"
            .formatted(PODS, PODS.replace("}", ", resourceNames: [one]}")),
        "matchConditions: [{name: c, expression: \"false\"}]");
    assertThat(cluster.findings()).containsExactly("MutatingWebhooks/warning");
    assertThat(cluster.words()).contains("matchConditions");
  }

  @Test
  void aBindingNarrowsItsPolicyAndNeverWidensIt() {
    String all = PODS.replace("\"\"", "\"*\"").replace("pods", "\"*\"");
    String deployments = PODS.replace("\"\"", "apps").replace("pods", "deployments");
    policy("resourceRules: [%s]".formatted(deployments), "");
    binding("policyName: sidecars, matchResources: {resourceRules: [%s]}".formatted(all));
    assertThat(cluster.findings()).isEmpty();

    policy("resourceRules: [%s]".formatted(all), "");
    assertThat(cluster.findings()).containsExactly("MutatingWebhooks/warning");
    binding("policyName: sidecars, matchResources: {resourceRules: [%s]}".formatted(deployments));
    assertThat(cluster.findings()).isEmpty();
    binding("policyName: sidecars, matchResources: {resourceRules: [%s]}".formatted(PODS));
    assertThat(cluster.findings()).containsExactly("MutatingWebhooks/warning");
    assertThat(cluster.words()).contains("pods in agents").doesNotContain("networkpolicies");
  }

  @Test
  void subresourcesByWhichAPodCanBeChangedCount() {
    for (String caught :
        List.of("\"pods/*\"", "\"*/*\"", "\"*\"", "pods/ephemeralcontainers", "\"*/binding\"")) {
      cluster.webhooks.clear();
      cluster.webhooks.add(
          SeenCluster.webhook(PODS.replace("pods", caught), "failurePolicy: Ignore"));
      assertThat(cluster.findings()).as(caught).containsExactly("MutatingWebhooks/warning");
    }
    for (String spared : List.of("pods/log", "pods/exec", "\"*/scale\"", "deployments")) {
      cluster.webhooks.set(0, SeenCluster.webhook(PODS.replace("pods", spared), ""));
      assertThat(cluster.findings()).as(spared).isEmpty();
    }
  }

  @Test
  void aWebhookThatFailsClosedWithoutAnEndpointIsNamed() {
    String service = "clientConfig: {service: {namespace: add-on, name: hook}}";
    cluster.validating.add(validating(PODS, service));
    assertThat(cluster.findings()).containsExactly("WebhookServices/warning");
    assertThat(cluster.words()).contains("add-on/hook", "failurePolicy Fail");
    cluster.endpoints.put("add-on/hook", SeenCluster.found(0));
    assertThat(cluster.findings()).containsExactly("WebhookServices/warning");
    cluster.endpoints.put("add-on/hook", SeenCluster.forbidden());
    assertThat(cluster.findings()).containsExactly("WebhookServices/unknown");
    cluster.endpoints.put("add-on/hook", SeenCluster.found(1));
    assertThat(cluster.findings()).isEmpty();

    cluster.endpoints.clear();
    for (String spared :
        List.of(
            service + "\n  failurePolicy: Ignore",
            service + "\n  namespaceSelector: {matchLabels: {inject: y}}",
            "clientConfig: {url: \"https://elsewhere.example.com\"}")) {
      cluster.validating.set(0, validating(PODS, spared));
      assertThat(cluster.findings()).as(spared).isEmpty();
    }
    cluster.validating.set(0, validating(PODS.replace("[pods]", "[services]"), service));
    assertThat(cluster.findings()).isEmpty();
    // A mutating one is named for both.
    cluster.webhooks.add(SeenCluster.webhook(PODS, service));
    assertThat(cluster.findings())
        .containsExactly("MutatingWebhooks/warning", "WebhookServices/warning");
  }

  private static ValidatingWebhookConfiguration validating(String rule, String more) {
    return Serialization.unmarshal(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: {name: guard}
        webhooks:
        - name: guard.example.com
          rules: [%s]
          %s
        """
            .formatted(rule, more),
        ValidatingWebhookConfiguration.class);
  }
}
