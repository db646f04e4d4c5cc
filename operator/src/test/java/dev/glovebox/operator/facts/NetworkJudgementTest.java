package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDRBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkJudgementTest {

  private static final Lookup<Service> API = new Lookup.Found<>(service("10.96.0.1", 443));
  private static final Lookup<Service> DNS = new Lookup.Found<>(service("10.96.0.10", 53));
  private static final Lookup<List<EndpointSlice>> ENDPOINTS =
      new Lookup.Found<>(
          List.of(
              new EndpointSliceBuilder()
                  .addNewPort()
                  .withPort(6443)
                  .endPort()
                  .addNewEndpoint()
                  .withAddresses("192.0.2.10", "192.0.2.11")
                  .endEndpoint()
                  .build()));
  private static final Lookup<List<ServiceCIDR>> SERVICES =
      new Lookup.Found<>(
          List.of(
              new ServiceCIDRBuilder()
                  .withNewMetadata()
                  .withName("kubernetes")
                  .endMetadata()
                  .withNewSpec()
                  .withCidrs("10.96.0.0/12", "fd00:96::/112")
                  .endSpec()
                  .build()));
  private static final List<Node> NODES = List.of(node("n1", "172.18.0.2", "10.244.0.0/24"));

  private static Service service(String address, int port) {
    return new ServiceBuilder()
        .withNewSpec()
        .withClusterIPs(address)
        .addNewPort()
        .withPort(port)
        .withProtocol("TCP")
        .endPort()
        .endSpec()
        .build();
  }

  private static Node node(String name, String address, String... podRanges) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(name + "-uid")
        .endMetadata()
        .withNewSpec()
        .withPodCIDRs(podRanges)
        .endSpec()
        .withNewStatus()
        .addNewAddress(address, "InternalIP")
        .addNewAddress(name + ".example", "Hostname")
        .endStatus()
        .build();
  }

  private static Facts.NetworkFacts judge(NetworkReads reads, List<Node> nodes) {
    return NetworkJudgement.of(reads, nodes, List.of(), List.of(), List.of());
  }

  @Test
  void aClusterThatTellsAllIsKnown() {
    Facts.NetworkFacts facts = judge(new NetworkReads(API, ENDPOINTS, DNS, SERVICES), NODES);
    assertThat(facts.missing()).isEmpty();
    assertThat(facts.apiServers())
        .containsExactly(
            new Facts.Endpoint("10.96.0.1", 443),
            new Facts.Endpoint("192.0.2.10", 6443),
            new Facts.Endpoint("192.0.2.11", 6443));
    assertThat(facts.dns()).containsExactly(new Facts.Endpoint("10.96.0.10", 53));
    assertThat(facts.ranges())
        .containsExactlyInAnyOrder(
            "10.96.0.0/12",
            "fd00:96::/112",
            "192.0.2.10/32",
            "192.0.2.11/32",
            "172.18.0.2/32",
            "10.244.0.0/24");
  }

  @Test
  void anUnreadableApiServiceIsMissingWithTheServersWords() {
    var reads =
        new NetworkReads(new Lookup.Unreadable<>("403 forbidden"), ENDPOINTS, DNS, SERVICES);
    assertThat(judge(reads, NODES).missing()).singleElement().asString().contains("403 forbidden");
  }

  @Test
  void anApiServerWithoutEndpointsIsMissing() {
    var reads = new NetworkReads(API, new Lookup.Found<>(List.of()), DNS, SERVICES);
    assertThat(judge(reads, NODES).missing())
        .singleElement()
        .asString()
        .contains("the API server's own addresses");
  }

  @Test
  void aClusterWithoutKubeDnsIsCompleteAndHasNoResolver() {
    var reads = new NetworkReads(API, ENDPOINTS, new Lookup.Absent<>(), SERVICES);
    assertThat(judge(reads, NODES).missing()).isEmpty();
    assertThat(judge(reads, NODES).dns()).isEmpty();
  }

  @Test
  void aResolverThatCannotBeReadIsMissingNotAbsent() {
    var reads = new NetworkReads(API, ENDPOINTS, new Lookup.Unreadable<>("timeout"), SERVICES);
    assertThat(judge(reads, NODES).missing()).singleElement().asString().contains("timeout");
  }

  @Test
  void servicesWithoutARangeAreMissingUnlessAConfiguredRangeHoldsTheApiService() {
    var reads = new NetworkReads(API, ENDPOINTS, DNS, new Lookup.Absent<>());
    assertThat(judge(reads, NODES).missing())
        .singleElement()
        .asString()
        .contains("services' ranges", "GLOVEBOX_CLUSTER_CIDRS");
    assertThat(
            NetworkJudgement.of(
                    reads, NODES, List.of(), List.of(), List.of(Cidr.parse("10.0.0.0/24")))
                .missing())
        .as("another range does not count")
        .hasSize(1);
    var facts =
        NetworkJudgement.of(
            reads, NODES, List.of(), List.of(), List.of(Cidr.parse("10.96.0.0/16")));
    assertThat(facts.missing()).isEmpty();
    assertThat(facts.ranges()).contains("10.96.0.0/16");
  }

  @Test
  void aNodeWithoutAPodRangeIsMissingUnlessAConfiguredRangeHoldsTheCanaries() {
    var reads = new NetworkReads(API, ENDPOINTS, DNS, SERVICES);
    List<Node> nodes = List.of(NODES.get(0), node("n2", "172.18.0.3"));
    assertThat(judge(reads, nodes).missing()).singleElement().asString().contains("node n2");
    List<Cidr> configured = List.of(Cidr.parse("10.244.0.0/16"));
    assertThat(NetworkJudgement.of(reads, nodes, List.of(), List.of(), configured).missing())
        .as("no pod is known, so nothing shows that the range is the pods'")
        .hasSize(1);
    assertThat(
            NetworkJudgement.of(reads, nodes, List.of(), List.of("10.245.0.7"), configured)
                .missing())
        .as("a canary outside of it shows that it is not all")
        .hasSize(1);
    assertThat(
            NetworkJudgement.of(reads, nodes, List.of(), List.of("10.244.1.7"), configured)
                .missing())
        .isEmpty();
  }

  @Test
  void noNodeAtAllIsMissing() {
    assertThat(judge(new NetworkReads(API, ENDPOINTS, DNS, SERVICES), List.of()).missing())
        .singleElement()
        .asString()
        .contains("no Node is known");
  }

  @Test
  void aNodeWithoutAnAddressIsMissing() {
    Node silent = new NodeBuilder(NODES.get(0)).withNewStatus().endStatus().build();
    assertThat(judge(new NetworkReads(API, ENDPOINTS, DNS, SERVICES), List.of(silent)).missing())
        .singleElement()
        .asString()
        .contains("addresses of node n1");
  }

  @Test
  void beforeTheFirstReadEverythingIsMissing() {
    Facts.NetworkFacts facts = judge(NetworkReads.none(), NODES);
    assertThat(facts.apiServers()).isEmpty();
    assertThat(facts.missing()).hasSize(4);
  }

  @Test
  void externalAddressesOfServicesAreNoRangesOfTheCluster() {
    var reads = new NetworkReads(API, ENDPOINTS, DNS, SERVICES);
    var addresses = List.of("203.0.113.7/32", "2001:db8::7/128");
    var facts = NetworkJudgement.of(reads, NODES, addresses, List.of(), List.of());
    assertThat(facts.serviceAddresses()).isEqualTo(addresses);
    assertThat(facts.ranges()).doesNotContainAnyElementsOf(addresses);
    assertThat(facts.missing()).isEmpty();
  }

  @Test
  void aServiceThatCouldHaveAnyAddressLeavesTheRangesUnknown() {
    var reads = new NetworkReads(API, ENDPOINTS, DNS, SERVICES);
    assertThat(
            NetworkJudgement.of(reads, NODES, ServiceAddresses.ANY, List.of(), List.of()).missing())
        .singleElement()
        .asString()
        .contains("external addresses of Services", "256");
  }
}
