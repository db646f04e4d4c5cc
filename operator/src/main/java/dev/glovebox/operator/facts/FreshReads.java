package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a plan counts on, read again from the server: by name, all at the same time. */
final class FreshReads {

  /**
   * Up to so many nodes of a plan, and their certificates, are read one by one. For more the
   * informer's are taken: a read of 500 nodes for each task would be the API server's main work,
   * and a list of them waits 77 ms for the server's cache. The node that the pod really lands on is
   * compared after the proof anyway.
   */
  static final int NODES_READ_ONE_BY_ONE = 10;

  private final KubernetesClient client;
  private final Supplier<List<Facts.NodeFacts>> informed;
  private final Supplier<Map<String, Facts.CertificateFacts>> informedCertificates;

  /**
   * @param informed every node as the informer knows it
   * @param informedCertificates every certificate as the informer knows it
   */
  FreshReads(
      KubernetesClient client,
      Supplier<List<Facts.NodeFacts>> informed,
      Supplier<Map<String, Facts.CertificateFacts>> informedCertificates) {
    this.client = client;
    this.informed = informed;
    this.informedCertificates = informedCertificates;
  }

  Lookup<Facts> of(
      Plan plan,
      Facts.NetworkFacts network,
      List<Facts.CanaryFacts> canaries,
      Map<String, Instant> policyEngineStarts,
      Instant now,
      Facts.Platform platform) {
    try (var together = new Reads.Together()) {
      var reads = new NamespaceReads(client, plan.namespace(), together);
      var namespace = reads.namespace();
      var account = reads.serviceAccount(plan.policySpec().pods().serviceAccountName());
      var secrets = reads.secrets(NamespaceReads.secretNames(plan.spec()));
      var configMaps = reads.configMaps(NamespaceReads.configMapNames(plan.spec()));
      var runtimeClass = runtimeClass(together, plan.runtimeClass().name());
      var storageClass = storageClass(together, plan);
      var nodes = nodes(together, plan);
      var certificates = certificates(together, plan);

      Lookup<Facts.NamespaceFacts> namespaceNow = Reads.Together.result(namespace);
      Lookup<Facts.ServiceAccountFacts> accountNow = Reads.Together.result(account);
      Map<String, Lookup<Facts.SecretFacts>> secretsNow = NamespaceReads.results(secrets);
      Map<String, Lookup<Facts.ConfigMapFacts>> configMapsNow = NamespaceReads.results(configMaps);
      Lookup<Facts.RuntimeClassFacts> runtimeClassNow = Reads.Together.result(runtimeClass);
      Map<String, Lookup<Facts.StorageClassFacts>> storageNow =
          NamespaceReads.results(storageClass);
      Map<String, Lookup<Facts.NodeFacts>> nodesNow = NamespaceReads.results(nodes);
      Map<String, Lookup<Facts.CertificateFacts>> certificatesNow =
          NamespaceReads.results(certificates);

      List<String> unreadable =
          Stream.of(
                  Stream.of(namespaceNow, accountNow, runtimeClassNow),
                  secretsNow.values().stream(),
                  configMapsNow.values().stream(),
                  storageNow.values().stream(),
                  nodesNow.values().stream(),
                  certificatesNow.values().stream())
              .flatMap(lookups -> lookups)
              .filter(Lookup.Unreadable.class::isInstance)
              .map(lookup -> ((Lookup.Unreadable<?>) lookup).message())
              .toList();
      if (!unreadable.isEmpty()) {
        return new Lookup.Unreadable<>(String.join("; ", unreadable));
      }
      if (!(namespaceNow instanceof Lookup.Found<Facts.NamespaceFacts> found)) {
        return new Lookup.Unreadable<>("namespace " + plan.namespace() + " is gone");
      }
      return new Lookup.Found<>(
          new Facts(
              found.value(),
              present(Map.of(plan.runtimeClass().name(), runtimeClassNow)),
              tooMany(plan) ? informed.get() : List.copyOf(present(nodesNow).values()),
              present(storageNow),
              secretsNow,
              configMapsNow,
              accountNow,
              0,
              network,
              canaries,
              tooMany(plan) ? informedCertificates.get() : present(certificatesNow),
              policyEngineStarts,
              now,
              platform));
    }
  }

  private Future<Lookup<Facts.RuntimeClassFacts>> runtimeClass(Reads.Together reads, String name) {
    return reads.start(
        () ->
            Reads.one(
                "runtimeclasses " + name,
                () -> client.resources(RuntimeClass.class).withName(name).get(),
                ObjectFacts::of));
  }

  private Map<String, Future<Lookup<Facts.StorageClassFacts>>> storageClass(
      Reads.Together reads, Plan plan) {
    var workspace = plan.spec().workspace();
    String name = workspace == null ? null : workspace.storageClassName();
    return name == null
        ? Map.of()
        : Map.of(
            name,
            reads.start(
                () ->
                    Reads.one(
                        "storageclasses " + name,
                        () -> client.resources(StorageClass.class).withName(name).get(),
                        ObjectFacts::of)));
  }

  private Map<String, Future<Lookup<Facts.NodeFacts>>> nodes(Reads.Together reads, Plan plan) {
    if (tooMany(plan)) {
      return Map.of();
    }
    Map<String, Future<Lookup<Facts.NodeFacts>>> started = new LinkedHashMap<>();
    for (Facts.NodeFacts planned : plan.nodes()) {
      started.put(
          planned.name(),
          reads.start(
              () ->
                  Reads.<Node, Facts.NodeFacts>one(
                      "nodes " + planned.name(),
                      () -> client.nodes().withName(planned.name()).get(),
                      ObjectFacts::of)));
    }
    return started;
  }

  private Map<String, Future<Lookup<Facts.CertificateFacts>>> certificates(
      Reads.Together reads, Plan plan) {
    if (tooMany(plan)) {
      return Map.of();
    }
    Map<String, Future<Lookup<Facts.CertificateFacts>>> started = new LinkedHashMap<>();
    for (Facts.NodeFacts planned : plan.nodes()) {
      String name = Certification.name(planned.name(), plan.runtimeClass().name());
      started.put(
          name,
          reads.start(
              () ->
                  Reads.<NodeCertificate, Facts.CertificateFacts>one(
                      "nodecertificates " + name,
                      () -> client.resources(NodeCertificate.class).withName(name).get(),
                      ObjectFacts::of)));
    }
    return started;
  }

  private static boolean tooMany(Plan plan) {
    return plan.nodes().size() > NODES_READ_ONE_BY_ONE;
  }

  private static <T> Map<String, T> present(Map<String, Lookup<T>> lookups) {
    return lookups.entrySet().stream()
        .filter(entry -> entry.getValue() instanceof Lookup.Found)
        .collect(
            Collectors.toUnmodifiableMap(
                Map.Entry::getKey, entry -> ((Lookup.Found<T>) entry.getValue()).value()));
  }
}
