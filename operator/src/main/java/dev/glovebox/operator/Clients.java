package dev.glovebox.operator;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.heartbeat.HeartbeatHttpClientFactory;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;

/** The one client of the process, over the JDK's own HTTP client. */
final class Clients {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

  /** More than all threads of all parts want at once: waiting happens where work is bounded. */
  private static final int REQUESTS_AT_ONCE = 256;

  /**
   * Kinds that arrive in watches, where the client finds the class by apiVersion and kind. Named
   * here, because to find them by itself it loads every class of its models: 0.35 s of processor
   * time at the start and 7 MB (measured). A watch of a kind that is not here would give objects of
   * another class; a test compares this list with what is watched.
   */
  static final List<Class<? extends KubernetesResource>> WATCHED =
      List.of(
          SandboxTask.class,
          SandboxPolicy.class,
          NodeCertificate.class,
          Pod.class,
          PersistentVolumeClaim.class,
          PersistentVolume.class,
          NetworkPolicy.class,
          Node.class,
          Namespace.class,
          Service.class,
          RuntimeClass.class,
          StorageClass.class,
          ValidatingAdmissionPolicy.class,
          ValidatingAdmissionPolicyBinding.class,
          // What the server sends instead when a watch ends badly.
          Status.class);

  private Clients() {}

  /** The same client, for requests that must be answered within this time. */
  static KubernetesClient within(Duration time, KubernetesClient client) {
    return client
        .newClient(
            new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestTimeout(Math.toIntExact(time.toMillis()))
                .build())
        .adapt(KubernetesClient.class);
  }

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

  /**
   * The client.
   *
   * @param counter sees every request and its answer
   * @param connections makes the connections
   */
  static KubernetesClient client(
      Config config, Interceptor counter, HeartbeatHttpClientFactory connections) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientFactory(connections)
        .withKubernetesSerialization(serialization())
        .withHttpClientBuilderConsumer(
            http ->
                http.addOrReplaceInterceptor("counter", counter)
                    .addOrReplaceInterceptor(
                        "websocket-watches", new WebSocketWatches(REQUEST_TIMEOUT))
                    .addOrReplaceInterceptor("retry-after", new RetryAfter(InstantSource.system())))
        .withTaskExecutorSupplier(Executors::newVirtualThreadPerTaskExecutor)
        .build();
  }

  static KubernetesSerialization serialization() {
    var serialization = new KubernetesSerialization(new ObjectMapper(), false);
    WATCHED.forEach(serialization::registerKubernetesResource);
    return serialization;
  }
}
