package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/**
 * Reads the cluster's own addresses every 30 s. Not watched: they change once in a cluster's life,
 * and four watches less is four connections less. What a plan uses of them is therefore up to 30 s
 * old.
 */
final class ClusterNetwork implements Runnable {

  static final Duration EVERY = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final Runnable changed;
  private volatile NetworkReads latest = NetworkReads.none();

  /**
   * @param changed called when something differs from what was read before
   */
  ClusterNetwork(KubernetesClient client, Runnable changed) {
    this.client = client;
    this.changed = changed;
  }

  NetworkReads latest() {
    return latest;
  }

  /** Reads once. Failures are kept as such: an old answer is not passed on as a new one. */
  void read() {
    NetworkReads before = latest;
    try (var reads = new Reads.Together()) {
      var api = reads.start(() -> service("default", "kubernetes"));
      var dns = reads.start(() -> service("kube-system", "kube-dns"));
      var endpoints =
          reads.start(
              () ->
                  Reads.<List<EndpointSlice>, List<EndpointSlice>>one(
                      "EndpointSlices of Service default/kubernetes",
                      () ->
                          client
                              .resources(EndpointSlice.class)
                              .inNamespace("default")
                              .withLabel("kubernetes.io/service-name", "kubernetes")
                              .list()
                              .getItems(),
                      items -> items));
      var ranges =
          reads.start(
              () ->
                  Reads.<List<ServiceCIDR>, List<ServiceCIDR>>one(
                      "ServiceCIDRs",
                      () -> client.resources(ServiceCIDR.class).list().getItems(),
                      items -> items));
      latest =
          new NetworkReads(
              Reads.Together.result(api),
              Reads.Together.result(endpoints),
              Reads.Together.result(dns),
              Reads.Together.result(ranges));
    }
    if (!latest.equals(before)) {
      changed.run();
    }
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(EVERY);
      } catch (InterruptedException e) {
        return;
      }
      read();
    }
  }

  private Lookup<Service> service(String namespace, String name) {
    return Reads.one(
        "Service %s/%s".formatted(namespace, name),
        () -> client.services().inNamespace(namespace).withName(name).get(),
        service -> service);
  }
}
