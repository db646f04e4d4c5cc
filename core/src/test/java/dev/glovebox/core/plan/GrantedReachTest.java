package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrantedReachTest {
  private static final Facts.Platform PLATFORM =
      new Facts.Platform("probe", "IfNotPresent", List.of("198.18.9.0/24"));

  private static List<String> opened(Egress granted, String... ranges) {
    return GrantedReach.of(
            new Facts.NetworkFacts(List.of(), List.of(), List.of(ranges), List.of(), List.of()),
            PLATFORM)
        .opened(List.of(granted));
  }

  private static Egress granted(String cidr, String... except) {
    return new Egress(cidr, List.of(except), List.of(new Egress.Port("TCP", 443)));
  }

  @Test
  void aNodeThatAppearsInAGrantedRangeIsNamed() {
    assertThat(opened(granted("203.0.113.0/24"), "10.0.0.0/8")).isEmpty();
    assertThat(opened(granted("203.0.113.0/24"), "10.0.0.0/8", "203.0.113.77/32"))
        .singleElement()
        .asString()
        .contains("203.0.113.77/32")
        .contains("203.0.113.0/24");
  }

  @Test
  void oneThatIsExceptedIsNotGranted() {
    assertThat(opened(granted("203.0.113.0/24", "203.0.113.64/26"), "203.0.113.77/32")).isEmpty();
    assertThat(opened(granted("203.0.113.0/24", "203.0.113.128/26"), "203.0.113.77/32"))
        .isNotEmpty();
  }

  @Test
  void whoeverIsGrantedNothingReachesNothing() {
    assertThat(
            GrantedReach.of(
                    new Facts.NetworkFacts(
                        List.of(), List.of(), List.of("0.0.0.0/0"), List.of(), List.of()),
                    PLATFORM)
                .opened(List.of()))
        .isEmpty();
  }

  @Test
  void anExternalAddressOfAServiceIsTheClustersOwn() {
    var network =
        new Facts.NetworkFacts(
            List.of(),
            List.of(),
            List.of(),
            List.of("203.0.113.7/32", "2001:db8::7/128"),
            List.of());
    var reach = GrantedReach.of(network, PLATFORM);
    assertThat(reach.opened(List.of(granted("203.0.113.0/29"))))
        .singleElement()
        .asString()
        .contains("203.0.113.7/32 (an external or load-balancer address of a Service)");
    assertThat(reach.opened(List.of(granted("2001:db8::/64")))).hasSize(1);
    assertThat(reach.opened(List.of(granted("64:ff9b::203.0.113.0/125"))))
        .as("the same by NAT64")
        .hasSize(1);
    assertThat(reach.opened(List.of(granted("203.0.113.8/29"), granted("2001:db8:1::/64"))))
        .isEmpty();
  }
}
