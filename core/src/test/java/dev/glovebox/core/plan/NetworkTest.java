package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task may be granted, and the rules that come of it. */
class NetworkTest {

  /** Everything that the built-in list and the cluster leave may be named under this policy. */
  private static final String ANYTHING =
      "network: {modes: [None, Allowlist, Internet], allowedCidrs: [0.0.0.0/0, '::/0']}";

  private static final Egress.Port TCP_443 = new Egress.Port("TCP", 443);

  private final TestCluster cluster = new TestCluster();

  private Decision plan(String spec) {
    return Planner.plan(task(spec), policyWith(ANYTHING), cluster.facts());
  }

  private static String allow(String cidr) {
    return "network: {mode: Allowlist, allow: [{cidr: '%s', ports: [{port: 443}]}]}"
        .formatted(cidr);
  }

  private static String dns(String server) {
    return "network: {mode: Internet, dns: {servers: ['%s']}}".formatted(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254/32",
        "169.254.0.0/16",
        "168.63.129.16/32",
        "100.100.100.200/32",
        "127.0.0.0/8",
        "0.0.0.0/0",
        "224.0.0.0/4",
        "10.96.0.1/32",
        "172.30.0.2/32",
        "172.30.0.11/32",
        "10.244.3.0/24",
        "10.0.0.0/8",
        "::1/128",
        "fe80::/64",
        "::ffff:169.254.169.254/128",
        "64:ff9b::169.254.169.254/128",
        "64:ff9b::10.244.3.4/128",
        "2002:a9fe:a9fe::/48",
        "fd00:ec2::254/128",
        "203.0.113.10",
        "203.0.113.10/24",
        "203.0.113.0/33",
        "example.com",
        "example.com/32",
        "",
        "127.1/32",
        "0x7f.0.0.1/32",
      })
  void theseDestinationsAreNeverGranted(String cidr) {
    assertRefused(plan(allow(cidr)), Reason.InvalidSpec, "spec.network.allow[0].cidr");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "203.0.113.10/32",
        "198.51.100.0/24",
        "8.8.8.8/32",
        "192.168.77.7/32",
        "10.1.2.0/24",
        "168.63.129.17/32",
        "2606:4700::/32",
        "64:ff9b::203.0.113.10/128",
      })
  void nearMissesAreGrantedWhereThePolicyAllows(String cidr) {
    assertThat(planned(plan(allow(cidr))).egress()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "127.0.0.1",
        "10.96.0.10",
        "::1",
        "example.com",
        "8.8.8.8/32",
        ""
      })
  void resolversObeyTheSameBlockList(String server) {
    assertRefused(plan(dns(server)), Reason.InvalidSpec, "spec.network.dns.servers[0]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{mode: Allowlist}",
        "{mode: Allowlist, allow: []}",
        "{mode: Allowlist, allow: [null]}",
        "{mode: Allowlist, allow: [{cidr: ''}]}",
        "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32}]}",
        "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: []}]}",
        "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [null]}]}",
        "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 0}]}]}",
        "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 65536}]}]}",
        "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{protocol: TCP}]}]}",
        "{mode: None, allow: [{cidr: 203.0.113.10/32, ports: [{port: 1}]}]}",
        "{allow: [{cidr: 203.0.113.10/32, ports: [{port: 1}]}]}",
        "{mode: Internet, allow: [{cidr: 203.0.113.10/32, ports: [{port: 1}]}]}",
        "{mode: None, dns: {servers: [203.0.113.53]}}",
        "{mode: Internet, dns: {servers: []}}",
        "{mode: Internet, dns: {}}",
        "{mode: Internet, dns: {servers: [1.1.1.1, 1.1.1.1]}}",
        "{mode: Internet, dns: {servers: [1.1.1.1, 1.1.1.2, 1.1.1.3, 1.1.1.4]}}",
      })
  void aNetworkThatIsOpenByMistakeIsRefused(String network) {
    assertRefused(plan("network: " + network), Reason.InvalidSpec, "spec.network");
  }

  @Test
  void anAllowListThatTogetherHoldsTheInternetIsNone() {
    var everything = new StringBuilder("network:\n  mode: Allowlist\n  allow:\n");
    Egress internet = planned(plan("network: {mode: Internet}")).egress().getFirst();
    List<Cidr> except = internet.except().stream().map(Cidr::parse).toList();
    for (Cidr part : Cidr.parse(internet.cidr()).minus(except)) {
      everything.append("  - {cidr: %s, ports: [{port: 443}]}%n".formatted(part.text()));
    }
    assertRefused(plan(everything.toString()), Reason.InvalidSpec, "cover everything");
  }

  @Test
  void anAllowListBecomesExactlyItsRules() {
    Plan plan =
        planned(
            plan(
                """
                network:
                  mode: Allowlist
                  allow:
                  - {cidr: 203.0.113.10/32, ports: [{port: 443}, {protocol: UDP, port: 443}, {port: 443}]}
                  - {cidr: '2606:4700:0::/32', ports: [{port: 22}]}
                  dns: {servers: [203.0.113.53]}
                """));
    assertThat(plan.egress())
        .containsExactly(
            new Egress("203.0.113.10/32", List.of(), List.of(TCP_443, new Egress.Port("UDP", 443))),
            new Egress("2606:4700::/32", List.of(), List.of(new Egress.Port("TCP", 22))),
            new Egress(
                "203.0.113.53/32",
                List.of(),
                List.of(new Egress.Port("TCP", 53), new Egress.Port("UDP", 53))));
  }

  @Test
  void theInternetLeavesOutTheBuiltInListTheClusterThePlatformAndThePolicy() {
    cluster.platformBlocked = List.of("198.41.0.0/24");
    var blocking =
        policyWith("network: {modes: [Internet], allowedCidrs: [], blockedCidrs: [8.8.4.0/24]}");
    Plan plan = planned(Planner.plan(task("network: {mode: Internet}"), blocking, cluster.facts()));
    for (String address :
        List.of(
            "169.254.169.254",
            "168.63.129.16",
            "10.96.0.1",
            "172.30.0.2",
            "172.30.0.11",
            "10.244.9.9",
            "192.168.1.1",
            "198.41.0.4",
            "8.8.4.4")) {
      assertThat(open(plan, address)).as(address).isFalse();
    }
    assertThat(open(plan, "8.8.8.8")).isTrue();
    assertThat(open(plan, "2606:4700::1111")).isTrue();
    assertThat(open(plan, "64:ff9b::808:808")).isFalse();
  }

  @Test
  void aPublicAddressOfTheClusterIsLeftOutOfTheInternet() {
    cluster.apiServers = List.of(new Facts.Endpoint("8.8.8.8", 6443));
    Plan plan = planned(plan("network: {mode: Internet}"));
    assertThat(open(plan, "8.8.8.8")).isFalse();
    assertThat(open(plan, "8.8.8.9")).isTrue();
  }

  @Test
  void theInternetNeedsToKnowWhereTheClusterIs() {
    cluster.missing = List.of("service range");
    assertRefused(
        plan("network: {mode: Internet}"),
        Reason.NetworkRangesUnknown,
        "Internet",
        "service range");
    planned(plan(allow("203.0.113.10/32")));
    planned(plan("network: {mode: None}"));
  }

  @Test
  void aRangeThatCannotBeReadIsNotTakenForNone() {
    cluster.ranges = List.of("10.244.0.0");
    assertRefused(plan(allow("203.0.113.10/32")), Reason.NetworkRangesUnknown, "10.244.0.0");
    assertRefused(plan("network: {mode: Internet}"), Reason.NetworkRangesUnknown, "10.244.0.0");
    planned(plan("network: {mode: None}"));
  }

  @Test
  void thePolicySaysWhichModesAndDestinationsThereAre() {
    Facts facts = cluster.facts();
    planned(Planner.plan(task(allow("203.0.113.10/32")), policy(), facts));
    assertRefused(
        Planner.plan(task(allow("198.51.100.1/32")), policy(), facts),
        Reason.PolicyViolation,
        "spec.network.allow[0].cidr",
        "198.51.100.1/32",
        "203.0.113.0/24");
    assertRefused(
        Planner.plan(task(allow("203.0.112.0/23")), policy(), facts),
        Reason.PolicyViolation,
        "203.0.112.0/23");
    assertRefused(
        Planner.plan(task(allow("203.0.113.200/32")), policy(), facts),
        Reason.PolicyViolation,
        "203.0.113.128/25",
        "blockedCidrs");
    var noInternet = policyWith("network: {modes: [None, Allowlist]}");
    assertRefused(
        Planner.plan(task("network: {mode: Internet}"), noInternet, facts),
        Reason.PolicyViolation,
        "spec.network.mode: Internet");
    assertRefused(
        Planner.plan(task(allow("203.0.113.10/32")), noInternet, facts),
        Reason.PolicyViolation,
        "spec.network.allowedCidrs: none");
  }

  @Test
  void aResolverIsADestinationLikeAnyOther() {
    Facts facts = cluster.facts();
    String byAllowlist =
        "network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 1}]}],"
            + " dns: {servers: [%s]}}";
    planned(Planner.plan(task(byAllowlist.formatted("203.0.113.53")), policy(), facts));
    assertRefused(
        Planner.plan(task(byAllowlist.formatted("8.8.8.8")), policy(), facts),
        Reason.PolicyViolation,
        "spec.network.dns.servers[0]");
    planned(Planner.plan(task(dns("8.8.8.8")), policy(), facts));
    assertRefused(
        Planner.plan(task(dns("192.168.1.1")), policy(), facts),
        Reason.PolicyViolation,
        "spec.network.dns.servers[0]");
  }

  @Test
  void aPolicyWhoseRangesCannotBeReadAllowsNothing() {
    var broken = policyWith("network: {modes: [None], blockedCidrs: [8.8.8.8]}");
    assertRefused(
        Planner.plan(task("command: [x]"), broken, cluster.facts()),
        Reason.PolicyViolation,
        "spec.network.blockedCidrs");
  }

  private static boolean open(Plan plan, String text) {
    IpAddress address = IpAddress.parse(text);
    return plan.egress().stream()
        .anyMatch(
            rule ->
                Cidr.parse(rule.cidr()).contains(address)
                    && rule.except().stream().noneMatch(r -> Cidr.parse(r).contains(address)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"203.0.113.7/32", "203.0.113.0/24", "2606:4700::7/128", "2606:4700::/64"})
  void aDestinationThatHoldsAnExternalAddressOfAServiceIsRefused(String cidr) {
    assertThat(planned(plan(allow(cidr))).egress()).as("without the Service").hasSize(1);
    cluster.serviceAddresses = List.of("203.0.113.7/32", "2606:4700::7/128");
    assertRefused(plan(allow(cidr)), Reason.InvalidSpec, "of a Service");
  }

  @Test
  void aResolverAtAnExternalAddressOfAServiceIsRefused() {
    assertThat(planned(plan(dns("203.0.113.7")))).isNotNull();
    cluster.serviceAddresses = List.of("203.0.113.7/32");
    assertRefused(plan(dns("203.0.113.7")), Reason.InvalidSpec, "of a Service");
  }

  @Test
  void theInternetIsWithoutExternalAddressesOfServices() {
    cluster.serviceAddresses = List.of("8.8.4.4/32", "2606:4700::7/128");
    assertThat(planned(plan("network: {mode: Internet}")).egress())
        .flatExtracting(Egress::except)
        .contains("8.8.4.4/32", "2606:4700::7/128");
  }

  @Test
  void anAddressOfAServiceInIpv6DoesNotMakeTheClusterHaveIpv6() {
    var before = planned(plan(allow("203.0.113.10/32"))).targets();
    cluster.serviceAddresses = List.of("2606:4700::7/128");
    assertThat(planned(plan(allow("203.0.113.10/32"))).targets()).isEqualTo(before);
  }
}
