package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.render.ObjectJson;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Optional;

/**
 * What a released pod rests on beside itself, as it was at the release, in the pod's own record: so
 * that an operator that has just started knows it, though the cluster would be planned for
 * otherwise now.
 */
public final class Surroundings {
  /** No field of a pod is called so ({@link HeldPod} has {@code metadata.…} and {@code spec.…}). */
  static final String PREFIX = "with:";

  private static final String NETWORK_POLICY = PREFIX + "networkPolicy";
  private static final String RUNTIME_CLASS = PREFIX + "runtimeClass";

  private Surroundings() {}

  /**
   * The value of {@link Names#HELD_POD_ANNOTATION} for a pod that is about to be released.
   *
   * @param pod as the API server sent it, raw
   * @param policy the task's own NetworkPolicy as the API server has it
   */
  public static String record(
      JsonNode pod, NetworkPolicy policy, Facts.RuntimeClassFacts runtimeClass) {
    return "%s,%s:%s,%s:%s"
        .formatted(
            HeldPod.record(pod),
            NETWORK_POLICY,
            digest(policy),
            RUNTIME_CLASS,
            digest(runtimeClass));
  }

  /** Whether this is the very policy that the pod was released under, never edited since. */
  static boolean isSame(Pod pod, NetworkPolicy policy) {
    return recorded(pod, NETWORK_POLICY).filter(digest(policy)::equals).isPresent();
  }

  /** Whether this is the very RuntimeClass that the pod was released for. */
  static boolean isSame(Pod pod, Facts.RuntimeClassFacts runtimeClass) {
    return recorded(pod, RUNTIME_CLASS).filter(digest(runtimeClass)::equals).isPresent();
  }

  private static Optional<String> recorded(Pod pod, String what) {
    var annotations = pod.getMetadata().getAnnotations();
    String record = annotations == null ? null : annotations.get(Names.HELD_POD_ANNOTATION);
    if (record == null) {
      return Optional.empty();
    }
    for (var entry : record.split(",", -1)) {
      if (entry.startsWith(what + ":")) {
        return Optional.of(entry.substring(what.length() + 1));
      }
    }
    return Optional.empty();
  }

  /** The generation too: the server counts edits, so one that was taken back shows. */
  private static String digest(NetworkPolicy policy) {
    var content = JsonNodeFactory.instance.objectNode();
    content.put("uid", policy.getMetadata().getUid());
    content.put("generation", policy.getMetadata().getGeneration());
    content.set("spec", ObjectJson.of(policy).path("spec"));
    return HeldPod.digest(content);
  }

  private static String digest(Facts.RuntimeClassFacts runtimeClass) {
    var content = JsonNodeFactory.instance.objectNode();
    content.put("uid", runtimeClass.uid()).put("handler", runtimeClass.handler());
    return HeldPod.digest(content);
  }
}
