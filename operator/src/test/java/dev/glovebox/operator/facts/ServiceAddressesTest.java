package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServiceAddressesTest {

  private static Service service(String spec, String status) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web, namespace: shop, uid: u, resourceVersion: "7", annotations: {a: b}}
        spec: {clusterIP: 10.96.0.7, ports: [{port: 80}], selector: {app: web}, %s}
        status: {%s}
        """
            .formatted(spec, status),
        Service.class);
  }

  @Test
  void everyAddressOutsideOfTheServicesRangeIsFoundInBothFamilies() {
    var service =
        service(
            "type: LoadBalancer, externalIPs: [203.0.113.7, '2001:DB8::7']",
            "loadBalancer: {ingress: [{ip: 203.0.113.8}, {ip: '2001:db8::8'}, {ip: 203.0.113.7}]}");
    assertThat(ServiceAddresses.of(service))
        .containsExactly("2001:db8::7/128", "2001:db8::8/128", "203.0.113.7/32", "203.0.113.8/32");
  }

  @Test
  void aServiceOfTheClusterOnlyHasNone() {
    assertThat(ServiceAddresses.of(service("type: ClusterIP", "loadBalancer: {}"))).isEmpty();
    assertThat(ServiceAddresses.of(service("type: ExternalName, externalName: x.example", "")))
        .isEmpty();
  }

  @Test
  void aHostNameIsNeverLookedUp() {
    assertThat(
            ServiceAddresses.of(
                service(
                    "type: LoadBalancer",
                    "loadBalancer: {ingress: [{hostname: localhost}, {ip: 203.0.113.8}]}")))
        .containsExactly("203.0.113.8/32");
  }

  @Test
  void textsAreReadAsTheServerReadsThem() {
    assertThat(
            ServiceAddresses.of(
                service("externalIPs: ['010.001.0.00', '::ffff:203.0.113.7', '0.0.0.0']", "")))
        .containsExactly("0.0.0.0/32", "10.1.0.0/32", "203.0.113.7/32");
  }

  @Test
  void whatTheServerLetInAndIsNotUnderstoodCouldBeAnything() {
    assertThat(ServiceAddresses.of(service("externalIPs: ['1.2.3']", "")))
        .isEqualTo(ServiceAddresses.ANY);
    assertThat(ServiceAddresses.of(service("externalIPs: [%s]".formatted(addresses(257)), "")))
        .isEqualTo(ServiceAddresses.ANY);
    assertThat(ServiceAddresses.of(service("externalIPs: [%s]".formatted(addresses(256)), "")))
        .hasSize(256);
  }

  @Test
  void aLoadBalancersWishedForAddressIsNoneUntilItHasIt() {
    assertThat(ServiceAddresses.of(service("type: LoadBalancer, loadBalancerIP: 203.0.113.9", "")))
        .isEmpty();
    assertThat(
            ServiceAddresses.of(
                service(
                    "type: LoadBalancer, loadBalancerIP: 203.0.113.9",
                    "loadBalancer: {ingress: [{ip: 203.0.113.9}]}")))
        .containsExactly("203.0.113.9/32");
  }

  @Test
  void whatIsKeptHasTheSameAddressesAndLittleElse() {
    for (Service service :
        new Service[] {
          service("type: ClusterIP", ""),
          service("type: LoadBalancer, loadBalancerIP: 203.0.113.9", ""),
          service("externalIPs: [%s]".formatted(addresses(5000)), ""),
          service("", "loadBalancer: {ingress: [{ip: 203.0.113.8, ports: []}, {hostname: x}]}")
        }) {
      var addresses = ServiceAddresses.of(service);
      Service kept = ServiceAddresses.kept(service);
      assertThat(ServiceAddresses.of(kept)).isEqualTo(addresses);
      assertThat(ServiceAddresses.of(ServiceAddresses.kept(kept))).isEqualTo(addresses);
      assertThat(Serialization.asJson(kept).length()).isLessThan(10_000);
      assertThat(Serialization.asJson(kept)).doesNotContain("10.96.0.7", "selector", "annotations");
    }
  }

  private static String addresses(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "198.51.%d.%d".formatted(i / 250, i % 250))
        .collect(Collectors.joining(","));
  }
}
