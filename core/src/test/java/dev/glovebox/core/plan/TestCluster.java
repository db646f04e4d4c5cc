package dev.glovebox.core.plan;

import dev.glovebox.core.plan.Facts.CanaryFacts;
import dev.glovebox.core.plan.Facts.CertificateFacts;
import dev.glovebox.core.plan.Facts.ConfigMapFacts;
import dev.glovebox.core.plan.Facts.Endpoint;
import dev.glovebox.core.plan.Facts.NamespaceFacts;
import dev.glovebox.core.plan.Facts.NodeFacts;
import dev.glovebox.core.plan.Facts.RuntimeClassFacts;
import dev.glovebox.core.plan.Facts.SecretFacts;
import dev.glovebox.core.plan.Facts.ServiceAccountFacts;
import dev.glovebox.core.plan.Facts.StorageClassFacts;
import dev.glovebox.core.plan.Lookup.Absent;
import dev.glovebox.core.plan.Lookup.Found;
import dev.glovebox.core.plan.Lookup.Unreadable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cluster on which a plain task can run; each test takes away or changes what it is about. One
 * node without the runtime (node-0), two with it.
 */
final class TestCluster {

  static final String GUEST_KERNEL = "4.19.0-gvisor";
  private static final String PROBE = "sha256:" + "b".repeat(64);

  static final Map<String, String> USABLE = Map.of(Names.USABLE_LABEL, "true");

  NamespaceFacts namespace =
      new NamespaceFacts("agents", Map.of("kubernetes.io/metadata.name", "agents"), Map.of());
  final Map<String, RuntimeClassFacts> runtimeClasses = new TreeMap<>();
  final List<NodeFacts> nodes = new ArrayList<>();
  final Map<String, StorageClassFacts> storageClasses = new TreeMap<>();
  final Map<String, Lookup<SecretFacts>> secrets = new TreeMap<>();
  final Map<String, Lookup<ConfigMapFacts>> configMaps = new TreeMap<>();
  Lookup<ServiceAccountFacts> serviceAccount =
      new Found<>(new ServiceAccountFacts("default", List.of()));
  int activeTasks;
  List<Endpoint> apiServers =
      List.of(new Endpoint("10.96.0.1", 443), new Endpoint("172.30.0.2", 6443));
  List<Endpoint> dns = List.of(new Endpoint("10.96.0.10", 53));
  List<String> ranges = List.of("10.244.0.0/16", "10.96.0.0/12", "172.30.0.0/24");
  List<String> serviceAddresses = List.of();
  List<String> missing = List.of();
  List<CanaryFacts> canaries =
      List.of(
          new CanaryFacts("glovebox-canary-a", "10.244.1.5", 8787),
          new CanaryFacts("glovebox-canary-b", "10.244.2.5", 8787));
  final Map<String, CertificateFacts> certificates = new TreeMap<>();
  final Map<String, Instant> policyEngineStarts = new TreeMap<>();
  Instant now = Instant.parse("2026-01-01T00:00:00Z");
  List<String> platformBlocked = List.of();

  TestCluster() {
    runtimeClass("gvisor", "runsc");
    nodes.add(node("node-2", "runsc"));
    nodes.add(node("node-1", "runsc"));
    nodes.add(node("node-0"));
    nodes.forEach(node -> certificate(node, "gvisor", Certification.CERTIFIED));
    storageClasses.put("standard", new StorageClassFacts("standard", "Delete"));
    secret("npm-token", USABLE, "Opaque", Map.of("token", 36));
    configMaps.put("skills", new Found<>(new ConfigMapFacts("skills", "cm-1", USABLE)));
  }

  TestCluster runtimeClass(String name, String handler) {
    runtimeClasses.put(
        name, new RuntimeClassFacts(name, "rc-" + name, handler, Map.of(), Map.of(), List.of()));
    return this;
  }

  /** What answered the control pod of a node, under gvisor. */
  void answers(String node, String... endpoints) {
    certificates.computeIfPresent(
        Certification.name(node, "gvisor"),
        (name, c) ->
            new CertificateFacts(
                c.nodeName(),
                c.runtimeClassName(),
                c.certified(),
                c.reason(),
                c.message(),
                c.nodeUid(),
                c.bootId(),
                c.kernelVersion(),
                c.containerRuntimeVersion(),
                c.kubeletVersion(),
                c.handler(),
                c.runtimeClassUid(),
                c.probeDigest(),
                c.guestKernel(),
                List.of(endpoints),
                c.certifiedTime(),
                c.expiryTime()));
  }

  TestCluster selectNodes(String runtimeClass, Map<String, String> selector) {
    RuntimeClassFacts old = runtimeClasses.get(runtimeClass);
    runtimeClasses.put(
        runtimeClass,
        new RuntimeClassFacts(old.name(), old.uid(), old.handler(), Map.of(), selector, List.of()));
    return this;
  }

  TestCluster secret(
      String name, Map<String, String> labels, String type, Map<String, Integer> keyLengths) {
    secrets.put(name, new Found<>(new SecretFacts(name, "secret-1", labels, type, keyLengths)));
    return this;
  }

  TestCluster absentSecret(String name) {
    secrets.put(name, new Absent<>());
    return this;
  }

  TestCluster unreadableSecret(String name) {
    secrets.put(name, new Unreadable<>("forbidden"));
    return this;
  }

  static NodeFacts node(String name, String... handlers) {
    return node(name, true, false, List.of(handlers));
  }

  static NodeFacts node(String name, boolean ready, boolean unschedulable, List<String> handlers) {
    return new NodeFacts(
        name,
        "node-uid-" + name,
        ready,
        unschedulable,
        handlers,
        "6.1.0-18-amd64",
        "boot-of-" + name,
        "containerd://2.2.0",
        "v1.34.4",
        Map.of("kubernetes.io/hostname", name),
        List.of("172.30.0.1" + name.charAt(name.length() - 1)));
  }

  Facts facts() {
    return new Facts(
        namespace,
        runtimeClasses,
        nodes,
        storageClasses,
        secrets,
        configMaps,
        serviceAccount,
        activeTasks,
        new Facts.NetworkFacts(apiServers, dns, ranges, serviceAddresses, missing),
        canaries,
        certificates,
        policyEngineStarts,
        now,
        new Facts.Platform("glovebox.local/probe@" + PROBE, "IfNotPresent", platformBlocked));
  }

  /** A verdict of this moment about a node as it is, under a class. */
  TestCluster certificate(NodeFacts node, String runtimeClass, String reason) {
    RuntimeClassFacts of = runtimeClasses.get(runtimeClass);
    boolean certified = reason.equals(Certification.CERTIFIED);
    certificates.put(
        Certification.name(node.name(), runtimeClass),
        new CertificateFacts(
            node.name(),
            runtimeClass,
            certified,
            reason,
            certified ? "" : "as seen by its pods",
            node.uid(),
            node.bootId(),
            node.kernelVersion(),
            node.containerRuntimeVersion(),
            node.kubeletVersion(),
            of.handler(),
            of.uid(),
            PROBE,
            certified ? GUEST_KERNEL : "",
            List.of(
                "10.244.1.5:8787/TCP",
                "10.244.1.5:8787/UDP",
                "10.244.2.5:8787/TCP",
                "10.244.2.5:8787/UDP",
                "169.254.169.254:80/TCP"),
            now,
            now.plus(Certification.VALID)));
    return this;
  }
}
