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
  /** With a connection, and with an answer: somebody waits with a finger on a key. */
  private static final Duration PATIENCE = Duration.ofMillis(1500);

  /** In all, with this machine's own part, which may be a busy one. */
  private static final Duration LIMIT = Duration.ofSeconds(6);

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
        () -> {
          Kubeconfig found =
              Kubeconfig.read(
                  flags.kubeconfig() == null ? null : Path.of(flags.kubeconfig()),
                  Connection.environment());
          return found == null ? List.of() : found.contexts();
        });
  }

  private static List<String> names(
      Flags flags, Function<KubernetesClient, List<? extends HasMetadata>> question) {
    return inTime(
        () -> {
          try (KubernetesClient client = Connection.of(flags, PATIENCE).unasked()) {
            return question.apply(client).stream().map(one -> one.getMetadata().getName()).toList();
          }
        });
  }

  private static List<String> inTime(Supplier<List<String>> names) {
    // Not closed: it would wait for what takes too long. The process ends after the answer.
    var thread = Executors.newVirtualThreadPerTaskExecutor();
    return CompletableFuture.supplyAsync(names, thread)
        .exceptionally(e -> List.of())
        .completeOnTimeout(List.of(), LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }
}
