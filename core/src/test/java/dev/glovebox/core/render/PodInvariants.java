package dev.glovebox.core.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.Risk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What must be true of every pod that runs a task, whatever made it. Written from the table of pod
 * hardening (each row with its source), on plain JSON, and knows nothing of the renderer: a field
 * that is not listed here is a violation.
 */
public final class PodInvariants {
  private static final Set<String> SPEC =
      Set.of(
          "activeDeadlineSeconds",
          "affinity",
          "automountServiceAccountToken",
          "containers",
          "dnsConfig",
          "dnsPolicy",
          "enableServiceLinks",
          "imagePullSecrets",
          "initContainers",
          "nodeSelector",
          "overhead",
          "priorityClassName",
          "restartPolicy",
          "runtimeClassName",
          "schedulerName",
          "schedulingGates",
          "securityContext",
          "serviceAccount",
          "serviceAccountName",
          "terminationGracePeriodSeconds",
          "tolerations",
          "volumes");
  private static final Set<String> CONTAINER =
      Set.of(
          "args",
          "command",
          "env",
          "image",
          "imagePullPolicy",
          "name",
          "resources",
          "securityContext",
          "terminationMessagePath",
          "terminationMessagePolicy",
          "volumeMounts",
          "workingDir");
  private static final Set<String> POD_SECURITY =
      Set.of("fsGroup", "runAsGroup", "runAsNonRoot", "runAsUser", "seccompProfile");
  private static final Set<String> CONTAINER_SECURITY =
      Set.of("allowPrivilegeEscalation", "capabilities", "privileged", "readOnlyRootFilesystem");

  /** What an uninvited process must not learn from: CVE-2017-1002101, CVE-2021-25741. */
  private static final Set<String> MOUNT = Set.of("name", "mountPath", "readOnly");

  /** What a shell, a loader, an interpreter or Glovebox obeys: attack A7. */
  private static final Pattern OBEYED =
      Pattern.compile(
          "(PATH|USER|SHELL|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PS4|NODE_OPTIONS|PYTHONSTARTUP|PYTHONPATH"
              + "|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS)|(LD_|DYLD_|GIT_CONFIG|GIT_SSH|GLOVEBOX_).*");

  /** What a runtime, a network plugin or another add-on obeys: attack B2. */
  private static final Pattern RESERVED_KEY =
      Pattern.compile(
          "(dev\\.gvisor\\.|io\\.katacontainers\\.|io\\.kubernetes\\.cri|io\\.containers\\.|cdi\\.k8s\\.io|k8s\\.v1\\.cni"
              + "|v1\\.multus|cni\\.projectcalico|container\\.apparmor|seccomp\\.security|sidecar\\.istio|([^/]*\\.)?crio\\.io).*");

  private final List<String> violations = new ArrayList<>();
  private final Set<Risk> risks;

  private PodInvariants(Set<Risk> risks) {
    this.risks = risks;
  }

  /**
   * Every invariant that the pod breaks, in words; empty = none.
   *
   * @param risks that the task takes and its policy permits
   */
  public static List<String> violations(JsonNode pod, Collection<Risk> risks) {
    var check = new PodInvariants(Set.copyOf(risks));
    check.metadata(pod.get("metadata"));
    check.spec(pod.get("spec"), pod.at("/metadata/name").asText());
    check.violations.addAll(
        MountInvariants.violations(pod.get("spec"), risks.contains(Risk.ReservedMountPath)));
    return check.violations;
  }

