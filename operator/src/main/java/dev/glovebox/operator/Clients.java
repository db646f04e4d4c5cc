package dev.glovebox.operator;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.concurrent.Executors;

/** The one client of the process, over the JDK's own HTTP client. */
final class Clients {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

  /** More than all threads of all parts want at once: waiting happens where work is bounded. */
  private static final int REQUESTS_AT_ONCE = 256;

  private Clients() {}

  /**
   * Where the operator finds its API server: the service account of its pod; outside a cluster
   * KUBECONFIG, as kubectl does.
   */
  static Config config() {
    return new ConfigBuilder(Config.autoConfigure(null))
        .withRequestTimeout(Math.toIntExact(REQUEST_TIMEOUT.toMillis()))
        .withConnectionTimeout(Math.toIntExact(CONNECTION_TIMEOUT.toMillis()))
        .withMaxConcurrentRequests(REQUESTS_AT_ONCE)
        .withMaxConcurrentRequestsPerHost(REQUESTS_AT_ONCE)
        // A write that is sent again by the client would look like someone else's: those who call
        // decide what to do again.
        .withRequestRetryBackoffLimit(0)
        // One connection for all would be limited to the server's number of streams.
        .withHttp2Disable(true)
        .build();
  }

  static KubernetesClient client(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withTaskExecutorSupplier(Executors::newVirtualThreadPerTaskExecutor)
        .build();
  }
}
