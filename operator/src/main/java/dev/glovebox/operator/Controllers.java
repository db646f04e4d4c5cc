package dev.glovebox.operator;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.observe.PrometheusMetrics;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** What handles tasks, in the SDK's hands: started once, when this process leads. */
final class Controllers {
  private static final Duration STOP_RECONCILES_WITHIN = Duration.ofMillis(800);

  /** Reconciles at a time. Most of their time they wait for the API server. */
  private static final int RECONCILES_AT_ONCE = 64;

  private final KubernetesClient client;
  private final PrometheusMetrics metrics;
  private final Duration patience;
  private final Consumer<String> fail;
  private final AtomicReference<Operator> operator = new AtomicReference<>();

  /** The SDK begins to reconcile before anybody could ask whether its watches are complete. */
  private volatile boolean complete;

  /**
   * Does nothing until {@link #start}.
   *
   * @param patience how long its watches are waited for until they hold everything
   * @param fail called with the reason when they cannot go on
   */
  Controllers(
      KubernetesClient client,
      PrometheusMetrics metrics,
      Duration patience,
      Consumer<String> fail) {
    this.client = client;
    this.metrics = metrics;
    this.patience = patience;
    this.fail = fail;
  }

  /** Begins to reconcile; false when that failed, and was said. */
  boolean start(Reconciler<SandboxTask> reconciler) {
    try {
      var starting =
          new Operator(
              o ->
                  o.withKubernetesClient(client)
                      .withCloseClientOnStop(false)
                      .withExecutorService(new BoundedThreads("task", RECONCILES_AT_ONCE))
                      .withReconciliationTerminationTimeout(STOP_RECONCILES_WITHIN)
                      .withCacheSyncTimeout(patience)
                      // Else the first list that the server refuses for a moment ends the process.
                      .withStopOnInformerErrorDuringStartup(false)
                      .withInformerStoppedHandler((informer, why) -> watchEnded(why))
                      .withMetrics(metrics.ofFramework()));
      operator.set(starting);
      starting.register(reconciler);
      starting.start();
      String incomplete = ControllerWatches.incomplete(starting);
      if (!incomplete.isEmpty()) {
        fail.accept("watches could not be completed in time: " + incomplete);
        return false;
      }
      complete = true;
      return true;
    } catch (OperatorException e) {
      fail.accept("the controllers did not start: " + rootMessage(e));
      return false;
    }
  }

  /** Whether what their watches do not hold is really absent. */
  boolean areComplete() {
    return complete;
  }

  /** Whether the server tells changes to all their watches at this moment; they are started. */
  boolean areWatching() {
    return ControllerWatches.interrupted(operator.get()).isEmpty();
  }

  /** The SDK's handle; null before the start. */
  Operator operator() {
    return operator.get();
  }

  /** Ends the reconciles that are under way; nothing when there was no start. */
  void stop() {
    Operator running = operator.get();
    if (running != null) {
      running.stop();
    }
  }

  /** Without a reason it was stopped by us. */
  private void watchEnded(Throwable why) {
    if (why != null) {
      fail.accept("a watch ended: " + why);
    }
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString();
  }
}
