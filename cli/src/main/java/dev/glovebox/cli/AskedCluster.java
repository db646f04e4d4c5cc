package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.complete.Cluster;
import dev.glovebox.cli.connect.Kubeconfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Names for a shell: what cannot be had quickly is nothing, and nothing is said of it. */
final class AskedCluster implements Cluster {
  /** With the cluster, connection and answer together: somebody waits with a finger on a key. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** In all, with this machine's own part: it may be a busy one, or run a login program first. */
  private static final Duration LIMIT = Duration.ofSeconds(6);

  private final Duration patience;
  private final Duration limit;

  AskedCluster() {
    this(PATIENCE, LIMIT);
  }

  AskedCluster(Duration patience, Duration limit) {
    this.patience = patience;
    this.limit = limit;
  }

  @Override
  public List<String> tasks(Flags flags) {
    return names(
        flags,
        client ->
            client
                .resources(SandboxTask.class)
                .inNamespace(client.getNamespace())
                .list()
                .getItems());
  }

  @Override
  public List<String> namespaces(Flags flags) {
    return names(flags, client -> client.namespaces().list().getItems());
  }

  @Override
  public List<String> contexts(Flags flags) {
    return inTime(
        limit,
        () -> {
          Kubeconfig found =
              Kubeconfig.read(
                  flags.kubeconfig() == null ? null : Path.of(flags.kubeconfig()),
                  Connection.environment());
          return found == null ? List.of() : found.contexts();
        });
  }

  private List<String> names(
      Flags flags, Function<KubernetesClient, List<? extends HasMetadata>> question) {
    return inTime(
        limit,
        () -> {
          KubernetesClient client = Connection.of(flags, limit).unasked();
          return inTime(patience, () -> answer(client, question));
        });
  }

  private static List<String> answer(
      KubernetesClient client, Function<KubernetesClient, List<? extends HasMetadata>> question) {
    try (client) {
      return question.apply(client).stream().map(one -> one.getMetadata().getName()).toList();
    }
  }

  private static List<String> inTime(Duration time, Supplier<List<String>> names) {
    // Not closed: it would wait for what takes too long. The process ends after the answer.
    var thread = Executors.newVirtualThreadPerTaskExecutor();
    return CompletableFuture.supplyAsync(names, thread)
        .exceptionally(e -> List.of())
        .completeOnTimeout(List.of(), time.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }
}
