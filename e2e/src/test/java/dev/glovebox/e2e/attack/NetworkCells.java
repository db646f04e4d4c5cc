package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A sandbox and a control that try the same targets again and again, and what they try. The control
 * is a pod under no policy; what it does not reach, the sandbox's silence says nothing about.
 *
 * @param world the local cluster's only
 * @param sandbox the task that tries
 */
record NetworkCells(
    Ground ground,
    Optional<WorldListener> world,
    List<Target> targets,
    SandboxTask sandbox,
    Rounds inside,
    Rounds control,
    AtomicReference<Look> last)
    implements AutoCloseable {
  private static final String PLENTY = "resources: {cpu: 500m, memory: 256Mi}\n";
  private static final String LISTEN =
      "mkdir -p /tmp/www; echo listening > /tmp/www/index.html; httpd -f -p 7777 -h /tmp/www";

  static NetworkCells open(Cluster cluster, String name) {
    Ground ground = Ground.open(cluster, name);
    Optional<WorldListener> world = cluster.node().map(WorldListener::start);
    // A sandbox that listens: nobody may reach it, the other sandbox least of all.
    ground.tasks().script("listener", LISTEN, Ground.SMALL);
    // Where there is IPv6: what a sandbox must not have.
    ground.pod(ground.open(), "six", Scripts.read("six.sh"), "", "hostNetwork: true");
    ground.pod(ground.open(), "peer", LISTEN, "", "");
    ground.pod(ground.tasks(), "neighbour", LISTEN, RESTRICTED, "");
    List<Target> targets = new Targets(ground, world.isPresent()).all();
    String script = Rounds.script(targets);
    ground.pod(ground.open(), "control", script, "", "");
    ground.tasks().script("prisoner", script, PLENTY);
    SandboxTask sandbox = ground.tasks().inPhase("prisoner", "Running");
    return new NetworkCells(
        ground,
        world,
        targets,
        sandbox,
        new Rounds(() -> ground.tasks().log(sandbox)),
        new Rounds(() -> ground.log(ground.open(), "control")),
        new AtomicReference<>());
  }

  /** What Pod Security {@code restricted} wants of a container. */
  static final String RESTRICTED =
      "securityContext: {runAsNonRoot: true, runAsUser: 10001, allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}, seccompProfile: {type: RuntimeDefault}}";

  /** Answers by target of one round of each. */
  record Look(Map<String, String> control, Map<String, String> inside) {}

  /** The last look; the first one is taken here. */
  Look look() {
    return last.updateAndGet(before -> before == null ? newLook() : before);
  }

  /**
   * The same targets, seen by another pod that runs the same script.
   *
   * @param log what it printed so far
   */
  NetworkCells seenBy(Supplier<String> log) {
    return new NetworkCells(
        ground, world, targets, sandbox, new Rounds(log), control, new AtomicReference<>());
  }

  /** Forgets the last look: the ground has changed. */
  void lookAgain() {
    last.set(null);
  }

  private Look newLook() {
    return new Look(control.next(), inside.next());
  }

  /** Compares what answered the control with what answered inside, for some kinds of target. */
  void judge(Evidence evidence, String... kinds) {
    for (Target target : targets) {
      if (List.of(kinds).contains(target.kind())) {
        String open = look().control().getOrDefault(target.name(), "");
        String seen = look().inside().getOrDefault(target.name(), "no such try");
        evidence.control(target.name() + " answers the control", target.answered(open), open);
        evidence.control(target.name() + " was tried", !seen.equals("no such try"), seen);
        evidence.tried(target.name() + " from inside", !target.answered(seen), seen);
      }
    }
  }

  @Override
  public void close() {
    world.ifPresent(WorldListener::close);
    ground.close();
  }

  /** The targets of one cluster. */
  private record Targets(Ground ground, boolean local) {
    List<Target> all() {
      List<Target> targets = new ArrayList<>();
      String nodeAddress = internalAddress(node());
      if (local) {
        WorldListener.METADATA.forEach(a -> targets.add(tcp("metadata-" + a, a, 80)));
        WorldListener.ELSEWHERE.forEach(
            a -> {
              targets.add(tcp("elsewhere-tcp-" + a, a, 80));
              targets.add(new Target("elsewhere-udp-" + a, "dns", a, 0));
              targets.add(new Target("elsewhere-icmp-" + a, "icmp", a, 0));
            });
        targets.add(new Target("resolver-udp-world", "dns", "203.0.113.10", 0));
        targets.add(tcp("resolver-tcp-world", "203.0.113.10", 53));
      }
      dns(targets);
      targets.add(tcp("pod-other-namespace", address(ground.open().namespace(), "peer"), 7777));
      targets.add(
          tcp("pod-same-namespace", address(ground.tasks().namespace(), "neighbour"), 7777));
      SandboxTask listener = ground.tasks().inPhase("listener", "Running");
      targets.add(
          tcp("sandbox-listener", ground.tasks().pod(listener).getStatus().getPodIP(), 7777));
      targets.add(tcp("api-service", clusterIp("default", "kubernetes"), 443));
      targets.add(tcp("api-endpoint", apiHost(), apiPort()));
      targets.add(tcp("node-kubelet", nodeAddress, 10250));
      targets.add(new Target("raw-arp", "arp", gateway(), 0));
      return targets;
    }

    /** The cluster's own resolver; on the local cluster, which has none, one that looks like it. */
    private void dns(List<Target> targets) {
      Optional<String> own = ownResolver();
      if (local) {
        ground.apply(RESOLVER.replace("NAMESPACE", ground.open().namespace()));
        String address = clusterIp(ground.open().namespace(), "resolver");
        targets.add(new Target("resolver-udp-cluster", "dns", address, 0));
        targets.add(tcp("resolver-tcp-cluster", address, 53));
      }
      own.ifPresent(address -> targets.add(new Target("resolver-udp-own", "dns", address, 0)));
    }

    /** By the label that every distribution gives its resolver's Service, or by the usual name. */
    private Optional<String> ownResolver() {
      var services = ground.cluster().client().services();
      return Stream.concat(
              services.inAnyNamespace().withLabel("k8s-app", "kube-dns").list().getItems().stream(),
              Stream.ofNullable(services.inNamespace("kube-system").withName("kube-dns").get()))
          .map(service -> service.getSpec().getClusterIP())
          .filter(address -> address != null && !address.equals("None"))
          .findFirst();
    }

    private static final String RESOLVER =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: resolver, namespace: NAMESPACE}
        spec: {ports: [{name: udp, protocol: UDP, port: 53}, {name: tcp, protocol: TCP, port: 53}]}
        ---
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: {name: resolver, namespace: NAMESPACE, labels: {kubernetes.io/service-name: resolver}}
        addressType: IPv4
        endpoints: [{addresses: [192.168.77.7], conditions: {ready: true}}]
        ports: [{name: udp, protocol: UDP, port: 53}, {name: tcp, protocol: TCP, port: 53}]
        """;

    private static Target tcp(String name, String address, int port) {
      return new Target(name, "tcp", address, port);
    }

    private Node node() {
      String name = ground.withAddress(ground.open(), "peer").getSpec().getNodeName();
      return ground.cluster().client().nodes().withName(name).get();
    }

    private static String internalAddress(Node node) {
      return node.getStatus().getAddresses().stream()
          .filter(address -> address.getType().equals("InternalIP"))
          .findFirst()
          .orElseThrow()
          .getAddress();
    }

    /**
     * The first address of the peer's range: on most engines the node's end of the pods' bridge.
     */
    private String gateway() {
      String peer = address(ground.open().namespace(), "peer");
      return peer.substring(0, peer.lastIndexOf('.')) + ".1";
    }

    private String address(String namespace, String pod) {
      var where = namespace.equals(ground.open().namespace()) ? ground.open() : ground.tasks();
      return ground.withAddress(where, pod).getStatus().getPodIP();
    }

    private String clusterIp(String namespace, String service) {
      return ground
          .cluster()
          .client()
          .services()
          .inNamespace(namespace)
          .withName(service)
          .get()
          .getSpec()
          .getClusterIP();
    }

    private String apiHost() {
      return endpoint().getAddresses().getFirst().getIp();
    }

    private int apiPort() {
      return endpoint().getPorts().getFirst().getPort();
    }

    private io.fabric8.kubernetes.api.model.EndpointSubset endpoint() {
      return ground
          .cluster()
          .client()
          .endpoints()
          .inNamespace("default")
          .withName("kubernetes")
          .get()
          .getSubsets()
          .getFirst();
    }
  }
}
