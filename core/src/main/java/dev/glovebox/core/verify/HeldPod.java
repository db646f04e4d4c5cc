package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.ReservedKeys;
import dev.glovebox.core.render.ObjectJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What a held pod was like when it was compared with its plan, short enough to go with it as an
 * annotation. A released pod can so be compared again by an operator that neither saw the answer to
 * the release nor can make the same plan again, because the cluster has changed since.
 *
 * <p>It finds what admission did to the release. It does not stop someone who writes both the pod
 * and this annotation: whoever may set up such a webhook owns the cluster already.
 */
public final class HeldPod {
  /** What the release, the scheduler and the operator itself change. */
  private static final Set<String> CHANGES_LATER =
      Set.of("schedulingGates", "nodeName", "activeDeadlineSeconds");

  /** What a binding copies from the node (KEP-4742, on by default from Kubernetes 1.35). */
  private static final Set<String> LABELS_OF_THE_NODE =
      Set.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  /** What network plug-ins report there once the pod has an address; none of them obeys it. */
  private static final Set<String> REPORTS =
      Set.of(
          "cni.projectcalico.org/containerID",
          "cni.projectcalico.org/podIP",
          "cni.projectcalico.org/podIPs",
          "k8s.v1.cni.cncf.io/network-status",
          "k8s.v1.cni.cncf.io/networks-status");

  /** 128 bits: no accident makes two fields equal. */
  private static final int DIGEST_BYTES = 16;

  private HeldPod() {}

  /**
   * The pod's part of {@link Names#HELD_POD_ANNOTATION}: {@code field:digest} for each field, with
   * commas between.
   *
   * @param pod as the API server sent it, raw
   */
  public static String record(JsonNode pod) {
    var entries = new ArrayList<String>();
    fields(pod).forEach((field, value) -> entries.add(field + ":" + digest(value)));
    return String.join(",", entries);
  }

  /**
   * The fields in which a released pod is not what its own record says; empty = the same.
   *
   * @param pod as the API server sent it, raw; it may be on a node and at any stage
   */
  public static List<String> changes(JsonNode pod) {
    var recorded = new TreeMap<String, String>();
    var text = pod.at("/metadata/annotations").path(Names.HELD_POD_ANNOTATION).asText();
    for (var entry : text.split(",", -1)) {
      int colon = entry.lastIndexOf(':');
      if (colon < 0) {
        return List.of("metadata.annotations[" + Names.HELD_POD_ANNOTATION + "]");
      }
      if (!entry.startsWith(Surroundings.PREFIX)) {
        recorded.put(entry.substring(0, colon), entry.substring(colon + 1));
      }
    }
    var now = new TreeMap<String, String>();
    fields(pod).forEach((field, value) -> now.put(field, digest(value)));
    var names = new TreeSet<>(recorded.keySet());
    names.addAll(now.keySet());
    var changes = new ArrayList<>(names);
    changes.removeIf(name -> recorded.getOrDefault(name, "").equals(now.get(name)));
    if (!pod.at("/spec/schedulingGates").isEmpty()) {
      changes.add("spec.schedulingGates");
    }
    return List.copyOf(changes);
  }

  /** Labels, the annotations that something obeys, and every field of the spec, known or not. */
  private static Map<String, JsonNode> fields(JsonNode pod) {
    var fields = new TreeMap<String, JsonNode>();
    var metadata = pod.path("metadata");
    fields.put(
        "metadata.labels",
        kept(metadata.path("labels"), label -> !LABELS_OF_THE_NODE.contains(label)));
    fields.put("metadata.annotations", kept(metadata.path("annotations"), HeldPod::isObeyed));
    pod.path("spec")
        .properties()
        .forEach(
            field -> {
              if (!CHANGES_LATER.contains(field.getKey())) {
                fields.put("spec." + field.getKey(), field.getValue());
              }
            });
    return fields;
  }

  private static boolean isObeyed(String annotation) {
    return !REPORTS.contains(annotation)
        && !annotation.equals(Names.HELD_POD_ANNOTATION)
        && (annotation.startsWith(Names.GROUP + "/")
            || ReservedKeys.obeyedBy(annotation).isPresent());
  }

  private static JsonNode kept(JsonNode map, Predicate<String> keys) {
    var kept = JsonNodeFactory.instance.objectNode();
    map.properties()
        .forEach(
            entry -> {
              if (keys.test(entry.getKey())) {
                kept.set(entry.getKey(), entry.getValue());
              }
            });
    return kept;
  }

  static String digest(JsonNode value) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(ObjectJson.canonical(value).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
