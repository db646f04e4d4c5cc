package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.plan.ProbeTarget.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetSelectionTest {

  private final TestCluster cluster = new TestCluster();

  private List<ProbeTarget> targets() {
    return planned(Planner.plan(task("command: [x]"), policy(), cluster.facts())).targets();
  }

  private List<String> named(Kind kind) {
    return targets().stream()
        .filter(target -> target.kind() == kind)
        .map(t -> "%s %s %s:%d".formatted(t.name(), t.protocol(), t.address(), t.port()))
        .toList();
  }

  @Test
  void everyCanaryIsTriedByTcpAndUdp() {
    assertThat(named(Kind.Canary))
        .containsExactly(
            "canary-0-tcp TCP 10.244.1.5:8787",
            "canary-0-udp UDP 10.244.1.5:8787",
            "canary-1-tcp TCP 10.244.2.5:8787",
            "canary-1-udp UDP 10.244.2.5:8787");
  }

  @Test
  void exactlyWhatAnsweredOnEveryNodeIsKnownToAnswer() {
    assertThat(certified())
        .containsExactly(
            "canary-0-tcp",
            "canary-0-udp",
            "canary-1-tcp",
            "canary-1-udp",
            "metadata-169.254.169.254");
    cluster.answers("node-2", "10.244.1.5:8787/TCP", "10.96.0.1:443/TCP");
    assertThat(certified()).containsExactly("canary-0-tcp");
  }

  @Test
  void theOwnNodeNeverCountsAsKnownToAnswer() {
    cluster.answers("node-1", "10.244.1.5:8787/TCP", "own-node:10250/TCP");
    cluster.answers("node-2", "10.244.1.5:8787/TCP", "own-node:10250/TCP");
    assertThat(certified()).containsExactly("canary-0-tcp");
  }

  @Test
  void aSurveyAsksTheSameAndKnowsNothingOfIt() {
    Facts facts = cluster.facts();
    List<ProbeTarget> survey = TargetSelection.survey(facts, TestCluster.node("node-1", "runsc"));
    assertThat(survey).noneMatch(ProbeTarget::certified);
    assertThat(survey).extracting(ProbeTarget::name).containsAll(names(targets()));
  }

  private List<String> certified() {
    return names(targets().stream().filter(ProbeTarget::certified).toList());
  }

  private static List<String> names(List<ProbeTarget> targets) {
    return targets.stream().map(ProbeTarget::name).toList();
  }

  @Test
  void theApiServerAndTheResolverAreTried() {
    assertThat(named(Kind.ApiServer))
        .containsExactly("api-server-0 TCP 10.96.0.1:443", "api-server-1 TCP 172.30.0.2:6443");
    assertThat(named(Kind.Dns))
        .containsExactly("dns-0-tcp TCP 10.96.0.10:53", "dns-0-udp UDP 10.96.0.10:53");
  }

  @Test
  void withoutAResolverThereIsNoneToTry() {
    cluster.dns = List.of();
    assertThat(named(Kind.Dns)).isEmpty();
  }

  @Test
  void theOwnNodesAddressIsLeftToTheKubelet() {
    assertThat(named(Kind.OwnNode))
        .containsExactly("own-node-kubelet TCP $(GLOVEBOX_HOST_IP):10250");
  }

  @Test
  void onlyKubeletsThatCannotBeTheOwnNodesAreTriedAndAtMostThree() {
    assertThat(named(Kind.Kubelet)).containsExactly("kubelet-node-0 TCP 172.30.0.10:10250");
    for (int i = 3; i < 9; i++) {
      cluster.nodes.add(TestCluster.node("node-" + i));
    }
    assertThat(named(Kind.Kubelet)).hasSize(3).first().asString().startsWith("kubelet-node-0");
  }

  @Test
  void everyMetadataAddressOfTheTableIsTried() {
    cluster.ranges = List.of("10.244.0.0/16", "fd12::/48");
    assertThat(named(Kind.Metadata))
        .hasSameSizeAs(BlockList.builtIn().probed())
        .contains("metadata-169.254.169.254 TCP 169.254.169.254:80")
        .contains("metadata-fd00:ec2::254 TCP fd00:ec2::254:80");
  }

  @Test
  void withoutIpv6InTheClusterNoIpv6AddressIsTried() {
    assertThat(named(Kind.Metadata)).isNotEmpty().noneMatch(target -> target.contains("::"));
  }

  @Test
  void namesAreUnique() {
    assertThat(targets()).extracting(ProbeTarget::name).doesNotHaveDuplicates();
  }
}
