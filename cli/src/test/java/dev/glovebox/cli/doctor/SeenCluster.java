package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cluster on which everything is well; a test changes one thing. */
final class SeenCluster {
  static final String NOW = "2026-01-01T12:00:00Z";

  String ownVersion = "0.1.0";
  Map<String, Lookup<CustomResourceDefinition>> definitions = definitions();
  Lookup<Deployment> operator = found(deployment("glovebox-operator", 1));
  Lookup<Lease> lease =
      found(
          Serialization.unmarshal(
              """
              apiVersion: coordination.k8s.io/v1
              kind: Lease
              metadata: {name: glovebox-operator}
              spec: {holderIdentity: one, leaseDurationSeconds: 15, renewTime: "2026-01-01T11:59:58.000000Z"}
              """,
              Lease.class));
  Lookup<List<String>> denied = found(List.of());
  Lookup<List<ValidatingAdmissionPolicy>> admissionPolicies =
      found(
          AdmissionPolicies.NAMES.stream()
              .map(
                  name ->
                      new ValidatingAdmissionPolicyBuilder()
                          .withNewMetadata()
                          .withName(name)
                          .endMetadata()
                          .withNewSpec()
                          .withFailurePolicy("Fail")
                          .endSpec()
                          .build())
              .toList());
  Lookup<List<ValidatingAdmissionPolicyBinding>> admissionBindings =
      found(
          AdmissionPolicies.NAMES.stream()
              .map(
                  name ->
                      new ValidatingAdmissionPolicyBindingBuilder()
                          .withNewMetadata()
                          .withName(name)
                          .endMetadata()
                          .withNewSpec()
                          .withPolicyName(name)
                          .withValidationActions("Deny")
                          .endSpec()
                          .build())
              .toList());
  Lookup<Deployment> canaries = found(deployment("glovebox-canary", 2));
  final List<SandboxPolicy> policies =
      list(policy("default", "{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}", ""));
  final List<RuntimeClass> classes = list(runtimeClass("gvisor", "runsc"));
  final List<Node> nodes = list(node("node-1", "runc", "runsc"));
  final List<NodeCertificate> certificates = list(certificate("node-1", "gvisor", CERTIFIED));
  final List<StorageClass> storage = list(storageClass("standard", "Delete"));
  final List<Namespace> namespaces =
      list(
          namespace("agents", "{pod-security.kubernetes.io/enforce: restricted}"),
          namespace("glovebox-canary", "{}"),
          namespace("other", "{}"));
  final List<SandboxTask> tasks =
      list(
          Serialization.unmarshal(
              "---\n{apiVersion: glovebox.dev/v1alpha1, kind: SandboxTask, metadata: {name: t, namespace: agents}}",
              SandboxTask.class));
  final List<MutatingWebhookConfiguration> webhooks = new ArrayList<>();
  final List<ValidatingWebhookConfiguration> validating = new ArrayList<>();
  final List<MutatingAdmissionPolicy> mutatingPolicies = new ArrayList<>();
  final List<MutatingAdmissionPolicyBinding> mutatingBindings = new ArrayList<>();
  final Map<String, Lookup<Integer>> endpoints = new TreeMap<>();
  Lookup<List<Pod>> canaryPods = found(List.of());
  Lookup<Service> service = found(service("[IPv4]"));
  final Map<String, Lookup<Long>> pids = new TreeMap<>(Map.of("node-1", found(512L)));

  static final String CERTIFIED =
      "certified: true, reason: Certified, metadataAddresses: [], nodeReachable: false, answers: [\"10.0.0.2:8787/TCP\"]";

  Seen seen() {
    return new Seen(
        Instant.parse(NOW),
        ownVersion,
        "glovebox-system",
        definitions,
        operator,
        lease,
        denied,
        admissionPolicies,
        admissionBindings,
        canaries,
        found(policies),
        found(classes),
        found(nodes),
        found(certificates),
        found(storage),
        found(namespaces),
        found(tasks),
        found(webhooks),
        found(validating),
        found(mutatingPolicies),
        found(mutatingBindings),
        endpoints,
        service,
        canaryPods,
        pids);
  }

  /** Each as {@code Check/level}, and {@code <Cause} where it only follows from another. */
  List<String> findings() {
    return findings(seen());
  }

  static List<String> findings(Seen seen) {
    return Examination.of(seen).stream()
        .flatMap(
            result ->
                result.findings().stream()
                    .map(
                        one ->
                            "%s/%s%s"
                                .formatted(
                                    result.check(),
                                    one.level().word(),
                                    one.becauseOf() == null ? "" : "<" + one.becauseOf())))
        .toList();
  }

