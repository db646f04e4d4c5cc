package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Listable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The cluster as one look at it shows: for who wants to know what the operator would decide without
 * being the operator. Each kind is listed once; what could not be read is Unreadable, never empty.
 * No Secret is read, and no canary is asked.
 */
public final class ListedView {

  /**
   * What the platform team told the operator of where to look.
   *
   * @param canaryNamespace where the canaries' pods are
   * @param policyEngine the pods that enforce NetworkPolicies; an empty selector = nobody has said
   * @param clusterCidrs ranges that the platform team adds to what is discovered
   * @param admissionPolicies the policies without which nothing is released; empty = not known
   */
  public record Settings(
      String canaryNamespace,
      PolicyEngine.Pods policyEngine,
      List<Cidr> clusterCidrs,
      List<String> admissionPolicies) {}

  private final KubernetesClient client;
  private final Settings settings;
  private final Clock clock;

  public ListedView(KubernetesClient client, Settings settings, Clock clock) {
    this.client = client;
    this.settings = settings;
    this.clock = clock;
  }

  /** What does not depend on any task: all lists at the same time. */
  public ListedCluster cluster() {
    var network = new ClusterNetwork(client, () -> {});
    try (var reads = new Reads.Together()) {
      var runtimeClasses =
          list(reads, "runtimeclasses", () -> client.resources(RuntimeClass.class));
      var nodes = list(reads, "nodes", client::nodes);
      var storageClasses =
          list(reads, "storageclasses", () -> client.resources(StorageClass.class));
      var services = list(reads, "services", () -> client.services().inAnyNamespace());
      var certificates =
          list(reads, "nodecertificates", () -> client.resources(NodeCertificate.class));
      var canaries =
          list(
              reads,
              "pods in namespace " + settings.canaryNamespace(),
              () ->
                  client
                      .pods()
                      .inNamespace(settings.canaryNamespace())
                      .withLabels(CanaryWatch.LABELS));
      var engines = reads.start(this::policyEngine);
      var policies =
          list(
              reads,
              "validatingadmissionpolicies",
              () -> client.resources(ValidatingAdmissionPolicy.class));
      var bindings =
          list(
              reads,
              "validatingadmissionpolicybindings",
              () -> client.resources(ValidatingAdmissionPolicyBinding.class));
      network.read();
      var nodesNow = Reads.Together.result(nodes);
      var canariesNow = Reads.Together.result(canaries);
      return new ListedCluster(
          map(Reads.Together.result(runtimeClasses), all -> byName(all, ObjectFacts::of)),
          map(nodesNow, all -> all.stream().map(ObjectFacts::of).toList()),
          map(Reads.Together.result(storageClasses), all -> byName(all, ObjectFacts::of)),
          network(network.latest(), nodesNow, Reads.Together.result(services), canariesNow),
          map(canariesNow, CanaryWatch::running),
          map(Reads.Together.result(certificates), all -> byName(all, ObjectFacts::of)),
          map(Reads.Together.result(engines), PolicyEngine::starts),
          guard(Reads.Together.result(policies), Reads.Together.result(bindings)),
          clock.instant());
    }
  }

  /** A SandboxPolicy by its name. */
  public Lookup<SandboxPolicy> policy(String name) {
    return Reads.one(
        "sandboxpolicies " + name,
        () -> client.resources(SandboxPolicy.class).withName(name).get(),
        policy -> policy);
  }

  /** A namespace. */
  public Lookup<Facts.NamespaceFacts> namespace(String name) {
    return NamespaceReads.namespace(client, name);
  }

  /**
   * What a task under a policy uses of its namespace, its Secrets apart.
   *
   * @param spec null = the task has none
   */
  public ListedNamespace used(String namespace, SandboxTaskSpec spec, SandboxPolicy policy) {
    try (var together = new Reads.Together()) {
      var reads = new NamespaceReads(client, namespace, together);
      var account = reads.serviceAccount(NamespaceReads.serviceAccountName(policy));
      var configMaps =
          reads.configMaps(spec == null ? List.of() : NamespaceReads.configMapNames(spec));
      var tasks =
          list(
              together,
              "sandboxtasks in namespace " + namespace,
              () -> client.resources(SandboxTask.class).inNamespace(namespace));
      return new ListedNamespace(
          Reads.Together.result(account),
          NamespaceReads.results(configMaps),
          Reads.Together.result(tasks));
    }
  }

