package dev.glovebox.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.operator.facts.InformedPolicies;
import dev.glovebox.operator.facts.Informers;
import dev.glovebox.operator.facts.PolicyDiscovery;
import dev.glovebox.operator.facts.PolicyEngine;
import dev.glovebox.operator.facts.PolicyWatch.Change;
import dev.glovebox.operator.facts.ServerNetworkPolicies;
import dev.glovebox.operator.facts.StartFailure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kinds of policy beside NetworkPolicy on a real API server: minimal CRDs of Cilium's and Antrea's
 * groups, without their engines. Not for a cluster of one's own, which may have the real ones.
 */
@OnCluster(OnCluster.Needs.CRDS)
@Tag("local-node")
class OtherPolicyGroupsIT {
  private static final String NAMESPACE = "other-policy-groups";
  private static final Map<String, String> POD = Map.of("glovebox.dev/task-uid", "u");
  private static final Duration SOON = Duration.ofSeconds(10);

  private static final HasMetadata CILIUM =
      crd("cilium.io", "v2", "ciliumnetworkpolicies", "CiliumNetworkPolicy", "Namespaced");
  private static final HasMetadata ANTREA =
      crd("crd.antrea.io", "v1beta1", "clusternetworkpolicies", "ClusterNetworkPolicy", "Cluster");
  private static final HasMetadata UNKNOWN =
      crd("cilium.io", "v2", "ciliumopenings", "CiliumOpening", "Namespaced");

  private static final HasMetadata OPEN =
      object(
          """
          {"apiVersion":"cilium.io/v2","kind":"CiliumNetworkPolicy",
           "metadata":{"name":"open","namespace":"other-policy-groups"},
           "spec":{"endpointSelector":{},"egress":[{"toEntities":["world"]}]}}""");
  private static final HasMetadata CLOSED =
      object(
          """
          {"apiVersion":"cilium.io/v2","kind":"CiliumNetworkPolicy",
           "metadata":{"name":"closed","namespace":"other-policy-groups"},
           "spec":{"endpointSelector":{},"egressDeny":[{"toEntities":["world"]}]}}""");
  private static final HasMetadata EVERYWHERE =
      object(
          """
          {"apiVersion":"crd.antrea.io/v1beta1","kind":"ClusterNetworkPolicy",
           "metadata":{"name":"everywhere"},
           "spec":{"appliedTo":[{"namespaceSelector":{"matchLabels":{"open":"yes"}}}],
                   "egress":[{"action":"Allow"}]}}""");
  private static final HasMetadata ALLOW_ALL =
      object(
          """
          {"apiVersion":"networking.k8s.io/v1","kind":"NetworkPolicy",
           "metadata":{"name":"allow-all","namespace":"other-policy-groups"},
           "spec":{"podSelector":{},"policyTypes":["Egress"],"egress":[{}]}}""");

  private static final List<Change> CHANGES = new CopyOnWriteArrayList<>();

  private static KubernetesClient client;
  private static KubernetesClient nobody;
  private static Informers informers;
  private static InformedPolicies watch;

  private static HasMetadata object(String json) {
    return new KubernetesSerialization().unmarshal(json);
  }

  private static HasMetadata crd(
      String group, String version, String plural, String kind, String scope) {
    return object(
        """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
         "metadata":{"name":"%3$s.%1$s",
           "annotations":{"api-approved.kubernetes.io":"unapproved, a test"}},
         "spec":{"group":"%1$s","scope":"%5$s",
           "names":{"plural":"%3$s","singular":"%6$s","kind":"%4$s","listKind":"%4$sList"},
           "versions":[{"name":"%2$s","served":true,"storage":true,"schema":{"openAPIV3Schema":
             {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}"""
            .formatted(group, version, plural, kind, scope, kind.toLowerCase(Locale.ROOT)));
  }

