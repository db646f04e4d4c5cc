package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Many short tasks, each of which tries from its first instruction on, on few pod addresses, with
 * the policy engine at its usual pace and then held up.
 */
@OnCluster
class RaceAttackIT {
  private static final int TASKS = 50;
  private static final int AT_ONCE = 3;
  private static final String TINY =
      "resources: {cpu: 150m, memory: 64Mi}\nworkspace: {type: None}\n";

  /** Two thousand sockets at a time, all of them the guest kernel's. */
  private static final String SCANNER =
      "resources: {cpu: 500m, memory: 256Mi}\nworkspace: {type: None}\n";

  /** From its first instruction on, by TCP and then by UDP. */
  private static final String TRY_AT_ONCE =
      """
      for try in 1 2 3; do
        echo "tcp=$(printf 'GET / HTTP/1.0\\r\\n\\r\\n' | timeout 1 nc -w 1 ADDRESS PORT 2>/dev/null | tr -dc 'A-Za-z0-9 ' | head -c 40)"
      done
      echo "udp=$(timeout 1 nslookup -type=a a.example RESOLVER 2>/dev/null | tail -n +4 | tr -dc 'A-Za-z0-9 .:')"
      echo "end=reached"
      """;

  private static Ground ground;
  private static WorldListener world;
  private static String script;
  private static String before;
  private static final List<SandboxTask> racers = new ArrayList<>();
  private static final Set<String> addresses = new HashSet<>();
  private static SandboxTask patient;
  private static String portScanner;
  private static SandboxTask scanner;
  private static List<String> seenByWorld;
  private static long udpBefore;

  @BeforeAll
  static void race(Cluster cluster) {
    ground = Ground.open(cluster, "attack-race");
    if (cluster.node().isPresent()) {
      world = WorldListener.start(cluster.localNode());
      script =
          TRY_AT_ONCE
              .replace("ADDRESS PORT", "169.254.169.254 80")
              .replace("RESOLVER", "203.0.113.10");
    } else {
      String api = cluster.apiServerAddress();
      script = TRY_AT_ONCE.replace("ADDRESS PORT", api + " 443").replace("RESOLVER", api);
    }
    before = control("before");
    udpBefore =
        world == null ? 0 : world.lines().stream().filter(line -> line.startsWith("udp ")).count();
    AddressPool pool = AddressPool.ofFour(cluster);
    try {
      run();
    } finally {
      pool.close();
    }
    if (cluster.node().isPresent()) {
      portScanner = GoImage.load(cluster.localNode(), "ports", false);
      slowEngine();
      seenByWorld = world.lines();
    }
  }

  private static void run() {
    Workplace tasks = ground.tasks();
    for (int i = 0; i < TASKS + AT_ONCE; i++) {
      if (i < TASKS) {
        tasks.script("racer-" + i, script, TINY);
      }
      if (i >= AT_ONCE) {
        SandboxTask task = tasks.finished("racer-" + (i - AT_ONCE));
        racers.add(task);
        var pod = tasks.pod(task);
        if (pod != null && pod.getStatus().getPodIP() != null) {
          addresses.add(pod.getStatus().getPodIP());
        }
      }
    }
  }

