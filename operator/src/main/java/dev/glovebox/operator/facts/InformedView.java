package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.GrantedReach;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The view from the shared informers, and fresh reads through {@link FreshReads}. */
public final class InformedView implements ClusterView {

  private final KubernetesClient client;
  private final Informers informers;
  private final Facts.Platform platform;
  private final ActiveTasks activeTasks;
  private final ClusterNetwork network;
  private final CanaryWatch canaries;
  private final FreshReads fresh;
  private final PlanBasis server;

  private final Memo<Map<String, SandboxPolicy>> policies;
  private final Memo<List<Facts.NodeFacts>> nodes;
  private final Memo<Map<String, Facts.RuntimeClassFacts>> runtimeClasses;
  private final Memo<Map<String, Facts.StorageClassFacts>> storageClasses;
  private final Memo<List<String>> serviceAddresses;
  private final Memo<Facts.NetworkFacts> networkFacts;
  private final Memo<Map<String, Facts.CertificateFacts>> certificates;
  private final Memo<GrantedReach> grantedReach;
  private final ViewChanges changes = new ViewChanges();
  private final Clock clock;
  private final List<Runnable> onCertificate = new CopyOnWriteArrayList<>();

  /**
   * Builds the view; {@link #start} starts what it does by itself.
   *
   * @param informers not started yet
   * @param clusterCidrs ranges that the platform team adds to what is discovered
   */
  public InformedView(
      KubernetesClient client,
      Informers informers,
      ActiveTasks activeTasks,
      Facts.Platform platform,
      List<Cidr> clusterCidrs,
      Clock clock) {
    this.client = client;
    this.informers = informers;
    this.activeTasks = activeTasks;
    this.platform = platform;
    this.clock = clock;
    this.canaries =
        new CanaryWatch(
            informers.canaries.getIndexer()::list,
            new CanaryCheck(CanaryCheck.TIMEOUT)::ask,
            clock);
    policies = new Memo<>(() -> byName(informers.policies, policy -> policy));
    nodes =
        new Memo<>(
            () -> informers.nodes.getIndexer().list().stream().map(ObjectFacts::of).toList());
    runtimeClasses = new Memo<>(() -> byName(informers.runtimeClasses, ObjectFacts::of));
    storageClasses = new Memo<>(() -> byName(informers.storageClasses, ObjectFacts::of));
    certificates = new Memo<>(() -> byName(informers.certificates, ObjectFacts::of));
    serviceAddresses =
        new Memo<>(() -> ServiceAddresses.ofAll(informers.services.getIndexer().list()));
    networkFacts = new Memo<>(() -> judgeNetwork(clusterCidrs));
    grantedReach = new Memo<>(() -> GrantedReach.of(networkFacts.get(), platform));
    network = new ClusterNetwork(client, this::networkChanged);
    fresh = new FreshReads(client, this::nodesNow, certificates::get);
    server = new ServerBasis(client, this);
    invalidateOnChange();
    informers.continuity.onResume(changes::all);
  }

  private void invalidateOnChange() {
    // Handlers are not told in the order in which they were added: each that wakes tasks makes sure
    // itself that they will see the new state.
    informers.policies.addEventHandler(new OnChange<>(policies::invalidate));
    informers.policies.addEventHandler(
        new OnChange<>(
            // The operator itself writes their status, twice a minute.
            (before, after) ->
                !Objects.equals(
                    before.getMetadata().getGeneration(), after.getMetadata().getGeneration()),
            () -> {
              policies.invalidate();
              changes.policies();
            }));
    informers.runtimeClasses.addEventHandler(
        new OnChange<>(
            () -> {
              runtimeClasses.invalidate();
              changes.runtimeClasses();
            }));
    informers.storageClasses.addEventHandler(new OnChange<>(storageClasses::invalidate));
    informers.certificates.addEventHandler(
        new OnChange<>(
            () -> {
              certificates.invalidate();
              onCertificate.forEach(Runnable::run);
            }));
    informers.certificates.addEventHandler(changes.certificates(certificates::invalidate));
    // A kubelet reports its node every few minutes though nothing changed that a plan looks at.
    informers.nodes.addEventHandler(
        new OnChange<>(
            (before, after) ->
                !ObjectFacts.of(before).equals(ObjectFacts.of(after))
                    || !before.getSpec().equals(after.getSpec()),
            () -> {
              nodes.invalidate();
              networkFacts.invalidate();
              grantedReach.invalidate();
            }));
    informers.nodes.addEventHandler(
        new OnChange<>(
            (before, after) ->
                !ObjectFacts.of(before).addresses().equals(ObjectFacts.of(after).addresses())
                    || !before.getSpec().equals(after.getSpec()),
            () -> {
              nodes.invalidate();
              networkChanged();
            }));
    // Most Services have none, and their endpoints are no part of them.
    informers.services.addEventHandler(
        new OnChange<>(
            service -> !ServiceAddresses.of(service).isEmpty(),
            (before, after) -> !ServiceAddresses.of(before).equals(ServiceAddresses.of(after)),
            () -> {
              serviceAddresses.invalidate();
              networkChanged();
            }));
    informers.canaries.addEventHandler(
        new OnChange<>(
            () -> {
              networkFacts.invalidate();
              grantedReach.invalidate();
              canaries.askSoon();
            }));
  }

