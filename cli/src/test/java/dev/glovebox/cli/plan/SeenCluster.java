package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.ListedCluster;
import dev.glovebox.operator.facts.ListedNamespace;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that was seen whole, on which a plain task runs; each test hides or changes a part. */
final class SeenCluster {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String PROBE = "sha256:" + "b".repeat(64);
  private static final Facts.RuntimeClassFacts GVISOR =
      new Facts.RuntimeClassFacts("gvisor", "rc-1", "runsc", Map.of(), Map.of(), List.of());
  private static final Facts.NodeFacts NODE =
      new Facts.NodeFacts(
          "node-1",
          "n-1",
          true,
          false,
          List.of("runsc"),
          "6.1.0",
          "boot-1",
          "containerd://2.2.0",
          "v1.34.4",
          Map.of(),
          List.of("172.30.0.11"));

  String policySpec =
      """
      runtimes: [{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}]
      images: {registries: [registry.example.com/], requireDigest: false}
      users: {min: 10000, max: 59999}
      resources: {max: {cpu: "4", memory: 8Gi, ephemeralStorage: 10Gi}}
      workspace: {types: [Claim, Ephemeral, None], maxSize: 10Gi, storageClassNames: [standard]}
      times: {max: {provisionSeconds: 600, runSeconds: 3600, ttlSecondsAfterFinished: 3600}}
      network: {modes: [None, Allowlist, Internet], allowedCidrs: [203.0.113.0/24]}
      """;

  Lookup<Map<String, Facts.RuntimeClassFacts>> runtimeClasses =
      new Lookup.Found<>(Map.of("gvisor", GVISOR));
  Lookup<List<Facts.NodeFacts>> nodes = new Lookup.Found<>(List.of(NODE));
  Lookup<Map<String, Facts.StorageClassFacts>> storageClasses =
      new Lookup.Found<>(Map.of("standard", new Facts.StorageClassFacts("standard", "Delete")));
  ListedCluster.Network network =
      new ListedCluster.Network(
          new Facts.NetworkFacts(
              List.of(new Facts.Endpoint("10.96.0.1", 443)),
              List.of(),
              List.of("10.244.0.0/16", "10.96.0.0/12", "172.30.0.0/24"),
              List.of(),
              List.of()),
          List.of());
  Lookup<List<Facts.CanaryFacts>> canaries =
      new Lookup.Found<>(List.of(new Facts.CanaryFacts("canary-a", "10.244.1.5", 8787)));
  Lookup<Map<String, Facts.CertificateFacts>> certificates =
      new Lookup.Found<>(Map.of("node-1.gvisor", certificate()));
  Lookup<Map<String, Instant>> policyEngineStarts = new Lookup.Found<>(Map.of());
  Lookup<Optional<String>> nothingReleased = new Lookup.Found<>(Optional.empty());
  Lookup<Facts.Platform> platform =
      new Lookup.Found<>(new Facts.Platform("probe@" + PROBE, "IfNotPresent", List.of()));
  Lookup<Facts.ServiceAccountFacts> serviceAccount =
      new Lookup.Found<>(new Facts.ServiceAccountFacts("default", List.of()));
  Lookup<List<SandboxTask>> tasks = new Lookup.Found<>(List.of());

  Seen seen(String taskSpec) {
    var documents =
        TaskDocuments.parse(
            """
            apiVersion: glovebox.dev/v1alpha1
            kind: SandboxTask
            metadata: {name: hello}
            spec:
              image: registry.example.com/tools:1
            %s
            ---
            apiVersion: glovebox.dev/v1alpha1
            kind: SandboxPolicy
            metadata: {name: default, generation: 1}
            spec:
            %s"""
                .formatted(taskSpec.indent(2), policySpec.indent(2))
                .getBytes(StandardCharsets.UTF_8));
    SandboxPolicy policy = documents.policies().getFirst();
    return new Seen(
        PlannedTask.of(documents.tasks().getFirst(), "agents", null),
        policy,
        new Facts.NamespaceFacts("agents", Map.of(), Map.of()),
        new ListedCluster(
            runtimeClasses,
            nodes,
            storageClasses,
            network,
            canaries,
            certificates,
            policyEngineStarts,
            nothingReleased,
            NOW),
        new ListedNamespace(serviceAccount, Map.of(), tasks),
        platform);
  }

  private static Facts.CertificateFacts certificate() {
    return new Facts.CertificateFacts(
        "node-1",
        "gvisor",
        true,
        Certification.CERTIFIED,
        "",
        NODE.uid(),
        NODE.bootId(),
        NODE.kernelVersion(),
        NODE.containerRuntimeVersion(),
        NODE.kubeletVersion(),
        GVISOR.handler(),
        GVISOR.uid(),
        PROBE,
        "4.4.0-seen",
        List.of("10.244.1.5:8787/TCP", "10.244.1.5:8787/UDP"),
        NOW,
        NOW.plusSeconds(600));
  }
}
