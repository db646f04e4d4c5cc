package dev.glovebox.operator.certify;

import dev.glovebox.core.certify.CertificationObjects;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The pods of certifications as the watch shows them, and waiting for one of them to change. */
final class CertificationPods implements AutoCloseable {

  private final SharedIndexInformer<Pod> informer;

  /** Not a monitor: waiting in one would hold a processor's thread (before JDK 24). */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();

  /** Builds the watch; {@link #start} starts it. */
  CertificationPods(KubernetesClient client, String namespace) {
    informer =
        client
            .pods()
            .inNamespace(namespace)
            .withLabel(CertificationObjects.LABEL)
            .runnableInformer(0)
            // Whatever goes wrong, it is tried again: without this watch nothing can be certified.
            .exceptionHandler((started, failure) -> true);
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(Pod pod) {
            wake();
          }

          @Override
          public void onUpdate(Pod before, Pod after) {
            wake();
          }

          @Override
          public void onDelete(Pod pod, boolean finalStateUnknown) {
            wake();
          }
        });
  }

  /** Returns when every pod is known. */
  void start() {
    informer.start().toCompletableFuture().join();
  }

  /** All of them. */
  List<Pod> all() {
    return informer.getIndexer().list();
  }

  /**
   * Waits until a pod is as wanted.
   *
   * @param name in the namespace of the canaries
   * @param wanted given the pod, empty while it is not there; asked at each change. What it returns
   *     is returned
   * @return empty when the time was over first
   */
  <T> Optional<T> await(String name, Duration atMost, Function<Optional<Pod>, Optional<T>> wanted)
      throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (true) {
        Optional<T> found =
            wanted.apply(
                all().stream().filter(p -> p.getMetadata().getName().equals(name)).findFirst());
        if (found.isPresent() || left <= 0) {
          return found;
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    informer.stop();
  }
}
