package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the admission policies say about Glovebox's own kinds: one denied, one let through. */
@OnCluster(OnCluster.Needs.API_SERVER)
class TaskAdmissionIT {
  private static final String DIGEST = "sha256:" + "a".repeat(64);

  private static final String NAMESPACE = "admission-tasks";
  private static Rules rules;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.gvisor.flag.host-uds",
        "io.katacontainers.config.hypervisor.kernel_params",
        "io.kubernetes.cri.untrusted-workload",
        "io.kubernetes.cri-o.Devices",
        "io.containers.trace-syscall",
        "userns-mode.crio.io",
        "userns-mode.crio.io/task",
        "k8s.v1.cni.cncf.io/networks",
        "v1.multus-cni.io/default-network",
        "cni.projectcalico.org/ipAddrs",
        "kubernetes.io/egress-bandwidth",
        "container.apparmor.security.beta.kubernetes.io/task",
        "seccomp.security.alpha.kubernetes.io/pod",
        "sidecar.istio.io/inject",
        "cluster-autoscaler.kubernetes.io/safe-to-evict",
        "cdi.k8s.io/gpu"
      })
  void a_key_that_a_runtime_or_an_add_on_obeys_is_denied_as_annotation_and_as_label(String key) {
    assertDenied(
        "glovebox-task-metadata",
        "metadata.annotations: " + key,
        () -> create("reserved", Map.of(), Map.of(key, "x"), ""));
    assertDenied(
        "glovebox-task-metadata",
        "metadata.labels: " + key,
        () -> create("reserved", Map.of(key, "x"), Map.of(), ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev.gvisors/x", "example.com/crio.io", "note", "team.example.com/owner"})
  void a_key_that_nobody_obeys_is_let_through(String key) {
    create("ordinary", Map.of(key, "x"), Map.of(key, "x"), "");
  }

  @Test
  void a_reserved_annotation_is_denied_later_too_and_an_ordinary_one_let_through() {
    try (var task = kept("later")) {
      assertDenied(
          "glovebox-task-metadata",
          "dev.gvisor.flag.debug",
          () -> task.annotate(rules.developer(), "dev.gvisor.flag.debug"));
      task.annotate(rules.developer(), "example.com/note");
    }
  }

  @Test
  void only_the_operator_takes_the_finalizer_off() {
    try (var task = kept("finalizer")) {
      task.finalizers(rules.operator(), List.of("glovebox.dev/destroy"));
      assertDenied(
          "glovebox-task-finalizer",
          "metadata.finalizers: glovebox.dev/destroy",
          () -> task.finalizers(rules.administrator(), List.of()));
      // Another finalizer is its owner's business.
      task.finalizers(rules.developer(), List.of("glovebox.dev/destroy", "example.com/mine"));
      task.finalizers(rules.developer(), List.of("glovebox.dev/destroy"));
      task.finalizers(rules.operator(), List.of());
    }
  }

  @Test
  void only_the_operator_writes_a_status() {
    try (var task = kept("status")) {
      assertDenied(
          "glovebox-task-finalizer",
          "status: only Glovebox's operator",
          () -> task.status(rules.administrator(), "Running"));
      task.status(rules.operator(), "Running");
    }
  }

  @Test
  void only_the_platform_group_writes_policies_and_certificates() {
    var policies = rules.administrator().resources(dev.glovebox.api.v1alpha1.SandboxPolicy.class);
    String policy =
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxPolicy
        metadata: {name: admission}
        spec:
          runtimes: [{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}]
          images: {registries: [example.com/]}
          resources: {}
          workspace: {types: [None]}
          times: {}
          network: {modes: [None]}
        """;
    assertDenied(
        "glovebox-policies",
        "only the platform group may write it",
        () -> rules.developer().resource(policy).create());
    rules.platform().resource(policy).create();
    assertDenied(
        "glovebox-policies",
        "sandboxpolicies admission",
        () -> rules.developer().resource(policy).delete());
    rules.platform().resource(policy).delete();
    assertThat(policies.withName("admission").get()).isNull();
  }

  @Test
  void only_the_platform_group_says_which_policy_a_namespace_uses() {
    var named = new NamespaceBuilder().withNewMetadata().withGenerateName("a-").endMetadata();
    var labelled =
        new NamespaceBuilder(named.build())
            .editMetadata()
            .addToLabels("glovebox.dev/policy", "wide")
            .endMetadata();
    assertDenied(
        "glovebox-policies",
        "metadata.labels[glovebox.dev/policy]: only the platform group may change it, here from '' to 'wide'",
        () -> rules.developer().resource(labelled.build()).dryRun().create());
    rules.platform().resource(labelled.build()).dryRun().create();
    rules.developer().resource(named.build()).dryRun().create();

    var namespaces = rules.developer().namespaces();
    assertDenied(
        "glovebox-policies",
        "from '' to 'wide'",
        () -> namespaces.withName(NAMESPACE).edit(n -> label(n, "glovebox.dev/policy", "wide")));
    namespaces.withName(NAMESPACE).edit(n -> label(n, "example.com/team", "a"));
  }

  @Test
  void a_name_like_a_credential_s_passes_with_a_warning() {
    assertThat(warnings("env: [{name: NPM_TOKEN, value: x}, {name: LANG, value: C}]"))
        .singleElement()
        .asString()
        .contains("spec.env: NPM_TOKEN looks like a credential");
    assertThat(warnings("env: [{name: LANG, value: C}]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"UnenforcedNetwork", "RetainedWorkspace", "ReservedMountPath", "WritableRoot"})
  void a_risk_that_is_taken_passes_with_a_warning(String risk) {
    assertThat(warnings("dangerouslyAllow: [%s]".formatted(risk)))
        .singleElement()
        .asString()
        .contains("spec.dangerouslyAllow: " + risk);
  }

  private static io.fabric8.kubernetes.api.model.Namespace label(
      io.fabric8.kubernetes.api.model.Namespace namespace, String key, String value) {
    return new NamespaceBuilder(namespace)
        .editMetadata()
        .addToLabels(key, value)
        .endMetadata()
        .build();
  }

  private static void create(
      String name, Map<String, String> labels, Map<String, String> annotations, String more) {
    var task = task(name, more);
    task.getMetadata().setLabels(labels);
    task.getMetadata().setAnnotations(annotations);
    rules.developer().resource(task).dryRun().create();
  }

  private static StoredTask kept(String name) {
    return StoredTask.create(rules, task(name, ""));
  }

  private static List<String> warnings(String more) {
    return Warnings.ofCreating(rules.developer(), NAMESPACE, task("warned", more));
  }

  private static GenericKubernetesResource task(String name, String more) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: %s, namespace: %s}
        spec:
          image: example.com/tools@%s
          %s
        """
            .formatted(name, NAMESPACE, DIGEST, more),
        GenericKubernetesResource.class);
  }
}