  private Lookup<List<Pod>> policyEngine() {
    PolicyEngine.Pods engine = settings.policyEngine();
    return engine.selector().isEmpty()
        ? new Lookup.Found<>(List.of())
        : Reads.<List<Pod>, List<Pod>>one(
            "pods of the policy engine in namespace " + engine.namespace(),
            () ->
                client
                    .pods()
                    .inNamespace(engine.namespace())
                    .withLabelSelector(engine.selector())
                    .list()
                    .getItems(),
            pods -> pods);
  }

  /** What could not be read is told apart from what the cluster does not show. */
  private ListedCluster.Network network(
      NetworkReads reads,
      Lookup<List<Node>> nodes,
      Lookup<List<Service>> services,
      Lookup<List<Pod>> canaries) {
    List<String> unread = new ArrayList<>();
    List<Lookup<?>> lookups =
        List.of(
            reads.apiService(),
            reads.apiEndpoints(),
            reads.dnsService(),
            reads.serviceRanges(),
            nodes,
            services,
            canaries);
    for (Lookup<?> lookup : lookups) {
      if (lookup instanceof Lookup.Unreadable<?> no) {
        unread.add(no.message());
      }
    }
    return new ListedCluster.Network(
        NetworkJudgement.of(
            reads,
            orEmpty(nodes),
            ServiceAddresses.ofAll(orEmpty(services)),
            CanaryWatch.addresses(orEmpty(canaries)),
            settings.clusterCidrs()),
        List.copyOf(unread));
  }

  private Lookup<Optional<String>> guard(
      Lookup<List<ValidatingAdmissionPolicy>> policies,
      Lookup<List<ValidatingAdmissionPolicyBinding>> bindings) {
    if (settings.admissionPolicies().isEmpty()) {
      // The operator does not start without: whoever has none does not know them.
      return new Lookup.Unreadable<>("which ones the operator wants is not known");
    }
    return switch (policies) {
      case Lookup.Unreadable<List<ValidatingAdmissionPolicy>> no ->
          new Lookup.Unreadable<>(no.message());
      case Lookup.Absent<List<ValidatingAdmissionPolicy>> none ->
          new Lookup.Unreadable<>("the server has no ValidatingAdmissionPolicies (404)");
      case Lookup.Found<List<ValidatingAdmissionPolicy>> found -> {
        Map<String, ValidatingAdmissionPolicy> named = byName(found.value(), policy -> policy);
        yield map(
            bindings,
            all -> AdmissionPoliciesBound.judge(settings.admissionPolicies(), named::get, all));
      }
    };
  }

  private static <T extends HasMetadata, L extends KubernetesResourceList<T>>
      Future<Lookup<List<T>>> list(
          Reads.Together reads, String what, Supplier<? extends Listable<L>> of) {
    return reads.start(
        () -> Reads.<List<T>, List<T>>one(what, () -> of.get().list().getItems(), all -> all));
  }

  private static <T extends HasMetadata, F> Map<String, F> byName(
      List<T> objects, Function<T, F> facts) {
    return objects.stream()
        .collect(Collectors.toUnmodifiableMap(o -> o.getMetadata().getName(), facts));
  }

  private static <T> List<T> orEmpty(Lookup<List<T>> lookup) {
    return lookup instanceof Lookup.Found<List<T>> found ? found.value() : List.of();
  }

  private static <T, R> Lookup<R> map(Lookup<T> lookup, Function<T, R> of) {
    return switch (lookup) {
      case Lookup.Found<T> found -> new Lookup.Found<>(of.apply(found.value()));
      case Lookup.Absent<T> absent -> new Lookup.Absent<>();
      case Lookup.Unreadable<T> no -> new Lookup.Unreadable<>(no.message());
    };
  }
}
