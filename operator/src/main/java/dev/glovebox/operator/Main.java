package dev.glovebox.operator;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.facts.StartFailure;
import dev.glovebox.operator.heartbeat.HeartbeatHttpClientFactory;
import dev.glovebox.operator.observe.PrometheusMetrics;
import dev.glovebox.operator.reconcile.SandboxTaskReconciler;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.time.Clock;

/**
 * Starts the operator. Exits 2 when its configuration is bad, 1 when the cluster is not as it must
 * be or it cannot go on, 0 after a signal.
 */
public final class Main {

  private static final int BAD_CONFIGURATION = 2;
  private static final int FAILED = 1;

  private Main() {}

  /** Takes no arguments: the environment is the configuration. */
  public static void main(String[] arguments) {
    try {
      OperatorConfig config = OperatorConfig.from(System.getenv());
      var metrics = new PrometheusMetrics();
      var connections = new HeartbeatHttpClientFactory();
      var client = Clients.client(Clients.config(), metrics.ofRequests(), connections);
      new GloveboxOperator(
              config, client, connections, metrics, Clock.systemUTC(), Main::reconciler)
          .start();
    } catch (InvalidConfiguration e) {
      exit(BAD_CONFIGURATION, e.getMessage());
    } catch (StartFailure e) {
      exit(FAILED, e.getMessage());
    }
  }

  private static Reconciler<SandboxTask> reconciler(Parts parts) {
    return new SandboxTaskReconciler(
        parts.client(),
        parts.view(),
        parts.networkPolicies(),
        parts.policyWatch(),
        parts.releaseGuard(),
        parts.activeTasks(),
        parts.labelledObjects(),
        parts.certifications(),
        parts.events(),
        parts.metrics(),
        parts.watchesComplete(),
        parts.clock());
  }

  private static void exit(int code, String message) {
    System.err.println("glovebox-operator cannot start: " + message);
    Runtime.getRuntime().halt(code);
  }
}
