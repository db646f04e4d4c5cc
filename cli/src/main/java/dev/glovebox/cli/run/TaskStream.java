package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.AnyNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The tasks of a namespace or of all, and what becomes of them. A watch whose connection has died
 * unnoticed looks like tasks of which there is nothing new: so they are listed now and then
 * besides, and at once when the watch breaks.
 */
public final class TaskStream implements AutoCloseable {
  private static final Duration LIST = Duration.ofSeconds(10);

  private final FilterWatchListDeletable<
          SandboxTask, KubernetesResourceList<SandboxTask>, Resource<SandboxTask>>
      tasks;

  private final long listNanoseconds;
  private final KnownTasks known = new KnownTasks();
  private final ArrayDeque<News> ready = new ArrayDeque<>();

  /** From the watch. */
  private final LinkedBlockingQueue<Change> watched = new LinkedBlockingQueue<>();

  private SharedIndexInformer<SandboxTask> informer;
  private long listed;

  /** Something to look at. */
  public sealed interface News {}

  /**
   * A task as it is, or was last.
   *
   * @param gone whether it was deleted, or has lost the label by which it is looked for
   */
  public record Change(SandboxTask task, boolean gone) implements News {}

  /** The API server has answered; what has changed comes next. */
  public record Answered() implements News {}

  /** The API server does not tell; the watch goes on. */
  public record Unknown(Obstacle obstacle) implements News {}

  /** Nothing new. */
  public record Nothing() implements News {}

  /**
   * Tasks to look at.
   *
   * @param selector of labels; null for all
   */
  public TaskStream(KubernetesClient client, boolean allNamespaces, String selector) {
    this(client, allNamespaces, selector, LIST);
  }

  TaskStream(KubernetesClient client, boolean allNamespaces, String selector, Duration list) {
    var all = client.resources(SandboxTask.class);
    AnyNamespaceOperation<SandboxTask, KubernetesResourceList<SandboxTask>, Resource<SandboxTask>>
        there = allNamespaces ? all.inAnyNamespace() : all.inNamespace(client.getNamespace());
    this.tasks = selector == null ? there : there.withLabelSelector(selector);
    this.listNanoseconds = list.toNanos();
    this.listed = System.nanoTime() - listNanoseconds;
  }

  /** Those that are there now. */
  public List<SandboxTask> list() {
    return tasks.list().getItems();
  }

  /** What is next; first come those that are there. {@link Nothing} if nothing comes in time. */
  public News next(Duration patience) throws InterruptedException {
    if (informer == null) {
      watch();
    }
    if (!ready.isEmpty()) {
      return ready.poll();
    }
    boolean list = System.nanoTime() - listed >= listNanoseconds;
    Change next = list ? watched.poll() : watched.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (next != null) {
      return known.isNews(next) ? next : new Nothing();
    }
    return list ? ask() : new Nothing();
  }

  private News ask() {
    try {
      var list = tasks.list();
      known.changes(list.getItems(), list.getMetadata().getResourceVersion()).forEach(ready::add);
      return new Answered();
    } catch (KubernetesClientException | Failure e) {
      return new Unknown(Obstacle.of(e));
    } finally {
      listed = System.nanoTime();
    }
  }

  private void watch() {
    informer = tasks.runnableInformer(0);
    informer.exceptionHandler((started, problem) -> true); // it tries again
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(SandboxTask added) {
            watched.add(new Change(added, false));
          }

          @Override
          public void onUpdate(SandboxTask before, SandboxTask after) {
            watched.add(new Change(after, false));
          }

          @Override
          public void onDelete(SandboxTask deleted, boolean finalStateUnknown) {
            watched.add(new Change(deleted, true));
          }
        });
    informer.start();
  }

  @Override
  public void close() {
    if (informer != null) {
      informer.close();
    }
  }
}
