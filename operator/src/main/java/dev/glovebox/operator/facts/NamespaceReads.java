package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.function.Function;

/** What a task uses of its namespace, each object read by name from the server, now. */
final class NamespaceReads {

  /** What pods get where a policy names no service account. */
  private static final String DEFAULT_SERVICE_ACCOUNT = "default";

  private final KubernetesClient client;
  private final String namespace;
  private final Reads.Together reads;

  NamespaceReads(KubernetesClient client, String namespace, Reads.Together reads) {
    this.client = client;
    this.namespace = namespace;
    this.reads = reads;
  }

  static Collection<String> secretNames(SandboxTaskSpec spec) {
    return named(spec.secrets(), SecretFile::secretName);
  }

  static Collection<String> configMapNames(SandboxTaskSpec spec) {
    return named(spec.configMaps(), ConfigMapMount::name);
  }

  /** What has no name is the planner's to refuse. */
  private static <T> Collection<String> named(List<T> list, Function<T, String> name) {
    return list == null
        ? List.of()
        : list.stream().filter(Objects::nonNull).map(name).filter(Objects::nonNull).toList();
  }

  static String serviceAccountName(SandboxPolicy policy) {
    var pods = policy.getSpec().pods();
    return pods == null || pods.serviceAccountName() == null || pods.serviceAccountName().isEmpty()
        ? DEFAULT_SERVICE_ACCOUNT
        : pods.serviceAccountName();
  }

  static Lookup<Facts.NamespaceFacts> namespace(KubernetesClient client, String name) {
    return Reads.<Namespace, Facts.NamespaceFacts>one(
        "namespace " + name, () -> client.namespaces().withName(name).get(), ObjectFacts::of);
  }

  Future<Lookup<Facts.NamespaceFacts>> namespace() {
    return reads.start(() -> namespace(client, namespace));
  }

  Map<String, Future<Lookup<Facts.SecretFacts>>> secrets(Collection<String> names) {
    return each(names, this::secret);
  }

  Map<String, Future<Lookup<Facts.ConfigMapFacts>>> configMaps(Collection<String> names) {
    return each(names, this::configMap);
  }

  Future<Lookup<Facts.ServiceAccountFacts>> serviceAccount(String name) {
    return reads.start(
        () ->
            Reads.one(
                "serviceaccounts %s/%s".formatted(namespace, name),
                () -> client.serviceAccounts().inNamespace(namespace).withName(name).get(),
                ObjectFacts::of));
  }

  private Lookup<Facts.SecretFacts> secret(String name) {
    return Reads.one(
        "secrets %s/%s".formatted(namespace, name),
        () -> client.secrets().inNamespace(namespace).withName(name).get(),
        ObjectFacts::of);
  }

  private Lookup<Facts.ConfigMapFacts> configMap(String name) {
    return Reads.one(
        "configmaps %s/%s".formatted(namespace, name),
        () -> client.configMaps().inNamespace(namespace).withName(name).get(),
        ObjectFacts::of);
  }

  private <T> Map<String, Future<Lookup<T>>> each(
      Collection<String> names, Function<String, Lookup<T>> read) {
    Map<String, Future<Lookup<T>>> started = new LinkedHashMap<>();
    for (String name : new LinkedHashSet<>(names)) {
      started.put(name, reads.start(() -> read.apply(name)));
    }
    return started;
  }

  static <T> Map<String, Lookup<T>> results(Map<String, Future<Lookup<T>>> started) {
    Map<String, Lookup<T>> results = new LinkedHashMap<>();
    started.forEach((name, read) -> results.put(name, Reads.Together.result(read)));
    return Map.copyOf(results);
  }
}
