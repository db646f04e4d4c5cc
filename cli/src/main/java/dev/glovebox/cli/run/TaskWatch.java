package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What becomes of one task, state by state. A watch that breaks is begun anew by the informer. One
 * that has gone silent looks like a task of which there is nothing new (a connection's end can get
 * lost): so the task is asked for now and then besides.
 */
public final class TaskWatch implements AutoCloseable {
  private static final Duration ASK = Duration.ofSeconds(5);

  /** Something to look at. */
  public sealed interface News {}

  /** The task as it is now. */
  public record Now(SandboxTask task) implements News {}

  /** The task is no longer there; there may be another of its name. */
  public record Gone() implements News {}

  /** The API server does not tell; the watch goes on. */
  public record Unknown(Obstacle obstacle) implements News {}

  /** Nothing new. */
  public record Nothing() implements News {}

  private final LinkedBlockingQueue<News> news = new LinkedBlockingQueue<>();
  private final Resource<SandboxTask> resource;
  private final String uid;
  private final SharedIndexInformer<SandboxTask> informer;
  private final long askNanoseconds;

  /** When the task was last asked for. */
  private long asked;

  /**
   * Begins to watch. Where that is not possible, now or for a while, the task is asked for now and
   * then.
   *
   * @param task as it was read or made: another one of that name counts as gone
   */
  public TaskWatch(KubernetesClient client, SandboxTask task) {
    this(client, task, ASK);
  }

  TaskWatch(KubernetesClient client, SandboxTask task, Duration ask) {
    this.askNanoseconds = ask.toNanos();
    this.asked = System.nanoTime() - askNanoseconds;
    this.resource =
        client
            .resources(SandboxTask.class)
            .inNamespace(task.getMetadata().getNamespace())
            .withName(task.getMetadata().getName());
    this.uid = task.getMetadata().getUid();
    this.informer = resource.runnableInformer(0);
    informer.exceptionHandler((started, problem) -> true); // it tries again
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(SandboxTask added) {
            news.add(seen(added));
          }

          @Override
          public void onUpdate(SandboxTask before, SandboxTask after) {
            news.add(seen(after));
          }

          @Override
          public void onDelete(SandboxTask deleted, boolean finalStateUnknown) {
            news.add(new Gone());
          }
        });
    informer.start();
  }

  /** The next state; {@link Nothing} if none comes in time, or after {@link #wake()}. */
  public News next(Duration patience) throws InterruptedException {
    boolean ask = System.nanoTime() - asked >= askNanoseconds;
    News next = ask ? news.poll() : news.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (next != null || !ask) {
      return next == null ? new Nothing() : next;
    }
    try {
      return seen(resource.get());
    } catch (KubernetesClientException | Failure e) {
      return new Unknown(Obstacle.of(e));
    } finally {
      asked = System.nanoTime();
    }
  }

  /** Lets {@link #next} return at once. From any thread. */
  public void wake() {
    news.add(new Nothing());
  }

  private News seen(SandboxTask task) {
    return task != null && uid.equals(task.getMetadata().getUid()) ? new Now(task) : new Gone();
  }

  @Override
  public void close() {
    informer.close();
  }
}
