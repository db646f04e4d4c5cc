package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the operator's own account must not make, whoever turned it: what the renderer makes is let
 * through, and each weakening of it is denied.
 */
@OnCluster(OnCluster.Needs.API_SERVER)
class DeputyAdmissionIT {
  private static final String NAMESPACE = "admission-deputy";
  private static final String CANARIES = "glovebox-canary";
  private static final String OURS = "gbx-hello-01234567";
  private static final String CERTIFICATION = "gbx-cert-0123456789-open";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static Rules rules;
  private static Users users;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    rules.alsoIn(CANARIES);
    users = rules.users();
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"minimal", "none", "ephemeral", "files", "allowlist", "internet", "many-nodes"})
  void whatTheRendererMakesIsLetThrough(String which) {
    for (String kind : SandboxObjects.KINDS) {
      if (kind.equals("PersistentVolumeClaim") && List.of("none", "ephemeral").contains(which)) {
        continue;
      }
      var object = SandboxObjects.golden(which, kind);
      object.getMetadata().setNamespace(NAMESPACE);
      create(object);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata.name|replace|/metadata/name|\"hello\"",
        "metadata.labels: glovebox.dev/task-uid|remove|/metadata/labels/glovebox.dev~1task-uid|",
        "io.katacontainers.x|add|/metadata/annotations/io.katacontainers.x|\"y\"",
        "spec.runtimeClassName|remove|/spec/runtimeClassName|",
        "spec.hostNetwork|add|/spec/hostNetwork|true",
        "spec.hostNetwork|add|/spec/hostPID|true",
        "spec.hostNetwork|add|/spec/hostIPC|true",
        "spec.automountServiceAccountToken|remove|/spec/automountServiceAccountToken|",
        "spec.securityContext|remove|/spec/securityContext/runAsNonRoot|",
        "spec.securityContext|replace|/spec/securityContext/seccompProfile|{\"type\":\"Unconfined\"}",
        "spec.securityContext|add|/spec/securityContext/sysctls|[{\"name\":\"net.ipv4.ping_group_range\",\"value\":\"0 1\"}]",
        "[task].securityContext|replace|/spec/containers/0/securityContext/allowPrivilegeEscalation|true",
        "[task].securityContext|replace|/spec/containers/0/securityContext|{\"privileged\":true}",
        "[task].securityContext|remove|/spec/containers/0/securityContext/capabilities|",
        "[task].securityContext|add|/spec/containers/0/securityContext/capabilities/add|[\"NET_RAW\"]",
        "[task].securityContext|add|/spec/containers/0/securityContext/runAsUser|0",
        "[task].securityContext|add|/spec/containers/0/securityContext/seccompProfile|{\"type\":\"Unconfined\"}",
        "[probe].securityContext|remove|/spec/initContainers/0/securityContext/capabilities|",
        "[probe].securityContext.readOnlyRootFilesystem|remove|/spec/initContainers/0/securityContext/readOnlyRootFilesystem|",
        "[task].resources.limits|remove|/spec/containers/0/resources/limits/memory|",
        "[sidecar].securityContext|add|/spec/containers/1|{\"name\":\"sidecar\",\"image\":\"example.com/x:1\"}",
        "[task]: has a hook|add|/spec/containers/0/lifecycle|{\"postStart\":{\"httpGet\":{\"host\":\"169.254.169.254\",\"port\":80}}}",
        "[task]: has a hook|add|/spec/containers/0/livenessProbe|{\"tcpSocket\":{\"host\":\"10.0.0.1\",\"port\":80}}",
        "[task]: has a hook|add|/spec/containers/0/ports|[{\"containerPort\":80,\"hostPort\":80}]",
        "[task]: has a hook|add|/spec/containers/0/envFrom|[{\"secretRef\":{\"name\":\"s\"}}]",
        "spec.volumes[x]|add|/spec/volumes/0|{\"name\":\"x\",\"hostPath\":{\"path\":\"/\"}}",
        "spec.volumes[x]|add|/spec/volumes/0|{\"name\":\"x\",\"secret\":{\"secretName\":\"s\"}}",
        "spec.volumes[x]|add|/spec/volumes/0|{\"name\":\"x\",\"persistentVolumeClaim\":{\"claimName\":\"another\"}}",
        "spec.volumes[x]|add|/spec/volumes/0|{\"name\":\"x\",\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"path\":\"t\"}}]}}",
        "spec.initContainers[0]|remove|/spec/initContainers|",
        "spec.initContainers[0]|replace|/spec/initContainers/0/name|\"prober\"",
        "spec.initContainers[0]|replace|/spec/initContainers/0/image|\"glovebox.local/probe:0.1.0\"",
        "spec.initContainers[0]|replace|/spec/initContainers/0/image|\"example.com/probe@sha256:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"",
        "spec.initContainers[0]|add|/spec/initContainers/0/restartPolicy|\"Always\"",
        "spec.schedulingGates|remove|/spec/schedulingGates|",
      })
  void aWeakerPodIsDenied(String words, String op, String path, String value) {
    deniedWhenChanged("Pod", words, op, path, value);
  }

  /** Only the planner knows whether the policy permits it. */
  @Test
  void theTasksOwnContainerMayHaveAWritableRoot() {
    create(
        changed(
            ours("Pod"),
            "remove",
            "/spec/containers/0/securityContext/readOnlyRootFilesystem",
            null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata.name|replace|/metadata/name|\"hello\"",
        "policyTypes|replace|/spec/policyTypes|[\"Ingress\"]",
        "ingress empty|add|/spec/ingress|[{}]",
        "spec.podSelector|replace|/spec/podSelector|{}",
        "spec.podSelector|replace|/spec/podSelector|{\"matchLabels\":{\"glovebox.dev/task-uid\":\"another\"}}",
        "spec.egress|add|/spec/egress|[{}]",
        "spec.egress|add|/spec/egress|[{\"to\":[{\"ipBlock\":{\"cidr\":\"203.0.113.0/24\"}}]}]",
        "spec.egress|add|/spec/egress|[{\"ports\":[{\"port\":443}]}]",
        "spec.egress|add|/spec/egress|[{\"ports\":[{\"port\":443}],\"to\":[{\"namespaceSelector\":{}}]}]",
        "spec.egress|add|/spec/egress|[{\"ports\":[{\"port\":80}],\"to\":[{\"ipBlock\":{\"cidr\":\"0.0.0.0/0\",\"except\":[\"10.0.0.0/8\"]}}]}]",
      })
  void aWiderPolicyIsDenied(String words, String op, String path, String value) {
    deniedWhenChanged("NetworkPolicy", words, op, path, value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata.name|replace|/metadata/name|\"hello\"",
        "a workspace is a new|add|/spec/dataSource|{\"kind\":\"PersistentVolumeClaim\",\"name\":\"another\"}",
        "a workspace is a new|add|/spec/volumeName|\"another\"",
        "a workspace is a new|replace|/spec/volumeMode|\"Block\"",
      })
  void aClaimThatIsNotANewFileSystemIsDenied(String words, String op, String path, String value) {
    deniedWhenChanged("PersistentVolumeClaim", words, op, path, value);
  }

  @Test
  void aCertificationPodIsLetThroughInTheCanariesNamespaceAndNothingElseIs() {
    create(certification());
    deniedAfter(certification(), "must have", "remove", "/spec/securityContext/runAsNonRoot", null);
    deniedAfter(
        certification(),
        "[task].securityContext.readOnlyRootFilesystem",
        "remove",
        "/spec/containers/0/securityContext/readOnlyRootFilesystem",
        null);
    deniedAfter(
        certification(),
        "spec.volumes[v]",
        "add",
        "/spec/volumes",
        "[{\"name\":\"v\",\"emptyDir\":{}}]");
    deniedAfter(
        certification(),
        "the probe's image",
        "replace",
        "/spec/containers/0/image",
        "\"example.com/x:1\"");
    deniedAfter(certification(), "gbx-cert- pods", "replace", "/metadata/name", "\"gbx-x\"");
    deniedAfter(
        certification(),
        "metadata.labels: glovebox.dev/task-uid is missing",
        "replace",
        "/metadata/namespace",
        "\"" + NAMESPACE + "\"");
    var sandbox = SandboxObjects.ours(CANARIES, "Pod", OURS);
    assertDenied("glovebox-deputy", "gbx-cert- pods", () -> create(sandbox));
  }

  @Test
  void itMakesNoOtherKindAndTouchesNoOtherObject() {
    var secret = of("v1", "Secret", "{name: gbx-x, namespace: %s}", "");
    assertDenied("glovebox-deputy", "secrets: Glovebox makes pods", () -> create(secret));
    users.developer().resource(secret).dryRun().create();
    var policy = rules.policy("gbx-x");
    assertDenied("glovebox-deputy", "sandboxpolicies: Glovebox makes", () -> create(policy));
    create(
        of(
            "glovebox.dev/v1alpha1",
            "NodeCertificate",
            "{name: n.gvisor}",
            "spec: {nodeName: n, runtimeClassName: gvisor}"));

    for (String kind : SandboxObjects.KINDS) {
      var foreign = SandboxObjects.named(NAMESPACE, kind, "foreign");
      users.developer().resource(foreign).create();
      assertDenied(
          "glovebox-deputy",
          "sandboxes' objects only",
          () -> users.operator().resource(foreign).dryRun().delete());
      assertDenied(
          "glovebox-deputy",
          "sandboxes' objects only",
          () -> users.operator().resource(foreign).edit(DeputyAdmissionIT::annotated));
      users.developer().resource(foreign).edit(DeputyAdmissionIT::annotated);
    }
  }

  private static <T extends HasMetadata> T annotated(T object) {
    object.getMetadata().setAnnotations(Map.of("example.com/x", "y"));
    return object;
  }

  private static void deniedWhenChanged(
      String kind, String words, String op, String path, String value) {
    deniedAfter(ours(kind), words, op, path, value);
  }

  private static void deniedAfter(
      GenericKubernetesResource good, String words, String op, String path, String value) {
    create(good);
    assertDenied("glovebox-deputy", words, () -> create(changed(good, op, path, value)));
  }

  private static GenericKubernetesResource ours(String kind) {
    return SandboxObjects.ours(NAMESPACE, kind, OURS);
  }

  /** As the operator makes one for a node: one container, the probe's, and nothing to hold it. */
  private static GenericKubernetesResource certification() {
    var pod = ours("Pod");
    pod.getMetadata().setNamespace(CANARIES);
    pod.getMetadata().setName(CERTIFICATION);
    pod.getMetadata().setLabels(Map.of("glovebox.dev/certification", "0123456789"));
    for (String path :
        List.of(
            "/spec/initContainers",
            "/spec/schedulingGates",
            "/spec/volumes",
            "/spec/containers/0/volumeMounts")) {
      pod = changed(pod, "remove", path, null);
    }
    return changed(
        pod,
        "replace",
        "/spec/containers/0/image",
        "\"glovebox.local/probe@sha256:%s\"".formatted("b".repeat(64)));
  }

  private static GenericKubernetesResource changed(
      GenericKubernetesResource object, String op, String path, String value) {
    try {
      var patch = MAPPER.createArrayNode();
      var operation = patch.addObject().put("op", op).put("path", path);
      if (value != null) {
        operation.set("value", MAPPER.readTree(value));
      }
      var json = JsonPatch.apply(patch, MAPPER.readTree(Serialization.asJson(object)));
      return Serialization.unmarshal(json.toString(), GenericKubernetesResource.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(value, e);
    }
  }

  private static GenericKubernetesResource of(
      String version, String kind, String metadata, String rest) {
    return Serialization.unmarshal(
        "apiVersion: %s\nkind: %s\nmetadata: %s\n%s\n"
            .formatted(version, kind, metadata.formatted(NAMESPACE), rest),
        GenericKubernetesResource.class);
  }

  private static void create(HasMetadata object) {
    users.operator().resource(object).dryRun().create();
  }
}