  /** What the findings say, in one text. */
  String words() {
    return Examination.of(seen()).stream()
        .flatMap(result -> result.findings().stream())
        .map(one -> one.seen() + " " + one.remedy())
        .toList()
        .toString();
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // of objects that nobody else holds
  static <T> List<T> list(T... items) {
    return new ArrayList<>(List.of(items));
  }

  static <T> Lookup<T> found(T value) {
    return new Lookup.Found<>(value);
  }

  static <T> Lookup<T> forbidden() {
    return new Lookup.Unreadable<>("things is forbidden: User \"u\" cannot list");
  }

  private static Map<String, Lookup<CustomResourceDefinition>> definitions() {
    Map<String, Lookup<CustomResourceDefinition>> all = new TreeMap<>();
    CustomResources.names()
        .forEach(
            name -> {
              String plural = name.substring(0, name.indexOf('.'));
              var read =
                  Serialization.unmarshal(
                      text("../crds/yaml/%s.glovebox.dev.yaml".formatted(plural)),
                      CustomResourceDefinition.class);
              all.put(
                  name,
                  found(
                      new CustomResourceDefinitionBuilder(read)
                          .withNewStatus()
                          .addNewCondition()
                          .withType("Established")
                          .withStatus("True")
                          .endCondition()
                          .endStatus()
                          .build()));
            });
    return all;
  }

  static String text(String path) {
    try {
      return Files.readString(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Deployment deployment(String name, int ready) {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %s, labels: {app.kubernetes.io/version: 0.1.0}}
        spec: {replicas: %d, template: {spec: {containers: [{name: c, env: [{name: A, value: b}]}]}}}
        status: {readyReplicas: %d}
        """
            .formatted(name, Math.max(1, ready), ready),
        Deployment.class);
  }

  static SandboxPolicy policy(String name, String runtimes, String more) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxPolicy
        metadata: {name: %s}
        spec:
          runtimes: [%s]
          workspace: {types: [Claim], storageClassNames: [standard]}
          %s
        """
            .formatted(name, runtimes, more),
        SandboxPolicy.class);
  }

  static RuntimeClass runtimeClass(String name, String handler) {
    return Serialization.unmarshal(
        "---\n{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: %1$s, uid: uid-%1$s}, handler: %2$s}"
            .formatted(name, handler),
        RuntimeClass.class);
  }

  static Node node(String name, String... handlers) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Node
        metadata: {name: %1$s, uid: uid-%1$s}
        spec: {podCIDRs: [10.0.0.0/24]}
        status:
          conditions: [{type: Ready, status: "True"}]
          nodeInfo: {bootID: boot, kernelVersion: 6.1.0}
          runtimeHandlers: [%2$s]
        """
            .formatted(
                name,
                String.join(
                    ", ", List.of(handlers).stream().map(h -> "{name: %s}".formatted(h)).toList())),
        Node.class);
  }

  static NodeCertificate certificate(String node, String runtimeClass, String status) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: NodeCertificate
        metadata: {name: %1$s.%2$s}
        spec: {nodeName: %1$s, runtimeClassName: %2$s}
        status: {%3$s, nodeUID: uid-%1$s, bootID: boot, runtimeClassUID: uid-%2$s, expiryTime: "2026-01-01T12:10:00Z"}
        """
            .formatted(node, runtimeClass, status),
        NodeCertificate.class);
  }

  static StorageClass storageClass(String name, String reclaimPolicy) {
    return Serialization.unmarshal(
        "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: %s}, reclaimPolicy: %s}"
            .formatted(name, reclaimPolicy),
        StorageClass.class);
  }

  static Namespace namespace(String name, String labels) {
    return Serialization.unmarshal(
        "---\n{apiVersion: v1, kind: Namespace, metadata: {name: %s, labels: %s}}"
            .formatted(name, labels),
        Namespace.class);
  }

  static Service service(String families) {
    return Serialization.unmarshal(
        "---\n{apiVersion: v1, kind: Service, metadata: {name: kubernetes}, spec: {ipFamilies: %s}}"
            .formatted(families),
        Service.class);
  }

  static Pod pod(String... addresses) {
    return Serialization.unmarshal(
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: p}, status: {podIPs: [%s]}}"
            .formatted(
                String.join(
                    ", ", List.of(addresses).stream().map("{ip: \"%s\"}"::formatted).toList())),
        Pod.class);
  }

  static MutatingWebhookConfiguration webhook(String rule, String more) {
    return Serialization.unmarshal(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: {name: injector}
        webhooks:
        - name: inject.example.com
          rules: [%s]
          %s
        """
            .formatted(rule, more),
        MutatingWebhookConfiguration.class);
  }
}
