package dev.glovebox.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The same script's output in a gVisor sandbox (sandbox.txt) and in a privileged pod in the node's
 * process namespace (open.txt; there the clock was left alone), recorded on the local cluster.
 */
class BatteryTest {
  private static final String NONCE = "nonce";
  private static final String SANDBOX = read("sandbox.txt");
  private static final String OPEN = read("open.txt");
  private static final Around AROUND =
      new Around(
          certificate(
              """
              answers: ["10.128.0.2:8787/TCP", "10.128.0.2:8787/UDP", "10.192.0.1:443/TCP",
                "172.30.0.1:6443/TCP", "own-node:10250/TCP"]
              metadataAddresses: []
              """),
          null,
          List.of("172.30.0.1"));

  private static NodeCertificateStatus certificate(String more) {
    return Serialization.unmarshal(
            """
            apiVersion: glovebox.dev/v1alpha1
            kind: NodeCertificate
            metadata: {name: node-1.gvisor}
            status:
              certified: true
              kernelVersion: 6.18.44-fc-v657
              bootID: fedf5937-028b-4983-a723-ad001ee1d24c
            %s"""
                .formatted(more.indent(2)),
            NodeCertificate.class)
        .getStatus();
  }

  private static String read(String name) {
    try (InputStream in = BatteryTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Verdict> judged(String log, Around around) {
    return Battery.judge(Findings.parse(log, NONCE), around).stream()
        .collect(Collectors.toMap(Row::check, Row::verdict));
  }

  private static Verdict judged(String check, UnaryOperator<String> change) {
    return judged(change.apply(SANDBOX), AROUND).get(check);
  }

  @Test
  void aSandboxHasAtLeastTwentyFiveChecksAndAllAreBlocked() {
    Map<String, Verdict> verdicts = judged(SANDBOX, AROUND);
    assertThat(verdicts).hasSizeGreaterThanOrEqualTo(25);
    assertThat(verdicts)
        .allSatisfy((check, v) -> assertThat(v).as(check).isEqualTo(Verdict.BLOCKED));
  }

  @Test
  void inAPrivilegedPodTheSameChecksSayEscaped() {
    Map<String, Verdict> verdicts = judged(OPEN, AROUND);
    // What a pod on the recorded machine does not have either.
    List<String> notThere =
        List.of(
            "KernelModule",
            "KernelMemory",
            "KernelRequest",
            "KernelLog",
            "HostSockets",
            "CapInh",
            "Ipv6");
    verdicts.forEach(
        (check, verdict) -> {
          if (!notThere.contains(check)) {
            assertThat(verdict).as(check).isEqualTo(Verdict.ESCAPED);
          }
        });
    assertThat(verdicts.keySet()).containsAll(notThere);
  }

  @Test
  void eachOfTheOthersEscapesWhereItWouldBeSeen() {
    assertThat(judged("KernelModule", l -> said(l, "kernel-module", "done")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(
            judged(
                "KernelModule",
                l -> said(l, "kernel-module", "failed: insmod: x: invalid module format")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(judged("KernelMemory", l -> said(l, "kernel-memory", "read: /dev/mem")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(judged("KernelRequest", l -> said(l, "kernel-request", "done")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(
            judged(
                "KernelLog",
                l ->
                    said(
                        l, "kernel-log", "read: [0.0] Linux version 6.18.44-fc-v657 (root@build)")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(judged("HostSockets", l -> said(l, "host-sockets", "there: /run/x")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(judged("CapInh", l -> said(l, "process-CapInh", "0000000000000001")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(judged("CapInh", l -> said(l, "process-CapInh", "")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("Ipv6", l -> said(l, "ipv6", "inet6 fd00::2/64")))
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void aKernelWhoseReleaseOnlyBeginsWithTheNodesIsAnother() {
    assertThat(judged("KernelRelease", l -> said(l, "kernel-release", "6.18.44-fc-v657-kata")))
        .isEqualTo(Verdict.BLOCKED);
    assertThat(judged("KernelRelease", l -> said(l, "kernel-release", "6.18.44-fc-v657")))
        .isEqualTo(Verdict.ESCAPED);
  }

  @Test
  void aToolThatIsMissingShowsNothing() {
    assertThat(judged("Mount", l -> said(l, "mount", "failed: /bin/sh: mount: not found")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("RootFilesystem", l -> l.replaceAll("root-write .*", "x=y")))
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void whereAControlFailsWhatReliesOnItIsInconclusiveAndNothingElseIs() {
    Map<Control, Set<String>> relying =
        Map.of(
            Control.FILE,
            Set.of("HostFiles", "HostSockets", "HostInit", "Token", "KernelMemory"),
            Control.WRITE,
            Set.of("RootFilesystem", "HostDevice", "RootFile", "KernelModule"),
            Control.PROCESSES,
            Set.of("HostProcesses"),
            Control.DEVICES,
            Set.of("HostDisks"),
            Control.ENVIRONMENT,
            Set.of("Environment"),
            Control.ADDRESSES,
            Set.of("Ipv6"),
            Control.ANSWER,
            NETWORK,
            Control.SILENT,
            NETWORK,
            Control.CLOSED,
            NETWORK);
    // nc of the recorded image has no -u: no row relies on it there.
    assertThat(relying.keySet()).hasSize(Control.values().length - 1);
    relying.forEach(
        (control, checks) -> {
          for (String wrong : List.of("", "failed", "0")) {
            String name = "control-" + CONTROLS.get(control);
            assertThat(inconclusive(said(SANDBOX, name, wrong))).as(name).isEqualTo(checks);
          }
        });
    assertThat(judged(SANDBOX, new Around(null, "no right", List.of())))
        .containsEntry("KernelRelease", Verdict.INCONCLUSIVE)
        .containsEntry("KernelBoot", Verdict.INCONCLUSIVE)
        .containsEntry("Canary", Verdict.INCONCLUSIVE)
        .containsEntry("ApiServer", Verdict.INCONCLUSIVE);
  }

  private static final Set<String> NETWORK = Set.of("Canary", "ApiServer", "OwnKubelet");

  private static final Map<Control, String> CONTROLS =
      Map.of(
          Control.FILE, "there",
          Control.WRITE, "write",
          Control.PROCESSES, "processes",
          Control.DEVICES, "devices",
          Control.ENVIRONMENT, "environment",
          Control.ADDRESSES, "addresses",
          Control.ANSWER, "answer",
          Control.SILENT, "silent",
          Control.CLOSED, "closed");

  private static Set<String> inconclusive(String log) {
    return judged(log, AROUND).entrySet().stream()
        .filter(one -> one.getValue() == Verdict.INCONCLUSIVE)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Test
  void aConnectionThatIsTakenIsAnEscapeAlsoWhereNothingComesAfterwards() {
    String target = "ask 172.30.0.1:6443/TCP";
    assertThat(judged("ApiServer", l -> said(l, target, "connected"))).isEqualTo(Verdict.ESCAPED);
    for (String blocked :
        List.of(
            "failed: 1: nc: timed out",
            "failed: 1:",
            "failed: 1: nc: can't connect to remote host (172.30.0.1): No route to host",
            "failed: 1: nc: can't connect to remote host (172.30.0.1): Network is unreachable")) {
      assertThat(judged("ApiServer", l -> said(l, target, blocked)))
          .as(blocked)
          .isEqualTo(Verdict.BLOCKED);
    }
    for (String open :
        List.of(
            "failed: 143:", // timeout's TERM: nc was at it still
            "failed: 124:",
            "failed: 127: timeout: nc: not found",
            "failed: 1: nc: bad port '6443x'",
            "failed: 1: Usage: nc [-iN] [-wN]",
            "failed: 0:",
            "no tool: nc has no -e",
            "silent",
            "")) {
      assertThat(judged("ApiServer", l -> said(l, target, open)))
          .as(open)
          .isEqualTo(Verdict.INCONCLUSIVE);
    }
  }

  @Test
  void silenceOverUdpNeedsAControlOverUdp() {
    String udp = said(SANDBOX, "ask 10.128.0.2:8787/UDP", "silent");
    assertThat(judged(udp, AROUND)).containsEntry("Canary", Verdict.INCONCLUSIVE);
    assertThat(judged(said(udp, "control-udp", "answered: answer"), AROUND))
        .containsEntry("Canary", Verdict.BLOCKED);
    assertThat(judged("Canary", l -> said(l, "ask 10.128.0.2:8787/UDP", "answered: x")))
        .isEqualTo(Verdict.ESCAPED);
  }

  @Test
  void aKernelsLogThatDoesNotSayWhoseItIsShowsNothing() {
    assertThat(judged("KernelLog", l -> said(l, "kernel-log", "read: [53135.4] RSP: 002b:0000")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("KernelLog", l -> said(l, "kernel-log", "read: [1.0] audit: DENIED")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("KernelLog", l -> said(l, "kernel-log", "read: [0] Linux version 6.1.0 (k)")))
        .isEqualTo(Verdict.BLOCKED);
    assertThat(
            judged(
                "KernelLog",
                l -> said(l, "kernel-log", "failed: dmesg: klogctl: Operation not permitted")))
        .isEqualTo(Verdict.BLOCKED);
  }

  @Test
  void anErrorInPlaceOfAValueShowsNothing() {
    assertThat(judged("KernelBoot", l -> said(l, "kernel-boot", "cat: can't open 'boot_id': x")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("KernelRelease", l -> said(l, "kernel-release", "uname: not found")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("Resolver", l -> said(l, "resolver", "failed: cat: Permission denied")))
        .isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(judged("Resolver", l -> said(l, "resolver", "absent"))).isEqualTo(Verdict.BLOCKED);
    assertThat(judged("Resolver", l -> said(l, "resolver", "read:"))).isEqualTo(Verdict.BLOCKED);
    assertThat(judged("Mount", l -> said(l, "mount", "no tool: /bin/sh: mount: Permission denied")))
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void anAnswerOfOneTargetIsAnEscapeAndOneThatWasNotAskedIsInconclusive() {
    assertThat(judged("ApiServer", l -> said(l, "ask 172.30.0.1:6443/TCP", "connected")))
        .isEqualTo(Verdict.ESCAPED);
    assertThat(judged("ApiServer", l -> l.replace("ask 172.30.0.1:6443/TCP=", "other=")))
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void whatAnsweredNobodyIsNoRowButIsSaid() {
    assertThat(judged(SANDBOX, AROUND)).doesNotContainKeys("Metadata", "Dns", "Kubelet");
    assertThat(NetworkRows.notTried(Findings.parse(SANDBOX, NONCE), AROUND).toString())
        .contains("Metadata: nothing", "Dns: nothing", "10.128.0.2:8787/UDP: no tool");
    Around metadata =
        new Around(
            certificate(
                "answers: [\"169.254.169.254:80/TCP\", \"10.128.0.2:8787/TCP\"]\nmetadataAddresses: [169.254.169.254]"),
            null,
            List.of());
    assertThat(judged(SANDBOX, metadata)).containsEntry("Metadata", Verdict.INCONCLUSIVE);
    String asked = SANDBOX + "nonce ask 169.254.169.254:80/TCP=";
    assertThat(judged(asked + "failed: 1: nc: timed out", metadata))
        .containsEntry("Metadata", Verdict.BLOCKED);
    assertThat(judged(asked + "answered: x", metadata)).containsEntry("Metadata", Verdict.ESCAPED);
  }

  @Test
  void aLineWithoutTheNonceOrSaidTwiceCountsForNothing() {
    Findings findings =
        Findings.parse("other user=1\nnonce user=1\nnonce user=2\nnonce a=b", NONCE);
    assertThat(findings.has("user")).isFalse();
    assertThat(findings.of("a")).isEqualTo("b");
    assertThat(judged(SANDBOX + "nonce kernel-release=4.4.0\n", AROUND))
        .containsEntry("KernelRelease", Verdict.INCONCLUSIVE);
  }

  @Test
  void aTaskThatDidNotRunIsInconclusiveInEveryCheckWithItsReason() {
    List<Row> rows = Battery.notRun("the task is Refused/NodeNotCertified");
    assertThat(rows).hasSizeGreaterThanOrEqualTo(25);
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
              assertThat(row.seen()).contains("NodeNotCertified");
            });
  }

  @Test
  void onlyAddressesGoIntoTheScript() {
    assertThat(
            NetworkRows.targets(
                List.of(
                    certificate(
                        "answers: [\"10.0.0.1:443/TCP\", \"[fd00::1]:53/UDP\", \"own-node:10250/TCP\", \"'; reboot; '\"]")),
                List.of("192.0.2.1", "fd00::9")))
        .containsExactly(
            "10.0.0.1:443/TCP", "192.0.2.1:10250/TCP", "[fd00::1]:53/UDP", "[fd00::9]:10250/TCP");
  }

  @Test
  void theImageIsChosenOnlyWhereThePolicyLeavesNoChoice() {
    assertThat(VerifyTask.image(policy("[registry.example.com/]", false)))
        .contains("registry.example.com/busybox");
    assertThat(VerifyTask.image(policy("[registry.example.com/]", true))).isEmpty();
    assertThat(VerifyTask.image(policy("[a.example.com/, b.example.com/]", false))).isEmpty();
    assertThat(VerifyTask.image(null)).isEmpty();
  }

  private static dev.glovebox.api.v1alpha1.SandboxPolicySpec policy(String list, boolean digest) {
    return Serialization.unmarshal(
            """
            apiVersion: glovebox.dev/v1alpha1
            kind: SandboxPolicy
            metadata: {name: p}
            spec: {images: {registries: %s, requireDigest: %s}}
            """
                .formatted(list, digest),
            SandboxPolicy.class)
        .getSpec();
  }

  /** The log with one finding changed. */
  private static String said(String log, String name, String value) {
    return log.replaceAll("(?m)^nonce \\Q" + name + "\\E=.*$", "nonce " + name + "=" + value);
  }
}
