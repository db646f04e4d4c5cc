package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.provider.Arguments;

/** What a mutating webhook may do to a pod, each with the path that must be named. */
final class PodMutations {
  private PodMutations() {}

  static List<Arguments> all() {
    return List.of(
        pod("sidecar", "containers", list -> list.add(container("sidecar")), "containers[sidecar]"),
        pod(
            "init container before ours",
            "initContainers",
            list -> list.insert(0, container("first")),
            "initContainers[first]"),
        pod(
            "init container after ours",
            "initContainers",
            list -> list.add(container("second")),
            "initContainers[second]"),
        pod("probe removed", "initContainers", ArrayNode::removeAll, "initContainers[probe]"),
        pod(
            "probe that restarts always",
            "initContainers",
            list -> first(list).put("restartPolicy", "Always"),
            "initContainers[probe].restartPolicy"),
        pod(
            "image of the probe",
            "initContainers",
            list -> first(list).put("image", "evil"),
            "initContainers[probe].image"),
        pod(
            "argument of the probe",
            "initContainers",
            list -> ((ArrayNode) first(list).get("args")).set(1, TextNode.valueOf("{}")),
            "initContainers[probe].args[1]"),
        pod(
            "image of the task",
            "containers",
            list -> first(list).put("image", "evil"),
            "containers[task].image"),
        pod(
            "environment variable",
            "containers",
            list ->
                ((ArrayNode) first(list).get("env")).add(json("{\"name\":\"A\",\"value\":\"b\"}")),
            "containers[task].env[A]"),
        pod(
            "value of an empty variable",
            "containers",
            list -> ((ObjectNode) first(list).get("env").get(1)).put("value", "10.96.0.1"),
            "containers[task].env[KUBERNETES_SERVICE_HOST].value"),
        pod(
            "variables from a secret",
            "containers",
            list -> first(list).set("envFrom", json("[{\"secretRef\":{\"name\":\"s\"}}]")),
            "containers[task].envFrom"),
        pod(
            "token volume",
            "volumes",
            list -> list.add(json("{\"name\":\"kube-api-access\",\"projected\":{}}")),
            "volumes[kube-api-access]"),
        pod(
            "mount of a token",
            "containers",
            list ->
                ((ArrayNode) first(list).get("volumeMounts"))
                    .add(
                        json(
                            "{\"name\":\"t\",\"mountPath\":\"/var/run/secrets/kubernetes.io/serviceaccount\"}")),
            "containers[task].volumeMounts[t]"),
        pod(
            "mount in another place",
            "containers",
            list -> ((ObjectNode) first(list).get("volumeMounts").get(0)).put("subPath", ".."),
            "containers[task].volumeMounts[workspace].subPath"),
        pod(
            "claim of another",
            "volumes",
            list -> ((ObjectNode) first(list).get("persistentVolumeClaim")).put("claimName", "x"),
            "volumes[workspace].persistentVolumeClaim.claimName"),
        pod(
            "toleration",
            "tolerations",
            list -> list.add(json("{\"operator\":\"Exists\"}")),
            "tolerations[2]"),
        field("token", "automountServiceAccountToken", "true"),
        field("host alias", "hostAliases", "[{\"ip\":\"1.2.3.4\",\"hostnames\":[\"a\"]}]"),
        field("runtime class", "runtimeClassName", "\"runc\""),
        field("runtime class removed", "runtimeClassName", "null"),
        field("host network", "hostNetwork", "true"),
        field("scheduler", "schedulerName", "\"mine\""),
        field("resolver", "dnsPolicy", "\"ClusterFirst\""),
        field("class of the system", "priorityClassName", "\"system-node-critical\""),
        field("priority of the system", "priority", "2000001000"),
        field("service account", "serviceAccountName", "\"admin\""),
        field("ephemeral container", "ephemeralContainers", "[{\"name\":\"d\",\"image\":\"i\"}]"),
        field("field that this program does not know", "restoreFrom", "{\"name\":\"x\"}"),
        Arguments.of(
            "annotation of a reserved prefix",
            mutation(pod -> metadata(pod, "annotations").put("dev.gvisor.flag.debug", "true")),
            "metadata.annotations[dev.gvisor.flag.debug]"),
        Arguments.of(
            "label that the policy selects by",
            mutation(pod -> metadata(pod, "labels").put("glovebox.dev/task-uid", "other")),
            "metadata.labels[glovebox.dev/task-uid]"),
        Arguments.of(
            "label that a Service selects by",
            mutation(pod -> metadata(pod, "labels").put("app", "web")),
            "metadata.labels.app"),
        Arguments.of(
            "hash of the plan",
            mutation(pod -> metadata(pod, "annotations").remove("glovebox.dev/plan-hash")),
            "metadata.annotations[glovebox.dev/plan-hash]"),
        Arguments.of(
            "finalizer",
            mutation(
                pod -> ((ObjectNode) pod.get("metadata")).set("finalizers", json("[\"a/b\"]"))),
            "metadata.finalizers"),
        Arguments.of(
            "owner",
            mutation(pod -> ((ObjectNode) pod.get("metadata")).remove("ownerReferences")),
            "metadata.ownerReferences"),
        Arguments.of(
            "seccomp off",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/securityContext/seccompProfile"))
                        .put("type", "Unconfined")),
            "spec.securityContext.seccompProfile.type"),
        Arguments.of(
            "capability",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/containers/0/securityContext/capabilities"))
                        .set("add", json("[\"NET_ADMIN\"]"))),
            "spec.containers[task].securityContext.capabilities.add"),
        Arguments.of(
            "more memory",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/containers/0/resources/limits"))
                        .put("memory", "2Gi")),
            "spec.containers[task].resources.limits.memory"),
        Arguments.of(
            "device",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/containers/0/resources/limits"))
                        .put("example.com/gpu", "1")),
            "spec.containers[task].resources.limits[example.com/gpu]"),
        Arguments.of(
            "node that was not planned",
            mutation(pod -> spec(pod).put("nodeName", "control-plane")),
            "spec.nodeName"));
  }

  private static Arguments pod(String name, String list, Consumer<ArrayNode> change, String path) {
    return Arguments.of(
        name, mutation(pod -> change.accept((ArrayNode) spec(pod).get(list))), "spec." + path);
  }

  private static Arguments field(String name, String field, String value) {
    return Arguments.of(name, mutation(pod -> spec(pod).set(field, json(value))), "spec." + field);
  }

  private static Consumer<ObjectNode> mutation(Consumer<ObjectNode> change) {
    return change;
  }

  private static ObjectNode first(ArrayNode list) {
    return (ObjectNode) list.get(0);
  }

  private static ObjectNode container(String name) {
    return (ObjectNode) json("{\"name\":\"" + name + "\",\"image\":\"evil\"}");
  }

  private static ObjectNode spec(ObjectNode object) {
    return (ObjectNode) object.get("spec");
  }

  private static ObjectNode metadata(ObjectNode object, String map) {
    return (ObjectNode) object.get("metadata").get(map);
  }
}