  /** Whatever starts while the engine stands still is under a policy that nothing enforces yet. */
  private static void slowEngine() {
    var node = ground.cluster().localNode();
    node.inNode("pkill", "-STOP", "-x", "kube-router").succeed();
    try {
      ground.tasks().script("patient", script, TINY);
      ground
          .tasks()
          .create(
              "ports",
              "image: %s\ncommand: [/ports]\nargs: [1-65535, %s]\n%s"
                  .formatted(portScanner, String.join(", ", portTargets()), SCANNER));
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                var pod = ground.tasks().pod(ground.tasks().task("patient"));
                return pod != null
                    && pod.getStatus().getInitContainerStatuses().stream()
                        .anyMatch(c -> c.getState() != null && c.getState().getRunning() != null);
              });
      Awaitility.await().pollDelay(Duration.ofSeconds(4)).until(() -> true);
    } finally {
      node.inNode("pkill", "-CONT", "-x", "kube-router").succeed();
    }
    patient = ground.tasks().finished("patient");
    scanner = ground.tasks().finished("ports");
  }

  /** Where the probe's own datagrams go, or would: the canaries, and a resolver in the world. */
  private static List<String> portTargets() {
    var canaries =
        ground
            .cluster()
            .client()
            .pods()
            .inNamespace("glovebox-canary")
            .withLabel("app.kubernetes.io/name", "glovebox-canary")
            .list()
            .getItems()
            .stream()
            .map(pod -> "\"%s:8787\"".formatted(pod.getStatus().getPodIP()));
    return Stream.concat(canaries, Stream.of("\"203.0.113.10:53\"")).toList();
  }

  /** A pod that is no sandbox, under a policy that is the sandboxes' own but for its selector. */
  private static String control(String name) {
    ground.apply(
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: %1$s, namespace: %2$s}
        spec: {podSelector: {matchLabels: {control: %1$s}}, policyTypes: [Ingress, Egress]}
        """
            .formatted(name, ground.tasks().namespace()));
    ground.pod(ground.tasks(), name, script, NetworkCells.RESTRICTED, "");
    return ground.output(ground.tasks(), name);
  }

  @AfterAll
  static void close() {
    if (world != null) {
      world.close();
    }
    ground.close();
  }

  @Attack(Row.A26)
  void order(Evidence evidence) {
    raced(evidence, racers.subList(0, Math.min(10, racers.size())));
    for (SandboxTask task : racers.subList(0, Math.min(5, racers.size()))) {
      var client = ground.cluster().client();
      String name = task.getStatus().podName();
      String policyMade =
          client
              .network()
              .v1()
              .networkPolicies()
              .inNamespace(ground.tasks().namespace())
              .withName(name)
              .get()
              .getMetadata()
              .getCreationTimestamp();
      var pod = ground.tasks().pod(task);
      String podMade = pod.getMetadata().getCreationTimestamp();
      String placed =
          pod.getStatus().getConditions().stream()
              .filter(c -> c.getType().equals("PodScheduled"))
              .findFirst()
              .orElseThrow()
              .getLastTransitionTime();
      evidence.tried(
          "the pod is older than its policy",
          policyMade.compareTo(podMade) <= 0,
          policyMade + " " + podMade);
      evidence.tried(
          "it is placed before it is recorded",
          task.getStatus().startTime().compareTo(placed) <= 0,
          task.getStatus().startTime() + " " + placed);
      evidence.tried(
          "it runs before it is proved",
          task.getStatus().provedTime().compareTo(task.getStatus().runningTime()) <= 0,
          task.getStatus());
    }
    ground
        .cluster()
        .node()
        .ifPresent(
            node -> {
              var writes =
                  new AuditLog(node.auditLog())
                      .writesBy("system:serviceaccount:glovebox-system:glovebox-operator").stream()
                          .filter(w -> w.namespace().equals(ground.tasks().namespace()))
                          .map(w -> w.verb() + " " + w.resource())
                          .toList();
              evidence.tried(
                  "a pod is made before any policy",
                  writes.indexOf("create networkpolicies") >= 0
                      && writes.indexOf("create networkpolicies") < writes.indexOf("create pods"),
                  writes);
            });
  }

  @Attack(Row.B1)
  void lateEngine(Evidence evidence) {
    raced(evidence, racers);
    if (patient == null) {
      Applicability.missing(Row.B1, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    raced(evidence, List.of(patient));
    long open = patient.getStatus().isolation().network().lastOpenMilliseconds();
    evidence.control("the probe saw it open while the engine stood still", open > 3_000, open);
  }

  @Attack(Row.B15)
  void trackedConnections(Evidence evidence) {
    if (seenByWorld == null) {
      Applicability.missing(Row.B15, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    // Probe and task together: an entry of connection tracking needs a packet that got through.
    // The world sees the node's address, so none may come at all.
    List<String> udp = seenByWorld.stream().filter(line -> line.startsWith("udp ")).toList();
    evidence.tried("a datagram of a sandbox got through", udp.size() == udpBefore, udp);
    ground.pod(ground.open(), "udp", "nslookup -type=a a.example 203.0.113.10", "", "");
    String answer = ground.output(ground.open(), "udp");
    evidence.control("a free pod's UDP is answered", answer.contains("192.0.2.53"), answer);
    long free = world.lines().stream().filter(line -> line.startsWith("udp ")).count();
    evidence.control("and counted", free > udp.size(), free);
    everySourcePort(evidence);
    raced(evidence, racers);
  }

  /**
   * From each port that there is, the ones of well-known services too: an entry that somebody's
   * datagram left would let one of them through. It started while the engine stood still.
   */
  private static void everySourcePort(Evidence evidence) {
    List<String> targets = portTargets();
    ground.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: ports, namespace: %s}
        spec:
          restartPolicy: Never
          containers: [{name: control, image: %s, command: [/ports], args: [1-3000, %s]}]
        """
            .formatted(ground.open().namespace(), portScanner, String.join(", ", targets)));
    Findings free = new Findings(ground.output(ground.open(), "ports"));
    Findings inside = new Findings(ground.tasks().log(scanner));
    evidence.control("the scan came to its end", inside.of("end").equals("reached"), inside);
    int bound = Integer.parseInt(inside.of("bound"));
    evidence.control("it had nearly all ports", bound > 64_000, inside);
    for (String port : List.of("53", "67", "123", "443")) {
      String seen = inside.of("port " + port);
      evidence.control("port " + port + " was tried", !seen.equals("not printed"), seen);
    }
    var answers = inside.startingWith("answers ");
    evidence.control("it asked each target", answers.size() == targets.size(), answers);
    answers.forEach(
        (target, count) -> {
          int control = Integer.parseInt(free.of(target));
          evidence.control(target + " to a free pod", control > 100, free);
          evidence.tried(target + " from some source port", count.equals("0"), count);
        });
  }

  @Attack(Row.B16)
  void reusedAddresses(Evidence evidence) {
    if (ground.cluster().node().isEmpty()) {
      Applicability.missing(Row.B16, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    evidence.control(
        TASKS + " tasks on four addresses",
        racers.size() == TASKS && addresses.size() <= 4 && addresses.size() > 1,
        addresses);
    raced(evidence, racers);
  }

  private static void raced(Evidence evidence, List<SandboxTask> tasks) {
    Findings control = new Findings(before);
    evidence.control(
        "a plain pod with the same policy gets an answer at first",
        control.all("tcp").stream().anyMatch(answer -> answer.contains("HTTP")),
        before);
    for (SandboxTask task : tasks) {
      evidence.control(
          task.getMetadata().getName() + " ran",
          task.getStatus().phase() == Phase.Succeeded,
          task.getStatus());
      Findings seen = new Findings(ground.tasks().log(task));
      evidence.control("to its end", seen.of("end").equals("reached"), seen);
      evidence.tried(
          task.getMetadata().getName() + " gets an answer",
          seen.all("tcp").stream().noneMatch(answer -> answer.contains("HTTP"))
              && seen.all("udp").stream().noneMatch(answer -> answer.contains("Address")),
          seen);
    }
  }
}
