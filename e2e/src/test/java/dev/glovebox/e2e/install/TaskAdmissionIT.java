package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.ReservedKeys;
import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
  private static Users users;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    users = rules.users();
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
        "crio.io/x",
        "Dev.gVisor.flag.debug",
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
  void aKeyThatARuntimeOrAnAddOnObeysIsDeniedAsAnnotationAndAsLabel(String key) {
    assertThat(ReservedKeys.obeyedBy(key)).as("the operator's own list").isPresent();
    assertDenied(
        "glovebox-task-metadata",
        "metadata.annotations: " + key,
        () -> create("reserved", Map.of(), Map.of(key, "x"), ""));
    assertDenied(
        "glovebox-task-metadata",
        "metadata.labels: " + key,
        () -> create("reserved", Map.of(key, "x"), Map.of(), ""));
  }

  @Test
  void theChartAndTheOperatorReserveTheSameBeginnings() throws IOException {
    String template = Files.readString(Checkout.file("helm/glovebox/templates/_admission.tpl"));
    String list = template.substring(template.indexOf("reservedPrefixes"));
    var inChart =
        Pattern.compile("'([^']+)'")
            .matcher(list.substring(list.indexOf('['), list.indexOf(']')))
            .results()
            .map(prefix -> prefix.group(1))
            .toList();
    assertThat(inChart).containsExactlyInAnyOrderElementsOf(ReservedKeys.prefixes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev.gvisors/x", "example.com/crio.io", "note", "team.example.com/owner"})
  void aKeyThatNobodyObeysIsLetThrough(String key) {
    assertThat(ReservedKeys.obeyedBy(key)).as("the operator's own list").isEmpty();
    create("ordinary", Map.of(key, "x"), Map.of(key, "x"), "");
  }

  @Test
  void aReservedAnnotationIsDeniedLaterTooAndAnOrdinaryOneLetThrough() {
    try (var task = kept("later")) {
      assertDenied(
          "glovebox-task-metadata",
          "dev.gvisor.flag.debug",
          () -> task.annotate(users.developer(), "dev.gvisor.flag.debug"));
      task.annotate(users.developer(), "example.com/note");
    }
  }

  @Test
  void onlyTheOperatorTakesTheFinalizerOff() {
    try (var task = kept("finalizer")) {
      task.finalizers(users.operator(), List.of("glovebox.dev/destroy"));
      assertDenied(
          "glovebox-task-finalizer",
          "metadata.finalizers: glovebox.dev/destroy",
          () -> task.finalizers(users.administrator(), List.of()));
      // Another finalizer is its owner's business.
      task.finalizers(users.developer(), List.of("glovebox.dev/destroy", "example.com/mine"));
      task.finalizers(users.developer(), List.of("glovebox.dev/destroy"));
      task.finalizers(users.operator(), List.of());
    }
  }

  @Test
  void onlyTheOperatorWritesAStatus() {
    try (var task = kept("status")) {
      assertDenied(
          "glovebox-task-finalizer",
          "status: only Glovebox's operator",
          () -> task.status(users.administrator(), "Running"));
      task.status(users.operator(), "Running");
    }
  }

  @Test
  void aNameLikeACredentialSPassesWithAWarning() {
    assertThat(warnings("env: [{name: NPM_TOKEN, value: x}, {name: LANG, value: C}]"))
        .singleElement()
        .asString()
        .contains("spec.env: NPM_TOKEN looks like a credential");
    assertThat(warnings("env: [{name: LANG, value: C}]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"UnenforcedNetwork", "RetainedWorkspace", "ReservedMountPath", "WritableRoot"})
  void aRiskThatIsTakenPassesWithAWarning(String risk) {
    assertThat(warnings("dangerouslyAllow: [%s]".formatted(risk)))
        .singleElement()
        .asString()
        .contains("spec.dangerouslyAllow: " + risk);
  }

  private static void create(
      String name, Map<String, String> labels, Map<String, String> annotations, String more) {
    var task = task(name, more);
    task.getMetadata().setLabels(labels);
    task.getMetadata().setAnnotations(annotations);
    users.developer().resource(task).dryRun().create();
  }

  private static StoredTask kept(String name) {
    return StoredTask.create(users, task(name, ""));
  }

  private static List<String> warnings(String more) {
    return Warnings.ofCreating(users.developer(), NAMESPACE, task("warned", more));
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