  private void metadata(JsonNode metadata) {
    only(
        "metadata",
        metadata,
        Set.of("name", "namespace", "labels", "annotations", "ownerReferences"));
    only("annotations", metadata.path("annotations"), Set.of("glovebox.dev/plan-hash"));
    must("name has the prefix", metadata.path("name").asText().startsWith("gbx-"));
    must(
        "name is a DNS label",
        metadata.path("name").asText().matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"));
    must(
        "label task-uid is the owner's UID",
        metadata
            .at("/labels/glovebox.dev~1task-uid")
            .equals(metadata.at("/ownerReferences/0/uid")));
    must("one owner", metadata.path("ownerReferences").size() == 1);
    metadata
        .path("labels")
        .fieldNames()
        .forEachRemaining(key -> must("nobody obeys " + key, !RESERVED_KEY.matcher(key).matches()));
  }

  private void spec(JsonNode spec, String podName) {
    only("spec", spec, SPEC);
    must(
        "one service account", spec.path("serviceAccount").equals(spec.path("serviceAccountName")));
    must("runtimeClassName is given", !spec.path("runtimeClassName").asText().isEmpty());
    is("automountServiceAccountToken", spec, "false");
    is("enableServiceLinks", spec, "false");
    is("restartPolicy", spec, "Never");
    is("dnsPolicy", spec, "None");
    is("schedulerName", spec, "default-scheduler");
    must("a name server is given", spec.at("/dnsConfig/nameservers").size() >= 1);
    only("dnsConfig", spec.path("dnsConfig"), Set.of("nameservers"));
    must("activeDeadlineSeconds is positive", spec.path("activeDeadlineSeconds").asLong() > 0);
    must(
        // With 0 the API server drops the pod without the kubelet's word.
        "grace is 1 to 30",
        spec.path("terminationGracePeriodSeconds").asLong(-1) >= 1
            && spec.path("terminationGracePeriodSeconds").asLong() <= 30);
    must(
        "held by our gate only",
        spec.path("schedulingGates").toString().equals("[{\"name\":\"glovebox.dev/release\"}]"));
    must("no class of the system", !spec.path("priorityClassName").asText().startsWith("system-"));
    affinity(spec.path("affinity"));
    podSecurity(spec.path("securityContext"));
    must("one init container", spec.path("initContainers").size() == 1);
    must("one container", spec.path("containers").size() == 1);
    var probe = spec.at("/initContainers/0");
    var task = spec.at("/containers/0");
    is("name", probe, "probe");
    is("name", task, "task");
    must(
        "the probe is pinned by digest",
        probe.path("image").asText().matches(".+@sha256:[0-9a-f]{64}"));
    must("the probe attests", probe.at("/args/0").asText().equals("attest"));
    must("the probe's own entry point", !probe.has("command"));
    container(probe, false);
    container(task, risks.contains(Risk.WritableRoot));
    volumes(spec.path("volumes"), podName, probe, task);
  }

  /** Exactly named nodes, each a term of its own: labels can be set by the node itself. */
  private void affinity(JsonNode affinity) {
    only("affinity", affinity, Set.of("nodeAffinity"));
    var required = "requiredDuringSchedulingIgnoredDuringExecution";
    only("nodeAffinity", affinity.path("nodeAffinity"), Set.of(required));
    var terms = affinity.at("/nodeAffinity/" + required + "/nodeSelectorTerms");
    must("1 to 500 nodes", terms.size() >= 1 && terms.size() <= 500);
    for (var term : terms) {
      only("term", term, Set.of("matchFields"));
      must("one field", term.path("matchFields").size() == 1);
      var field = term.at("/matchFields/0");
      is("key", field, "metadata.name");
      is("operator", field, "In");
      must("one node", field.path("values").size() == 1);
    }
  }

  private void podSecurity(JsonNode context) {
    only("pod securityContext", context, POD_SECURITY);
    is("runAsNonRoot", context, "true");
    for (var id : List.of("runAsUser", "runAsGroup", "fsGroup")) {
      must(id + " is not a system's", context.path(id).asLong() >= 1000);
    }
    must(
        "RuntimeDefault",
        context.path("seccompProfile").toString().equals("{\"type\":\"RuntimeDefault\"}"));
  }

  private void container(JsonNode container, boolean mayWriteRoot) {
    var name = container.path("name").asText();
    only(name, container, CONTAINER);
    var security = container.path("securityContext");
    only(name + " securityContext", security, CONTAINER_SECURITY);
    is("allowPrivilegeEscalation", security, "false");
    must("not privileged", !security.path("privileged").asBoolean());
    must("read-only root", security.path("readOnlyRootFilesystem").asBoolean() || mayWriteRoot);
    must(
        "drops ALL, adds none",
        security.path("capabilities").toString().equals("{\"drop\":[\"ALL\"]}"));
    var resources = container.path("resources");
    only(name + " resources", resources, Set.of("limits", "requests"));
    must("requests equal limits", resources.path("limits").equals(resources.path("requests")));
    for (var amount : List.of("cpu", "memory", "ephemeral-storage")) {
      must("limits " + amount, resources.path("limits").hasNonNull(amount));
    }
    environment(name, container.path("env"));
    mounts(name, container.path("volumeMounts"));
  }

  private void environment(String container, JsonNode env) {
    var names = new HashSet<String>();
    var empty = new HashSet<String>();
    for (var variable : env) {
      var name = variable.path("name").asText();
      must("variable " + name + " once", names.add(name));
      must(
          "nobody obeys variable " + name,
          !OBEYED.matcher(name).matches() || name.equals("GLOVEBOX_HOST_IP"));
      must(
          "HOME is ours",
          !name.equals("HOME") || variable.path("value").asText().equals("/home/task"));
      must(
          "the kubelet expands nothing in " + name,
          !variable.path("value").asText().replace("$$", "").contains("$("));
      if (variable.has("valueFrom")) {
        must(
            "only the probe learns of the node, and only its address",
            container.equals("probe")
                && name.equals("GLOVEBOX_HOST_IP")
                && variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("status.hostIP")
                && variable.path("valueFrom").size() == 1);
      } else if (variable.path("value").asText().isEmpty()) {
        empty.add(name);
      } else {
        must(name + " is not the cluster's", !name.startsWith("KUBERNETES_"));
      }
    }
    // Attack A6: what the kubelet would inject for the Service kubernetes on port 443.
    for (var name :
        List.of(
            "KUBERNETES_SERVICE_HOST",
            "KUBERNETES_SERVICE_PORT",
            "KUBERNETES_SERVICE_PORT_HTTPS",
            "KUBERNETES_PORT",
            "KUBERNETES_PORT_443_TCP",
            "KUBERNETES_PORT_443_TCP_PROTO",
            "KUBERNETES_PORT_443_TCP_PORT",
            "KUBERNETES_PORT_443_TCP_ADDR")) {
      must(name + " is emptied", empty.contains(name));
    }
  }

  private void mounts(String container, JsonNode mounts) {
    var paths = new HashSet<String>();
    for (var mount : mounts) {
      only(container + " mount", mount, MOUNT);
      must("one mount at a path", paths.add(mount.path("mountPath").asText()));
    }
  }

  private void volumes(JsonNode volumes, String podName, JsonNode probe, JsonNode task) {
    for (var volume : volumes) {
      var name = volume.path("name").asText();
      must("one source in " + name, volume.size() == 2);
      var emptyDir = volume.path("emptyDir");
      var claim = volume.path("persistentVolumeClaim");
      var secrets = volume.path("projected");
      var config = volume.path("configMap");
      must(
          "known source in " + name,
          emptyDir.isObject() || claim.isObject() || secrets.isObject() || config.isObject());
      must(
          "emptyDir " + name + " is bounded",
          emptyDir.isMissingNode() || emptyDir.hasNonNull("sizeLimit"));
      must(
          "the claim is the pod's own",
          claim.isMissingNode() || claim.path("claimName").asText().equals(podName));
      must(
          "home and tmp are in memory",
          !Set.of("home", "tmp").contains(name)
              || emptyDir.path("medium").asText().equals("Memory"));
      if (secrets.isObject()) {
        must("secrets are 0440", secrets.path("defaultMode").asInt() == 0440);
        for (var source : secrets.path("sources")) {
          only("projection", source, Set.of("secret"));
          only("secret", source.path("secret"), Set.of("name", "items"));
          must("named keys only", source.at("/secret/items").size() >= 1);
          for (var item : source.at("/secret/items")) {
            only("item", item, Set.of("key", "path"));
            must(
                "a file of its own directly below /run/secrets",
                item.path("path").asText().matches("(?!kubernetes\\.io$|\\.)[A-Za-z0-9._-]+"));
          }
        }
      }
      if (secrets.isObject() || config.isObject()) {
        must("the probe sees no secret and no ConfigMap", mountsOf(probe, name).isEmpty());
        must(
            name + " is read-only",
            mountsOf(task, name).stream().allMatch(m -> m.path("readOnly").asBoolean()));
      }
    }
  }

  private static List<JsonNode> mountsOf(JsonNode container, String volume) {
    Predicate<JsonNode> ofVolume = mount -> mount.path("name").asText().equals(volume);
    var mounts = new ArrayList<JsonNode>();
    container
        .path("volumeMounts")
        .forEach(
            mount -> {
              if (ofVolume.test(mount)) {
                mounts.add(mount);
              }
            });
    return mounts;
  }

  private void only(String where, JsonNode object, Set<String> keys) {
    object
        .properties()
        .forEach(field -> must(where + " has no " + field.getKey(), keys.contains(field.getKey())));
  }

  private void is(String field, JsonNode object, String value) {
    must(field + " is " + value, object.path(field).asText().equals(value));
  }

  private void must(String invariant, boolean holds) {
    if (!holds) {
      violations.add(invariant);
    }
  }
}
