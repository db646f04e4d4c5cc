package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What somebody may have made or changed just before the task is read from the server: namespace,
 * SandboxPolicy, RuntimeClasses and StorageClasses, of which there are few. Each arrives on a watch
 * of its own, the task perhaps first. Nodes and their certificates stay the informer's: there are
 * many, and a verdict about them is tried again.
 */
final class ServerBasis implements PlanBasis {

  private final KubernetesClient client;
  private final PlanBasis informed;

  /**
   * @param informed for everything that is not read here
   */
  ServerBasis(KubernetesClient client, PlanBasis informed) {
    this.client = client;
    this.informed = informed;
  }

  @Override
  public Lookup<Facts.NamespaceFacts> namespace(String name) {
    return NamespaceReads.namespace(client, name);
  }

  @Override
  public Lookup<SandboxPolicy> policy(String name) {
    return Reads.one(
        "sandboxpolicies " + name,
        () -> client.resources(SandboxPolicy.class).withName(name).get(),
        policy -> policy);
  }

  @Override
  public Lookup<Facts> snapshot(SandboxTask task, SandboxPolicy policy) {
    try (var reads = new Reads.Together()) {
      var namespace = reads.start(() -> namespace(task.getMetadata().getNamespace()));
      var runtimeClasses =
          reads.start(() -> all("runtimeclasses", RuntimeClass.class, ObjectFacts::of));
      var storageClasses =
          reads.start(() -> all("storageclasses", StorageClass.class, ObjectFacts::of));
      return switch (informed.snapshot(task, policy)) {
        case Lookup.Found<Facts> found ->
            with(
                found.value(),
                Reads.Together.result(namespace),
                Reads.Together.result(runtimeClasses),
                Reads.Together.result(storageClasses));
        case Lookup<Facts> none -> none;
      };
    }
  }

  private static Lookup<Facts> with(
      Facts facts,
      Lookup<Facts.NamespaceFacts> namespace,
      Lookup<Map<String, Facts.RuntimeClassFacts>> runtimeClasses,
      Lookup<Map<String, Facts.StorageClassFacts>> storageClasses) {
    for (Lookup<?> lookup : List.of(namespace, runtimeClasses, storageClasses)) {
      if (lookup instanceof Lookup.Unreadable<?> no) {
        return new Lookup.Unreadable<>(no.message());
      }
    }
    if (!(namespace instanceof Lookup.Found<Facts.NamespaceFacts> there)
        || !(runtimeClasses instanceof Lookup.Found<Map<String, Facts.RuntimeClassFacts>> classes)
        || !(storageClasses instanceof Lookup.Found<Map<String, Facts.StorageClassFacts>> stores)) {
      return new Lookup.Absent<>();
    }
    return new Lookup.Found<>(
        new Facts(
            there.value(),
            classes.value(),
            facts.nodes(),
            stores.value(),
            facts.secrets(),
            facts.configMaps(),
            facts.serviceAccount(),
            facts.activeTasks(),
            facts.network(),
            facts.canaries(),
            facts.certificates(),
            facts.policyEngineStarts(),
            facts.takenAt(),
            facts.platform()));
  }

  private <T extends HasMetadata, F> Lookup<Map<String, F>> all(
      String what, Class<T> kind, Function<T, F> facts) {
    return Reads.<List<T>, Map<String, F>>one(
        what,
        () -> client.resources(kind).list().getItems(),
        list ->
            list.stream()
                .collect(Collectors.toUnmodifiableMap(o -> o.getMetadata().getName(), facts)));
  }
}