  private void networkChanged() {
    networkFacts.invalidate();
    grantedReach.invalidate();
    changes.network();
  }

  /**
   * Reads the network once, asks the canaries once, and goes on doing both on threads of its own,
   * which end with the process. Call it when the informers have synced.
   */
  public void start() {
    network.read();
    Thread.ofVirtual().name("network").start(network);
    Thread.ofVirtual().name("canaries").start(canaries);
  }

  @Override
  public Map<String, SandboxPolicy> policies() {
    return policies.get();
  }

  @Override
  public Lookup<Facts.NamespaceFacts> namespace(String name) {
    Namespace known = informers.namespaces.getIndexer().getByKey(name);
    return known == null
        ? NamespaceReads.namespace(client, name)
        : new Lookup.Found<>(ObjectFacts.of(known));
  }

  @Override
  public Lookup<SandboxPolicy> policy(String name) {
    SandboxPolicy known = policies.get().get(name);
    return known == null ? new Lookup.Absent<>() : new Lookup.Found<>(known);
  }

  @Override
  public Lookup<Facts> snapshot(SandboxTask task, SandboxPolicy policy) {
    String namespace = task.getMetadata().getNamespace();
    return switch (namespace(namespace)) {
      case Lookup.Absent<Facts.NamespaceFacts> absent -> new Lookup.Absent<>();
      case Lookup.Unreadable<Facts.NamespaceFacts> unreadable ->
          new Lookup.Unreadable<>(unreadable.message());
      case Lookup.Found<Facts.NamespaceFacts> found ->
          new Lookup.Found<>(snapshot(task, policy, found.value()));
    };
  }

  private Facts snapshot(SandboxTask task, SandboxPolicy policy, Facts.NamespaceFacts namespace) {
    try (var together = new Reads.Together()) {
      var reads = new NamespaceReads(client, namespace.name(), together);
      var account = reads.serviceAccount(NamespaceReads.serviceAccountName(policy));
      var secrets = reads.secrets(NamespaceReads.secretNames(task.getSpec()));
      var configMaps = reads.configMaps(NamespaceReads.configMapNames(task.getSpec()));
      return new Facts(
          namespace,
          runtimeClasses.get(),
          nodes.get(),
          storageClasses.get(),
          NamespaceReads.results(secrets),
          NamespaceReads.results(configMaps),
          Reads.Together.result(account),
          activeTasks.olderThan(task),
          networkFacts.get(),
          canaries.answering(),
          certificates.get(),
          informers.policyEngine.starts(),
          clock.instant(),
          platform);
    }
  }

  /** What does not depend on any task, from informers; the rest is empty. */
  public Facts cluster() {
    return new Facts(
        new Facts.NamespaceFacts("", Map.of(), Map.of()),
        runtimeClasses.get(),
        nodes.get(),
        storageClasses.get(),
        Map.of(),
        Map.of(),
        new Lookup.Absent<>(),
        0,
        networkFacts.get(),
        canaries.answering(),
        certificates.get(),
        informers.policyEngine.starts(),
        clock.instant(),
        platform);
  }

  /** Runs an action after each change of a NodeCertificate, when snapshots already show it. */
  public void onCertificate(Runnable action) {
    onCertificate.add(action);
  }

  @Override
  public Lookup<Facts> fresh(Plan plan) {
    if (!plan.egress().isEmpty() && !informers.services.isWatching()) {
      // A list of all of them for each release would be more than all other reads together.
      return new Lookup.Unreadable<>(
          "the addresses of Services: the watch of Services is interrupted");
    }
    return fresh.of(
        plan,
        networkFacts.get(),
        canaries.answering(),
        informers.policyEngine.starts(),
        clock.instant(),
        platform);
  }

  @Override
  public Optional<Facts.CertificateFacts> certificate(String node, String runtimeClass) {
    return Optional.ofNullable(certificates.get().get(Certification.name(node, runtimeClass)));
  }

  @Override
  public Optional<Facts.RuntimeClassFacts> runtimeClass(String name) {
    return Optional.ofNullable(runtimeClasses.get().get(name));
  }

  @Override
  public Instant watchedSince() {
    return informers.continuity.since();
  }

  @Override
  public Runnable lists(String name) {
    return informers.continuity.lists(name);
  }

  @Override
  public GrantedReach grantedReach() {
    return grantedReach.get();
  }

  @Override
  public void onChangeFor(Consumer<Predicate<SandboxTask>> consumer) {
    changes.consumer(consumer);
  }

  @Override
  public PlanBasis server() {
    return server;
  }

  /** Canaries that answered within the last 30 s, for the metrics. */
  public int canariesAnswering() {
    return canaries.answering().size();
  }

  private List<Facts.NodeFacts> nodesNow() {
    return nodes.get();
  }

  private Facts.NetworkFacts judgeNetwork(List<Cidr> clusterCidrs) {
    return NetworkJudgement.of(
        network.latest(),
        informers.nodes.getIndexer().list(),
        serviceAddresses.get(),
        CanaryWatch.addresses(informers.canaries.getIndexer().list()),
        clusterCidrs);
  }

  private static <T extends HasMetadata, F> Map<String, F> byName(
      SharedIndexInformer<T> informer, Function<T, F> facts) {
    return informer.getIndexer().list().stream()
        .collect(Collectors.toUnmodifiableMap(o -> o.getMetadata().getName(), facts));
  }
}
