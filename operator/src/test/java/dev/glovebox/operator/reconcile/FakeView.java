package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.GrantedReach;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.verify.PolicyUnion;
import dev.glovebox.core.verify.policies.Opening;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.PlanBasis;
import dev.glovebox.operator.facts.PolicyWatch;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What the watch is told of the cluster; tests change it. As planned for until they do. */
final class FakeView implements ClusterView, PolicyWatch {
  final Map<String, SandboxPolicy> policies = new HashMap<>();
  final Map<String, Facts.RuntimeClassFacts> runtimeClasses = new HashMap<>();
  final Map<String, Facts.CertificateFacts> certificates = new HashMap<>();
  final List<String> ranges = new ArrayList<>();
  Map<String, String> namespaceLabels = Map.of();

  /** Whether the informer of NetworkPolicies has not seen the task's own yet. */
  boolean policiesBehind;

  /** What the server says where the informers are behind; null = the same. */
  PlanBasis server;

  /** What plans are made from; null = this test makes none. */
  Facts facts;

  /** A kind of policy that is not watched; tests change it. */
  Optional<String> notKnown = Optional.empty();

  /** Until when the policies were there that are gone. */
  Instant goneSince = Instant.MAX;

  /** Who is told of changes. */
  Consumer<Predicate<SandboxTask>> ofView;

  Consumer<PolicyWatch.Change> ofPolicies;

  private final FakeCluster cluster;

  FakeView(FakeCluster cluster) {
    this.cluster = cluster;
    policy(Samples.policy());
    runtimeClass("class-uid", "runsc");
  }

  void policy(SandboxPolicySpec spec) {
    var policy = new SandboxPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName("default").withGeneration(3L).build());
    policy.setSpec(spec);
    policies.put("default", policy);
  }

  void runtimeClass(String uid, String handler) {
    runtimeClasses.put(
        "gvisor",
        new Facts.RuntimeClassFacts("gvisor", uid, handler, Map.of(), Map.of(), List.of()));
  }

  @Override
  public Map<String, SandboxPolicy> policies() {
    return policies;
  }

  @Override
  public Lookup<Facts.NamespaceFacts> namespace(String name) {
    return new Lookup.Found<>(new Facts.NamespaceFacts(name, namespaceLabels, Map.of()));
  }

  @Override
  public Lookup<Facts> snapshot(SandboxTask task, SandboxPolicy policy) {
    return new Lookup.Found<>(facts);
  }

  @Override
  public Lookup<Facts> fresh(Plan plan) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Facts.CertificateFacts> certificate(String node, String runtimeClass) {
    return Optional.ofNullable(certificates.get(node + "." + runtimeClass));
  }

  @Override
  public Optional<Facts.RuntimeClassFacts> runtimeClass(String name) {
    return Optional.ofNullable(runtimeClasses.get(name));
  }

  @Override
  public Instant watchedSince() {
    return Instant.EPOCH;
  }

  @Override
  public Runnable lists(String name) {
    return () -> {};
  }

  @Override
  public GrantedReach grantedReach() {
    return GrantedReach.of(
        new Facts.NetworkFacts(List.of(), List.of(), List.copyOf(ranges), List.of(), List.of()),
        new Facts.Platform(Samples.PROBE_IMAGE, "IfNotPresent", List.of()));
  }

  @Override
  public void onChangeFor(Consumer<Predicate<SandboxTask>> consumer) {
    ofView = consumer;
  }

  @Override
  public void onChange(Consumer<PolicyWatch.Change> consumer) {
    ofPolicies = consumer;
  }

  @Override
  public Lookup<SandboxPolicy> policy(String name) {
    SandboxPolicy policy = policies.get(name);
    return policy == null ? new Lookup.Absent<>() : new Lookup.Found<>(policy);
  }

  @Override
  public PlanBasis server() {
    return server == null ? this : server;
  }

  @Override
  public Optional<String> widening(
      String namespace, Map<String, String> podLabels, String oursName, String oursUid) {
    return PolicyUnion.widening(podLabels, cluster.foreignPolicies, oursName, oursUid)
        .map(Opening::message);
  }

  @Override
  public Optional<String> widened(
      String namespace,
      Map<String, String> podLabels,
      String oursName,
      String oursUid,
      Instant since) {
    return PolicyUnion.widening(
            podLabels,
            goneSince.isBefore(since) ? List.of() : cluster.gonePolicies,
            oursName,
            oursUid)
        .map(Opening::message);
  }

  @Override
  public Optional<String> notKnown() {
    return notKnown;
  }

  @Override
  public Optional<NetworkPolicy> labelled(String namespace, String name) {
    return Optional.ofNullable(cluster.raw(ObjectKind.NETWORK_POLICY, name))
        .filter(policy -> !policiesBehind)
        .map(policy -> new OwnObject(policy).asPolicy())
        .filter(
            policy ->
                policy.getMetadata().getLabels() != null
                    && policy.getMetadata().getLabels().containsKey(Names.TASK_UID_LABEL));
  }
}
