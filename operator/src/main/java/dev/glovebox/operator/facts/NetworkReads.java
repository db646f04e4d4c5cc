package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import java.util.List;

/**
 * What was read of the cluster's own addresses, unjudged.
 *
 * @param apiService Service default/kubernetes
 * @param apiEndpoints EndpointSlices of that Service
 * @param dnsService Service kube-system/kube-dns
 * @param serviceRanges ServiceCIDR objects (GA in Kubernetes 1.33)
 */
record NetworkReads(
    Lookup<Service> apiService,
    Lookup<List<EndpointSlice>> apiEndpoints,
    Lookup<Service> dnsService,
    Lookup<List<ServiceCIDR>> serviceRanges) {

  /** Before the first read. */
  static NetworkReads none() {
    String why = "it has not been read yet";
    return new NetworkReads(
        new Lookup.Unreadable<>(why),
        new Lookup.Unreadable<>(why),
        new Lookup.Unreadable<>(why),
        new Lookup.Unreadable<>(why));
  }
}
