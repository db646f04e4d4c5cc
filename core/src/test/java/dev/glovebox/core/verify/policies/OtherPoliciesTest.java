package dev.glovebox.core.verify.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.glovebox.core.verify.policies.OtherPolicies.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For the pod {app: x, glovebox.dev/task-uid: u} in namespace agents {team: a}. Each row: kind,
 * what is in the object beside its metadata, and what becomes of the pod: "widened", "fine", or
 * what of the object is not understood.
 */
class OtherPoliciesTest {
  private static final PodIdentity POD =
      new PodIdentity(
          "agents",
          Map.of("team", "a", "kubernetes.io/metadata.name", "agents"),
          Map.of("app", "x", "glovebox.dev/task-uid", "u"));

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .build();

  private static JsonNode json(String fields, String namespace) {
    try {
      return MAPPER.readTree(
          "{metadata: {name: 'p', namespace: '%s', uid: '1'}, %s}".formatted(namespace, fields));
    } catch (JsonProcessingException e) {
      throw new AssertionError(fields, e);
    }
  }

  private static Kind kind(String fullName) {
    return OtherPolicies.judged().stream()
        .filter(kind -> kind.fullName().equals(fullName))
        .findFirst()
        .orElseThrow();
  }

  private static Optional<Opening> opening(String kind, String fields, String namespace) {
    return OtherPolicies.opening(kind(kind), json(fields, namespace));
  }

