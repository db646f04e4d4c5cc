package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Listener;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Endings;
import dev.glovebox.e2e.reason.Shows;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a task reaches in each network mode. Every address has a listener that an ordinary pod
 * reaches, so that silence means "blocked".
 */
@OnCluster
@Tag("local-node")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NetworkModesIT {
  private static final String METADATA = "169.254.169.254:80";
  private static final String WIRE_SERVER = "168.63.129.16:80";
  private static final String PRIVATE = "192.168.77.7:8080";
  private static final String GRANTED = "203.0.113.10:443";
  private static final String OTHER_PORT = "203.0.113.10:8080";

  /** A public address that the test makes the world's own; no packet leaves the machine. */
  private static final String PUBLIC = "8.8.4.4";

  private static final String PUBLIC_WEB = PUBLIC + ":443";
  private static final String PUBLIC_DNS = PUBLIC + ":53";

  private final List<Listener> listeners = new ArrayList<>();
  private final List<String> targets = new ArrayList<>();
  private Workplace workplace;
  private LocalNode node;

  @BeforeAll
  void open(Cluster cluster) {
    node = cluster.localNode();
    node.inWorld("ip", "addr", "replace", PUBLIC + "/32", "dev", "lo").succeed();
    for (String target :
        List.of(METADATA, WIRE_SERVER, PRIVATE, GRANTED, OTHER_PORT, PUBLIC_WEB, PUBLIC_DNS)) {
      int colon = target.lastIndexOf(':');
      listeners.add(
          Listener.at(
              node, target.substring(0, colon), Integer.parseInt(target.substring(colon + 1))));
      targets.add(target);
    }
    targets.add(cluster.apiServerAddress() + ":443");
    cluster.client().pods().inNamespace("glovebox-canary").list().getItems().stream()
        .filter(pod -> pod.getMetadata().getName().startsWith("glovebox-canary-"))
        .forEach(pod -> targets.add(pod.getStatus().getPodIP() + ":8787"));
    cluster.client().nodes().list().getItems().stream()
        .flatMap(n -> n.getStatus().getAddresses().stream())
        .filter(address -> address.getType().equals("InternalIP"))
        .forEach(address -> targets.add(address.getAddress() + ":10250"));
    workplace = Workplace.open(cluster, "modes");
    workplace.underPolicy(
        policy -> {
          ObjectNode network = (ObjectNode) policy.get("network");
          network.putArray("modes").add("None").add("Allowlist").add("Internet");
          network.putArray("allowedCidrs").add("203.0.113.0/24").add(PUBLIC + "/32");
        });
  }

  @AfterAll
  void close() {
    listeners.forEach(Listener::close);
    if (node != null) {
      node.inWorld("ip", "addr", "del", PUBLIC + "/32", "dev", "lo").run();
    }
    if (workplace != null) {
      workplace.close();
    }
  }

  /** The positive control of every test here: what an ordinary pod reaches is there. */
  @BeforeEach
  void everyTargetAnswersAnOrdinaryPod() {
    assertThat(reachedByAnOrdinaryPod()).containsExactlyInAnyOrderElementsOf(targets);
  }

  @Test
  void modeNoneReachesNothing() {
    assertThat(reachedBy("none", "network: {mode: None}")).isEmpty();
    assertThat(log("none")).contains("nameserver 127.0.0.1").doesNotContain("nameserver " + PUBLIC);
  }

  @Test
  void anAllowlistReachesExactlyTheGrantedAddressAndPortAndTheGrantedResolver() {
    String allow = "mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 443}]}]";
    assertThat(reachedBy("listed", "network: {%s}".formatted(allow))).containsExactly(GRANTED);
    assertThat(
            reachedBy("resolving", "network: {%s, dns: {servers: [%s]}}".formatted(allow, PUBLIC)))
        .containsExactlyInAnyOrder(GRANTED, PUBLIC_DNS);
    assertThat(log("resolving")).contains("nameserver " + PUBLIC);
  }

  @Test
  void theInternetIsEverythingPublicAndNothingElse() {
    assertThat(reachedBy("internet", "network: {mode: Internet}"))
        .containsExactlyInAnyOrder(PUBLIC_WEB, PUBLIC_DNS);
  }

  @Test
  @Shows(Reason.NetworkRangesUnknown)
  void theInternetIsRefusedWhileARangeOfTheClusterIsNotKnown() {
    var client = workplace.cluster().client();
    var unknown =
        new NodeBuilder().withNewMetadata().withName("without-addresses").endMetadata().build();
    Endings endings = Endings.from(workplace.cluster());
    client.resource(unknown).create();
    try {
      // The operator learns of the node by a watch; until then it grants what it knew before.
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                String name = "unknown-" + System.nanoTime();
                workplace.script(name, "true", "network: {mode: Internet}");
                endings
                    .of(workplace, name)
                    .is(Reason.NetworkRangesUnknown)
                    .asInTheExample()
                    .saying("without-addresses", "chart's values");
              });
      // A list of addresses needs no such knowledge.
      assertThat(
              reachedBy(
                  "still-listed",
                  "network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 443}]}]}"))
          .containsExactly(GRANTED);
    } finally {
      client.resource(unknown).delete();
    }
  }

  @Test
  void whereAServiceIsReachedFromOutsideNobodyIsGrantedAnything() {
    String allow =
        "network: {mode: Allowlist, allow: [{cidr: %s/32, ports: [{port: 443}]}]}"
            .formatted(PUBLIC);
    assertThat(reachedBy("before-service", allow)).containsExactly(PUBLIC_WEB);
    var client = workplace.cluster().client();
    // Not the port that is tried: who proxies Services must not be what keeps a task out.
    var service =
        Serialization.unmarshal(
            """
            apiVersion: v1
            kind: Service
            metadata: {name: outside, namespace: %s}
            spec: {ports: [{port: 9}], externalIPs: [%s]}
            """
                .formatted(workplace.namespace(), PUBLIC),
            Service.class);
    client.resource(service).create();
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                String name = "at-service-" + System.nanoTime();
                workplace.script(name, "true", allow);
                SandboxTask refused = workplace.finished(name);
                assertThat(refused.getStatus().phase())
                    .as("%s", refused.getStatus())
                    .isEqualTo(Phase.Refused);
                assertThat(refused.getStatus().message()).contains(PUBLIC, "of a Service");
              });
      assertThat(reachedBy("internet-without", "network: {mode: Internet}")).isEmpty();
      assertThat(reachedByAnOrdinaryPod()).contains(PUBLIC_WEB, PUBLIC_DNS);
    } finally {
      client.resource(service).delete();
    }
  }

  /** As on engines whose rules do not hold between a pod and its own node. */
  @Test
  void anOwnNodeThatAnswersIsAFindingOrARefusalAsThePolicySays() {
    String[] rule = {
      "PREROUTING", "-p", "tcp", "--dport", "10250", "-j", "MARK", "--set-xmark", "0x10000/0x10000"
    };
    iptables("-I", rule);
    try {
      workplace.script("reported", "true", "");
      SandboxTask reported = workplace.finished("reported");
      assertThat(reported.getStatus().phase())
          .as("%s", reported.getStatus())
          .isEqualTo(Phase.Succeeded);
      assertThat(reported.getStatus().findings())
          .singleElement()
          .satisfies(finding -> assertThat(finding.type()).isEqualTo("NodeReachable"));
      assertThat(condition(reported, "Hardened")).isEqualTo("False");

      try (Workplace strict = Workplace.open(workplace.cluster(), "strict")) {
        strict.underPolicy(policy -> policy.putArray("reportOnly"));
        strict.script("refused", "true", "timeouts: {provisionSeconds: 40}");
        SandboxTask refused = strict.finished("refused");
        assertThat(refused.getStatus().phase())
            .as("%s", refused.getStatus())
            .isEqualTo(Phase.Refused);
        assertThat(refused.getStatus().reason()).isEqualTo("AttestationFailed");
        assertThat(refused.getStatus().failedChecks()).contains("AddressReachable");
      }
    } finally {
      iptables("-D", rule);
    }
    workplace.script("hardened", "true", "");
    assertThat(condition(workplace.finished("hardened"), "Hardened")).isEqualTo("True");
  }

  private void iptables(String action, String... rule) {
    List<String> line = new ArrayList<>(List.of("iptables", "-t", "mangle", action));
    line.addAll(List.of(rule));
    node.inNode(line.toArray(String[]::new)).succeed();
  }

  private static String condition(SandboxTask task, String type) {
    return task.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElseThrow()
        .status();
  }

  private List<String> reachedBy(String name, String network) {
    workplace.script(name, script(), network + "\nresources: {cpu: 200m, memory: 128Mi}");
    SandboxTask task = workplace.finished(name);
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    return reached(log(name));
  }

  private String log(String name) {
    return workplace.log(workplace.task(name));
  }

  /** Tries every target and prints those that accept a connection. */
  private String script() {
    var script = new StringBuilder("cat /etc/resolv.conf\n");
    for (String target : targets) {
      script.append(
          "nc -w 2 %s </dev/null >/dev/null 2>&1 && echo REACHED %s%n"
              .formatted(target.replace(':', ' '), target));
    }
    return script.append("echo tried").toString();
  }

  private static List<String> reached(String log) {
    assertThat(log).as("the script ran to its end").contains("tried");
    return log.lines()
        .filter(line -> line.startsWith("REACHED "))
        .map(line -> line.substring("REACHED ".length()))
        .toList();
  }

  private List<String> reachedByAnOrdinaryPod() {
    var client = workplace.cluster().client();
    String name = "control-" + System.nanoTime();
    client
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  restartPolicy: Never
                  securityContext: {runAsNonRoot: true, runAsUser: 10001, seccompProfile: {type: RuntimeDefault}}
                  containers:
                  - name: control
                    image: %s
                    command: [/bin/sh, -c]
                    args:
                    - |
                %s
                    securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                """
                    .formatted(
                        name, workplace.namespace(), workplace.busybox(), script().indent(6)),
                Pod.class))
        .create();
    var pod = client.pods().inNamespace(workplace.namespace()).withName(name);
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(() -> "Succeeded".equals(pod.get().getStatus().getPhase()));
    return reached(pod.getLog());
  }
}
