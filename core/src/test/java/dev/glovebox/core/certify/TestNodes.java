package dev.glovebox.core.certify;

import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Nodes under one class, with certificates of any kind and age. */
final class TestNodes {
  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  static final String DIGEST = "sha256:" + "b".repeat(64);
  static final Facts.RuntimeClassFacts GVISOR =
      new Facts.RuntimeClassFacts("gvisor", "rc-1", "runsc", Map.of(), Map.of(), List.of());
  static final Facts.Platform PLATFORM =
      new Facts.Platform("glovebox.local/probe@" + DIGEST, "IfNotPresent", List.of());
  private static final Facts.CanaryFacts CANARY =
      new Facts.CanaryFacts("glovebox-canary-a", "10.244.1.5", 8787);

  final Map<String, Facts.CertificateFacts> certificates = new TreeMap<>();
  Map<String, Facts.RuntimeClassFacts> runtimeClasses = Map.of("gvisor", GVISOR);
  Instant now = NOW;

  static Facts.NodeFacts node(String name) {
    return new Facts.NodeFacts(
        name,
        "uid-" + name,
        true,
        false,
        List.of("runsc"),
        "6.1.0",
        "boot-" + name,
        "containerd://2.2.0",
        "v1.34.4",
        Map.of(),
        List.of("172.30.0.1"));
  }

  static Subject subject(String node) {
    return new Subject(node(node), GVISOR, RuntimeKind.GVisor, List.of());
  }

  /** A verdict about a node as it is. */
  void verdict(String node, String reason, Duration age) {
    var facts = node(node);
    certificates.put(
        Certification.name(node, GVISOR.name()),
        new Facts.CertificateFacts(
            node,
            GVISOR.name(),
            reason.equals(Certification.CERTIFIED),
            reason,
            "",
            facts.uid(),
            facts.bootId(),
            facts.kernelVersion(),
            facts.containerRuntimeVersion(),
            facts.kubeletVersion(),
            GVISOR.handler(),
            GVISOR.uid(),
            DIGEST,
            "4.19.0-gvisor",
            List.of("10.244.1.5:8787/TCP", "10.244.1.5:8787/UDP"),
            now.minus(age),
            now.minus(age).plus(Certification.VALID)));
  }

  Facts facts(List<Facts.NodeFacts> nodes) {
    return new Facts(
        new Facts.NamespaceFacts("", Map.of(), Map.of()),
        runtimeClasses,
        nodes,
        Map.of(),
        Map.of(),
        Map.of(),
        new Lookup.Absent<>(),
        0,
        new Facts.NetworkFacts(
            List.of(new Facts.Endpoint("10.96.0.1", 443)),
            List.of(),
            List.of(),
            List.of(),
            List.of()),
        List.of(CANARY),
        Map.copyOf(certificates),
        Map.of(),
        now,
        PLATFORM);
  }
}