  private static void judge(String kind, String fields, String verdict) {
    Optional<Opening> selecting =
        opening(kind, fields, "agents").filter(opening -> opening.selects(POD));
    switch (verdict) {
      case "fine" -> assertThat(selecting).as(fields).isEmpty();
      case "widened" ->
          assertThat(selecting.orElseThrow().message())
              .startsWith(kind + " ")
              .contains("/p selects the pod and allows traffic (spec".substring(1))
              .contains(kind(kind).group() + " in policyGroups.understoodByPlatform");
      default ->
          assertThat(selecting.orElseThrow().message())
              .contains("cannot be judged: it has ")
              .contains(verdict);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {subject: {namespaces: {}}, egress: [{action: 'Allow'}]}                          | widened
          {subject: {namespaces: {}}, ingress: [{action: 'Deny'}, {action: 'Allow'}]}       | widened
          {subject: {namespaces: {}}, egress: [{action: 'Deny'}, {action: 'Pass'}]}         | fine
          {subject: {namespaces: {}}}                                                       | fine
          {subject: {namespaces: {matchLabels: {team: 'a'}}}, egress: [{action: 'Allow'}]}  | widened
          {subject: {namespaces: {matchLabels: {team: 'b'}}}, egress: [{action: 'Allow'}]}  | fine
          {subject: {pods: {podSelector: {}}}, egress: [{action: 'Allow'}]}                 | widened
          {subject: {pods: {namespaceSelector: {matchLabels: {team: 'b'}}, podSelector: {}}}, egress: [{action: 'Allow'}]} | fine
          {subject: {pods: {podSelector: {matchLabels: {app: 'y'}}}}, egress: [{action: 'Allow'}]} | fine
          {subject: {pods: {podSelector: {matchExpressions: [{key: 'glovebox.dev/task-uid', operator: 'DoesNotExist'}]}}}, egress: [{action: 'Allow'}]} | fine
          {subject: {namespaces: {}}, egress: [{action: 'Permit'}]}                         | the action "Permit" in spec.egress[0].action
          {subject: {nodes: {}}, egress: [{action: 'Deny'}]}                                | the field spec.subject.nodes
          {subject: {}, egress: [{action: 'Deny'}]}                                         | a subject that is not one of
          {subject: {namespaces: {matchNames: ['x']}}, egress: [{action: 'Allow'}]}         | the field spec.subject.namespaces.matchNames
          {subject: {namespaces: {}}, mirror: [{}]}                                         | the field spec.mirror
          {subject: {namespaces: {}}, egress: {action: 'Deny'}}                             | spec.egress, which is not a list
          """)
  void adminNetworkPolicies(String spec, String verdict) {
    judge("AdminNetworkPolicy.policy.networking.k8s.io", "spec: " + spec, verdict);
    judge("BaselineAdminNetworkPolicy.policy.networking.k8s.io", "spec: " + spec, verdict);
    judge(
        "ClusterNetworkPolicy.policy.networking.k8s.io",
        "spec: "
            + spec.replace("'Allow'", "'Accept'").replace("{subject", "{tier: 'Admin', subject"),
        verdict);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          spec: {endpointSelector: {}, egress: [{toEntities: ['world']}]}                        | widened
          spec: {endpointSelector: {}, ingress: [{fromEndpoints: [{}]}]}                         | widened
          specs: [{endpointSelector: {}, egressDeny: [{}]}, {endpointSelector: {}, egress: [{toEntities: ['all']}]}] | widened
          spec: {endpointSelector: {}, egressDeny: [{toEntities: ['world']}], ingressDeny: [{}]} | fine
          spec: {endpointSelector: {}, egress: [{}], ingress: [{}]}                              | fine
          spec: {endpointSelector: {}, egress: [], enableDefaultDeny: {egress: false}}           | fine
          spec: {nodeSelector: {}, egress: [{toEntities: ['all']}]}                              | fine
          spec: {endpointSelector: {matchLabels: {'k8s:app': 'x'}}, egress: [{toPorts: []}]}     | widened
          spec: {endpointSelector: {matchLabels: {'any:app': 'x'}}, egress: [{toPorts: []}]}     | widened
          spec: {endpointSelector: {matchLabels: {'k8s:app': 'y'}}, egress: [{toPorts: []}]}     | fine
          spec: {endpointSelector: {matchLabels: {app: 'y'}}, egress: [{toPorts: []}]}           | fine
          spec: {endpointSelector: {matchLabels: {'k8s:io.kubernetes.pod.namespace': 'agents'}}, egress: [{toPorts: []}]} | widened
          spec: {endpointSelector: {matchLabels: {'k8s:io.kubernetes.pod.namespace': 'web'}}, egress: [{toPorts: []}]}    | fine
          spec: {endpointSelector: {matchExpressions: [{key: 'io.kubernetes.pod.namespace', operator: 'NotIn', values: ['agents']}]}, egress: [{toPorts: []}]} | fine
          spec: {endpointSelector: {matchLabels: {'k8s:io.cilium.k8s.namespace.labels.team': 'b'}}, egress: [{toPorts: []}]} | fine
          spec: {endpointSelector: {matchLabels: {'io.cilium.k8s.policy.serviceaccount': 'web'}}, egress: [{toPorts: []}]}   | widened
          spec: {endpointSelector: {matchLabels: {'reserved:health': ''}}, egress: [{toPorts: []}]}                          | widened
          spec: {endpointSelector: {matchExpressions: [{key: 'tier', operator: 'Exists'}]}, egress: [{toPorts: []}]}         | fine
          spec: {endpointSelector: {matchExpressions: [{key: 'glovebox.dev/task-uid', operator: 'DoesNotExist'}]}, egress: [{toPorts: []}]} | widened
          spec: {endpointSelector: {}, egressAllow: [{}]}                                        | the field spec.egressAllow
          spec: {egress: [{toEntities: ['all']}]}                                                | spec, which is not for one of
          specs: [{endpointSelector: {matchWords: {}}, egress: [{toPorts: []}]}]                 | the field specs[0].endpointSelector.matchWords
          spec: 'all'                                                                            | spec, which is not an object
          """)
  void ciliumPolicies(String fields, String verdict) {
    judge("CiliumNetworkPolicy.cilium.io", fields, verdict);
    judge("CiliumClusterwideNetworkPolicy.cilium.io", fields, verdict);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {selector: 'all()', egress: [{action: 'Allow'}]}                                  | widened
          {egress: [{action: 'Allow'}]}                                                     | widened
          {selector: 'all()', ingress: [{action: 'Deny'}, {action: 'Log'}]}                 | fine
          {selector: "app == 'y'", egress: [{action: 'Allow'}]}                             | fine
          {selector: "app contains 'y'", egress: [{action: 'Allow'}]}                       | widened
          {selector: '!has(glovebox.dev/task-uid)', egress: [{action: 'Allow'}]}            | fine
          {selector: 'all()', namespaceSelector: "team == 'b'", egress: [{action: 'Allow'}]} | fine
          {selector: 'all()', namespaceSelector: "projectcalico.org/name == 'web'", egress: [{action: 'Allow'}]} | fine
          {selector: 'all()', namespaceSelector: 'global()', egress: [{action: 'Allow'}]}   | fine
          {selector: 'all()', serviceAccountSelector: "a == 'b'", egress: [{action: 'Allow'}]} | widened
          {selector: 'all()', egress: [{action: 'Pass'}]}                                   | widened
          {selector: 'all()', tier: 'default', egress: [{action: 'Pass'}]}                  | widened
          {selector: 'all()', tier: 'security', egress: [{action: 'Pass'}]}                 | fine
          {selector: 'all()', egress: [{action: 'allow'}]}                                  | the action "allow" in spec.egress[0].action
          {selector: 'all()', egress: [{}]}                                                 | the action "" in spec.egress[0].action
          {selector: 'all()', forward: [{action: 'Deny'}]}                                  | the field spec.forward
          {selector: {}, egress: [{action: 'Allow'}]}                                       | spec.selector, which is not a text
          """)
  void calicoPolicies(String spec, String verdict) {
    judge("NetworkPolicy.crd.projectcalico.org", "spec: " + spec, verdict);
    judge("GlobalNetworkPolicy.crd.projectcalico.org", "spec: " + spec, verdict);
    judge("NetworkPolicy.projectcalico.org", "spec: " + spec, verdict);
    judge("GlobalNetworkPolicy.projectcalico.org", "spec: " + spec, verdict);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {appliedTo: [{podSelector: {}}], egress: [{action: 'Allow'}]}                      | widened
          {appliedTo: [{podSelector: {}}], egress: [{}]}                                     | widened
          {appliedTo: [{podSelector: {}}], egress: [{action: 'Drop'}, {action: 'Reject'}, {action: 'Pass'}]} | fine
          {appliedTo: [{podSelector: {matchLabels: {app: 'y'}}}], egress: [{action: 'Allow'}]} | fine
          {appliedTo: [{namespaceSelector: {matchLabels: {team: 'b'}}}], egress: [{action: 'Allow'}]} | fine
          {appliedTo: [{namespaceSelector: {matchLabels: {team: 'a'}}}], egress: [{action: 'Allow'}]} | widened
          {appliedTo: [{podSelector: {matchExpressions: [{key: 'glovebox.dev/task-uid', operator: 'DoesNotExist'}]}}], ingress: [{action: 'Allow'}]} | fine
          {egress: [{action: 'Allow', appliedTo: [{podSelector: {matchLabels: {app: 'x'}}}]}]} | widened
          {appliedTo: [{podSelector: {}}], egress: [{action: 'Allow', appliedTo: [{podSelector: {matchLabels: {app: 'y'}}}]}]} | fine
          {egress: [{action: 'Allow'}]}                                                      | widened
          {appliedTo: [{group: 'g'}], egress: [{action: 'Allow'}]}                           | widened
          {appliedTo: [{serviceAccount: {}}], egress: [{action: 'Allow'}]}                   | widened
          {appliedTo: [{podSelector: {matchLabels: {app: 'y'}}, somethingNew: {}}], egress: [{action: 'Allow'}]} | widened
          {appliedTo: [{nodeSelector: {}}], egress: [{action: 'Allow'}]}                     | fine
          {appliedTo: [{externalEntitySelector: {}}], egress: [{action: 'Allow'}]}           | fine
          {appliedTo: [{podSelector: {}}], egress: [{action: 'Mirror'}]}                     | the action "Mirror" in spec.egress[0].action
          {appliedTo: [{podSelector: {}}], forward: []}                                      | the field spec.forward
          """)
  void antreaPolicies(String spec, String verdict) {
    judge("NetworkPolicy.crd.antrea.io", "spec: " + spec, verdict);
    judge("ClusterNetworkPolicy.crd.antrea.io", "spec: " + spec, verdict);
  }

  @Test
  void aNamespacedPolicyOfAnotherNamespaceDoesNotSelectAndAClusterScopedOneDoes() {
    String open = "spec: {endpointSelector: {}, egress: [{toEntities: ['all']}]}";
    assertThat(opening("CiliumNetworkPolicy.cilium.io", open, "web").orElseThrow().selects(POD))
        .isFalse();
    assertThat(
            opening("CiliumClusterwideNetworkPolicy.cilium.io", open, "")
                .orElseThrow()
                .selects(POD))
        .isTrue();
  }

  @Test
  void namespacesThatAreNotKnownMayBeSelected() {
    var unknown = new PodIdentity("agents", null, POD.labels());
    String spec =
        "spec: {subject: {namespaces: {matchLabels: {team: 'b'}}}, egress: [{action: 'Allow'}]}";
    var opening = opening("AdminNetworkPolicy.policy.networking.k8s.io", spec, "").orElseThrow();
    assertThat(opening.selects(unknown)).isTrue();
    assertThat(opening.selects(POD)).isFalse();
    String calico = "spec: {namespaceSelector: \"team == 'b'\", egress: [{action: 'Allow'}]}";
    var global = opening("GlobalNetworkPolicy.projectcalico.org", calico, "").orElseThrow();
    assertThat(global.selects(unknown)).isTrue();
    assertThat(global.selects(POD)).isFalse();
  }

  @Test
  void aKindOrVersionThatIsNewIsNotUnderstood() {
    assertThat(OtherPolicies.kind("cilium.io", "ciliumnetworkpolicies", Set.of("v2", "v3")))
        .isInstanceOfSatisfying(
            PolicyKindVerdict.Judged.class, judged -> assertThat(judged.version()).isEqualTo("v2"));
    assertThat(OtherPolicies.kind("cilium.io", "ciliumnetworkpolicies", Set.of("v3")))
        .isInstanceOfSatisfying(
            PolicyKindVerdict.NotUnderstood.class,
            no ->
                assertThat(no.message())
                    .contains("ciliumnetworkpolicies.cilium.io")
                    .contains("served as v3, and understood as v2")
                    .contains("cilium.io in policyGroups.understoodByPlatform"));
    assertThat(OtherPolicies.kind("k8s.ovn.org", "egressopenings", Set.of("v1")))
        .isInstanceOf(PolicyKindVerdict.NotUnderstood.class);
    assertThat(OtherPolicies.kind("k8s.ovn.org", "egressfirewalls", Set.of("v1")))
        .isInstanceOf(PolicyKindVerdict.OpensNothing.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policy.networking.k8s.io",
        "cilium.io",
        "crd.projectcalico.org",
        "projectcalico.org",
        "crd.antrea.io",
        "k8s.ovn.org"
      })
  void everyGroupOfTheSpecificationIsLookedAt(String group) {
    assertThat(OtherPolicies.groups()).hasSize(6).contains(group);
  }
}
