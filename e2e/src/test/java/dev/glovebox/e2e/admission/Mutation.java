package dev.glovebox.e2e.admission;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What the webhook does to one task's objects, and what the task's message must name.
 *
 * <p>In a patch, IMAGE is an image that the node has, and NODE the node. What is put into a pod
 * satisfies Pod Security {@code restricted}, which so does not find it first.
 */
enum Mutation {
  SIDECAR("add", "/spec/containers/-", container("sidecar"), "spec.containers[sidecar]"),
  INIT_BEFORE("add", "/spec/initContainers/0", container("early"), "spec.initContainers[early]"),
  INIT_AFTER("add", "/spec/initContainers/-", container("late"), "spec.initContainers[late]"),
  PROBE_REMOVED(
      Workspace.CLAIM, "Pod", "CREATE", remove("/spec/initContainers"), "spec.initContainers"),
  PROBE_BESIDE_THE_TASK(
      Workspace.CLAIM,
      "Pod",
      "CREATE",
      "{'op': 'move', 'from': '/spec/initContainers/0', 'path': '/spec/containers/0'}",
      "spec.initContainers"),
  PROBE_RESTARTS(
      "add",
      "/spec/initContainers/0/restartPolicy",
      "'Always'",
      "spec.initContainers[probe].restartPolicy"),
  PROBE_IMAGE(
      "replace", "/spec/initContainers/0/image", "'IMAGE'", "spec.initContainers[probe].image"),
  PROBE_ARGUMENT(
      "replace", "/spec/initContainers/0/args", "['listen']", "spec.initContainers[probe].args"),
  TOKEN_VOLUME(
      "add",
      "/spec/volumes/-",
      "{'name': 'token', 'projected': {'sources': [{'serviceAccountToken': {'path': 'token'}}]}}",
      "spec.volumes[token]"),
  TOKEN_MOUNTED(
      "replace", "/spec/automountServiceAccountToken", "true", "spec.automountServiceAccountToken"),
  ENVIRONMENT(
      "add",
      "/spec/containers/0/env/-",
      "{'name': 'HTTPS_PROXY', 'value': 'http://proxy'}",
      "spec.containers[task].env[HTTPS_PROXY]"),
  RESERVED_ANNOTATION(
      "add",
      "/metadata/annotations/dev.gvisor.flag.network",
      "'host'",
      "metadata.annotations[dev.gvisor.flag.network]"),
  OTHER_LABELS("replace", "/metadata/labels", "{'app': 'web'}", "metadata.labels"),
  HOST_ALIAS(
      "add",
      "/spec/hostAliases",
      "[{'ip': '203.0.113.10', 'hostnames': ['registry']}]",
      "spec.hostAliases"),
  TOLERATION("add", "/spec/tolerations/-", "{'operator': 'Exists'}", "spec.tolerations"),
  RUNTIME_CLASS("replace", "/spec/runtimeClassName", "'runsc-lookalike'", "spec.runtimeClassName"),
  NO_RUNTIME_CLASS(
      Workspace.CLAIM, "Pod", "CREATE", remove("/spec/runtimeClassName"), "spec.runtimeClassName"),
  IMAGE(
      "replace",
      "/spec/containers/0/image",
      "'glovebox.local/other:1'",
      "spec.containers[task].image"),
  CLAIM_CLASS(
      Workspace.CLAIM,
      "PersistentVolumeClaim",
      "CREATE",
      change("replace", "/spec/storageClassName", "'retain'"),
      "spec.storageClassName"),
  POLICY_RULES(
      Workspace.CLAIM,
      "NetworkPolicy",
      "CREATE",
      change("add", "/spec/egress", "[{}]"),
      "spec.egress"),
  POLICY_SELECTOR(
      Workspace.CLAIM,
      "NetworkPolicy",
      "CREATE",
      change("replace", "/spec/podSelector", "{'matchLabels': {'app': 'web'}}"),
      "spec.podSelector"),
  GATE_REMOVED(
      Workspace.CLAIM, "Pod", "CREATE", remove("/spec/schedulingGates"), "spec.schedulingGates"),
  GATE_REMOVED_WITHOUT_A_CLAIM(
      Workspace.NONE, "Pod", "CREATE", remove("/spec/schedulingGates"), "spec.schedulingGates"),
  NODE_NAME(
      Workspace.NONE,
      "Pod",
      "CREATE",
      remove("/spec/schedulingGates") + "," + change("add", "/spec/nodeName", "'NODE'"),
      "spec.nodeName"),
  /** Gate and probe gone: the task may start, and then its status must not say that it did not. */
  NOTHING_BEFORE_THE_TASK(
      Workspace.NONE,
      "Pod",
      "CREATE",
      remove("/spec/schedulingGates")
          + ","
          + remove("/spec/initContainers")
          + ","
          + change("add", "/spec/nodeName", "'NODE'"),
      "spec.initContainers"),
  IMAGE_AT_RELEASE(
      Workspace.NONE,
      "Pod",
      "UPDATE",
      change("replace", "/spec/containers/0/image", "'glovebox.local/other:1'"),
      "spec.containers[task].image"),
  ANNOTATION_AT_RELEASE(
      Workspace.CLAIM,
      "Pod",
      "UPDATE",
      change("add", "/metadata/annotations/dev.gvisor.flag.network", "'host'"),
      "metadata.annotations[dev.gvisor.flag.network]"),
  LABEL_AT_RELEASE(
      Workspace.NONE,
      "Pod",
      "UPDATE",
      change("replace", "/metadata/labels/glovebox.dev~1task-uid", "'other'"),
      "metadata.labels[glovebox.dev/task-uid]"),
  TOLERATION_AT_RELEASE(
      Workspace.CLAIM,
      "Pod",
      "UPDATE",
      change("add", "/spec/tolerations/-", "{'operator': 'Exists'}"),
      "spec.tolerations");

