package dev.glovebox.cli.doctor;

import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.connect.Plain;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Reads at the same time, each within a limit: what does not answer in time is not known. */
final class TimedReads implements AutoCloseable {
  /** Of each read. Whoever waits at a terminal would rather know that it is not known. */
  private static final int SECONDS = 10;

  private static final int NOT_FOUND = 404;

  private final KubernetesClient client;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  TimedReads(KubernetesClient client) {
    this.client = client;
  }

  /** Every object of a kind, in all namespaces. */
  <T extends HasMetadata> CompletableFuture<Lookup<List<T>>> all(Class<T> kind) {
    return one(
        HasMetadata.getPlural(kind),
        () -> client.resources(kind).inAnyNamespace().list().getItems());
  }

  /**
   * One read, which begins now.
   *
   * @param what is read, in words
   * @param read null from it means that it is not there
   */
  <T> CompletableFuture<Lookup<T>> one(String what, Supplier<T> read) {
    return CompletableFuture.supplyAsync(() -> lookup(what, read), threads)
        .completeOnTimeout(
            new Lookup.Unreadable<>("%s: no answer within %d s".formatted(what, SECONDS)),
            SECONDS,
            TimeUnit.SECONDS);
  }

  private static <T> Lookup<T> lookup(String what, Supplier<T> read) {
    try {
      T value = read.get();
      return value == null ? new Lookup.Absent<>() : new Lookup.Found<>(value);
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return new Lookup.Absent<>();
      }
      String said =
          e.getStatus() != null && e.getStatus().getMessage() != null
              ? e.getStatus().getMessage()
              : ClusterProblem.of(e);
      return new Lookup.Unreadable<>("%s: %s".formatted(what, said.lines().findFirst().orElse("")));
    } catch (RuntimeException e) {
      return new Lookup.Unreadable<>("%s could not be read: %s".formatted(what, Plain.deepest(e)));
    }
  }

  /** All of them, as soon as each has an answer or is out of time. */
  static <T> Map<String, Lookup<T>> joined(Map<String, CompletableFuture<Lookup<T>>> reads) {
    Map<String, Lookup<T>> values = new TreeMap<>();
    reads.forEach((name, read) -> values.put(name, read.join()));
    return values;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