  @BeforeAll
  static void install(Cluster cluster) throws StartFailure {
    client = cluster.client();
    client.resource(namespace(Map.of())).serverSideApply();
    nobody =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(client.getConfiguration())
                    .withImpersonateUsername("nobody-in-particular")
                    .withImpersonateGroups("system:authenticated")
                    .build())
            .build();
    establish(CILIUM);
    establish(ANTREA);
    informers = informers();
    watch = new InformedPolicies(client, informers, discovery(client));
    watch.onChange(CHANGES::add);
    informers.start(Duration.ofSeconds(60));
    watch.start();
    await().atMost(SOON).untilAsserted(() -> assertThat(watch.notKnown()).isEmpty());
  }

  @AfterAll
  static void remove() {
    watch.close();
    informers.close();
    nobody.close();
    List.of(ALLOW_ALL, CILIUM, ANTREA, UNKNOWN, namespace(Map.of()))
        .forEach(object -> client.resource(object).delete());
    for (String group : List.of("cilium.io", "crd.antrea.io")) {
      await().atMost(SOON).until(() -> client.getApiGroup(group) == null);
    }
  }

  @AfterEach
  void removePolicies() {
    List.of(OPEN, CLOSED, EVERYWHERE, ALLOW_ALL, UNKNOWN)
        .forEach(object -> client.resource(object).delete());
    client.resource(namespace(Map.of())).update();
    await().atMost(SOON).until(() -> client.resource(UNKNOWN).get() == null);
  }

  private static Namespace namespace(Map<String, String> labels) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(NAMESPACE)
        .withLabels(labels)
        .endMetadata()
        .build();
  }

  private static void establish(HasMetadata crd) {
    client.resource(crd).serverSideApply();
    String name = crd.getMetadata().getName();
    await().atMost(SOON).until(() -> isEstablished(name));
    String group = name.replaceFirst("[^.]*\\.", "");
    await().atMost(SOON).until(() -> client.getApiGroup(group) != null);
  }

  private static boolean isEstablished(String name) {
    var status = client.resources(CustomResourceDefinition.class).withName(name).get().getStatus();
    return status != null
        && status.getConditions() != null
        && status.getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }

  private static Informers informers() {
    return new Informers(client, "glovebox-canary", new PolicyEngine.Pods("", ""));
  }

  private static PolicyDiscovery discovery(KubernetesClient by, String... understood) {
    return new PolicyDiscovery(by, List.of(understood), Clock.systemUTC());
  }

  private static ServerNetworkPolicies policies(KubernetesClient by, String... understood) {
    // With a watch that knows nothing: what is found is what the server lists.
    var discovery = discovery(by, understood);
    var idle = new InformedPolicies(client, informers(), discovery);
    return new ServerNetworkPolicies(by, idle, discovery);
  }

  private static Lookup<Optional<String>> ask(ServerNetworkPolicies policies) {
    return policies.otherWidening(NAMESPACE, POD, "ours", "uid-of-ours");
  }

  private static Optional<String> widening(ServerNetworkPolicies policies) {
    return switch (ask(policies)) {
      case Lookup.Found<Optional<String>> found -> found.value();
      default -> throw new AssertionError(ask(policies));
    };
  }

  private static String unreadable(ServerNetworkPolicies policies) {
    return switch (ask(policies)) {
      case Lookup.Unreadable<Optional<String>> no -> no.message();
      default -> throw new AssertionError("was read");
    };
  }

  private static Optional<String> watched() {
    return watch.widening(NAMESPACE, POD, "ours", "uid-of-ours");
  }

  @Test
  void aPolicyThatAllowsIsListedAndNamedAndOneThatDeniesIsFine() {
    client.resource(CLOSED).create();
    assertThat(widening(policies(client))).isEmpty();
    client.resource(OPEN).create();
    assertThat(widening(policies(client)))
        .hasValueSatisfying(
            message ->
                assertThat(message)
                    .startsWith("CiliumNetworkPolicy.cilium.io other-policy-groups/open selects")
                    .contains("(spec)")
                    .contains("policyGroups.understoodByPlatform"));
  }

  @Test
  void aGroupThatThePlatformAnswersForIsNotJudged() {
    client.resource(OPEN).create();
    assertThat(widening(policies(client, "cilium.io"))).isEmpty();
    assertThat(widening(policies(client))).isPresent();
  }

  @Test
  void aKindThatMayNotBeListedIsUnreadableNotEmpty() {
    assertThat(unreadable(policies(nobody)))
        .contains("403")
        .contains("ciliumnetworkpolicies.cilium.io", "clusternetworkpolicies.crd.antrea.io")
        .contains("policyGroups.understoodByPlatform");
    assertThat(widening(policies(nobody, "cilium.io", "crd.antrea.io"))).isEmpty();
    assertThat(widening(policies(client))).isEmpty();
  }

  @Test
  void aKindThatNobodyKnowsIsNotUnderstoodUntilItIsGone() {
    establish(UNKNOWN);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(ask(policies(client)))
                    .isInstanceOfSatisfying(
                        Lookup.Unreadable.class,
                        no -> assertThat(no.message()).contains("ciliumopenings.cilium.io")));
    assertThat(widening(policies(client, "cilium.io"))).isEmpty();
    client.resource(UNKNOWN).delete();
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(ask(policies(client))).isInstanceOf(Lookup.Found.class));
  }

  @Test
  void theWatchSeesAPolicyThatAllowsWithinASecondAndThatItIsGone() {
    for (HasMetadata policy : List.of(OPEN, ALLOW_ALL)) {
      await().atMost(SOON).untilAsserted(() -> assertThat(watched()).isEmpty());
      CHANGES.clear();
      client.resource(policy).create();
      await()
          .atMost(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                assertThat(watched())
                    .hasValueSatisfying(m -> assertThat(m).contains(policy.getKind()));
                assertThat(CHANGES).contains(new Change(NAMESPACE, null));
              });
      client.resource(policy).delete();
      await().atMost(SOON).untilAsserted(() -> assertThat(watched()).isEmpty());
    }
  }

  @Test
  void theWatchTellsOfALabelThatPutsTheNamespaceUnderAClusterScopedPolicy() {
    client.resource(EVERYWHERE).create();
    await().atMost(SOON).until(() -> CHANGES.contains(new Change(null, null)));
    assertThat(watched()).isEmpty();
    CHANGES.clear();
    client.resource(namespace(Map.of("open", "yes"))).update();
    await()
        .atMost(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              assertThat(watched())
                  .hasValueSatisfying(
                      message ->
                          assertThat(message)
                              .startsWith("ClusterNetworkPolicy.crd.antrea.io everywhere selects"));
              assertThat(CHANGES).contains(new Change(NAMESPACE, null));
            });
  }
}