  private static final Set<Mutation> DENIED =
      EnumSet.of(
          SIDECAR,
          INIT_BEFORE,
          INIT_AFTER,
          PROBE_REMOVED,
          PROBE_BESIDE_THE_TASK,
          PROBE_RESTARTS,
          PROBE_IMAGE,
          TOKEN_VOLUME,
          TOKEN_MOUNTED,
          RESERVED_ANNOTATION,
          OTHER_LABELS,
          NO_RUNTIME_CLASS,
          POLICY_RULES,
          POLICY_SELECTOR,
          GATE_REMOVED,
          GATE_REMOVED_WITHOUT_A_CLAIM,
          NODE_NAME,
          NOTHING_BEFORE_THE_TASK);

  /** Without a claim nothing but the gate keeps a pod from a node. */
  enum Workspace {
    CLAIM("{size: 16Mi}"),
    NONE("{type: None}");

    private final String yaml;

    Workspace(String yaml) {
      this.yaml = yaml;
    }
  }

  private final Workspace workspace;
  private final String kind;
  private final String operation;
  private final String patch;
  private final String named;

  Mutation(String op, String path, String value, String named) {
    this(Workspace.CLAIM, "Pod", "CREATE", change(op, path, value), named);
  }

  Mutation(Workspace workspace, String kind, String operation, String patch, String named) {
    this.workspace = workspace;
    this.kind = kind;
    this.operation = operation;
    this.patch = patch;
    this.named = named;
  }

  /** Name of the task whose objects are changed. */
  String task() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** YAML of the task's workspace. */
  String workspace() {
    return workspace.yaml;
  }

  /** Whether the admission policy on the operator's own account denies the changed object. */
  boolean isDenied() {
    return DENIED.contains(this);
  }

  /** Path that the message must name. */
  String named() {
    return named;
  }

  /** The JSON patch for a request about this task's objects; empty = it is left as it is. */
  Optional<String> patch(MutatingWebhook.Request request, String image, String node) {
    return request.kind().equals(kind) && request.operation().equals(operation)
        ? Optional.of(
            "[" + patch.replace('\'', '"').replace("IMAGE", image).replace("NODE", node) + "]")
        : Optional.empty();
  }

  private static String change(String op, String path, String value) {
    return "{'op': '%s', 'path': '%s', 'value': %s}".formatted(op, path, value);
  }

  private static String remove(String path) {
    return "{'op': 'remove', 'path': '%s'}".formatted(path);
  }

  private static String container(String name) {
    return """
        {'name': '%s', 'image': 'IMAGE', 'command': ['/bin/sh', '-c', 'true'],
         'securityContext': {'allowPrivilegeEscalation': false, 'capabilities': {'drop': ['ALL']}}}"""
        .formatted(name);
  }
}
