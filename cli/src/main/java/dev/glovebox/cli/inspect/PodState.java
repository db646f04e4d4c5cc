package dev.glovebox.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.HeldPod;
import java.util.List;

/**
 * The pod that there is, against its plan. The operator compared the two before the release and
 * wrote into the pod what it was like then; that record is what the pod is compared with here.
 *
 * @param verdict what the comparison says; never {@code AS_PLANNED} when something is unknown
 * @param changed fields that are not what the operator compared
 * @param planHash of the plan that the pod was made from; null when it says none
 * @param say a line for people
 */
public record PodState(
    String name, String uid, Verdict verdict, List<String> changed, String planHash, String say) {

  /** What is known of a pod. */
  public enum Verdict {
    /** As it was when the operator compared it with its plan. */
    AS_PLANNED,
    /** Not as it was then, or another pod than the one that was released. */
    CHANGED,
    /** Held back: the operator has yet to compare it. */
    HELD,
    /** There is none. */
    NONE,
    UNKNOWN
  }

  /** The pod of a task; {@code task} is null when that is gone. */
  static PodState of(SandboxTask task, Lookup<List<JsonNode>> pods) {
    if (!(pods instanceof Lookup.Found<List<JsonNode>> found)) {
      String why = pods instanceof Lookup.Unreadable<?> no ? no.message() : "not read";
      return new PodState(null, null, Verdict.UNKNOWN, List.of(), null, "unknown: " + why);
    }
    if (found.value().isEmpty()) {
      return new PodState(null, null, Verdict.NONE, List.of(), null, "there is none");
    }
    JsonNode pod = found.value().getFirst();
    String name = pod.at("/metadata/name").asText();
    String uid = pod.at("/metadata/uid").asText();
    JsonNode annotations = pod.at("/metadata/annotations");
    String hash = annotations.path(Names.PLAN_HASH_ANNOTATION).asText(null);
    String released = task == null || task.getStatus() == null ? null : task.getStatus().podUID();
    if (found.value().size() > 1) {
      return new PodState(
          name,
          uid,
          Verdict.CHANGED,
          List.of(),
          hash,
          "%d pods have this task's label; one is right".formatted(found.value().size()));
    }
    if (released != null && !released.isEmpty() && !released.equals(uid)) {
      String say = "NOT the pod that was released: that had UID " + released;
      return new PodState(name, uid, Verdict.CHANGED, List.of("metadata.uid"), hash, say);
    }
    if (!annotations.has(Names.HELD_POD_ANNOTATION)) {
      return pod.at("/spec/schedulingGates").isEmpty()
          ? new PodState(
              name,
              uid,
              Verdict.UNKNOWN,
              List.of(),
              hash,
              "unknown: it is not held back, and has no record of what was compared with its plan")
          : new PodState(
              name,
              uid,
              Verdict.HELD,
              List.of(),
              hash,
              "held back, not yet compared with its plan");
    }
    List<String> changed = HeldPod.changes(pod);
    return changed.isEmpty()
        ? new PodState(
            name,
            uid,
            Verdict.AS_PLANNED,
            changed,
            hash,
            "as it was when the operator compared it with its plan")
        : new PodState(
            name,
            uid,
            Verdict.CHANGED,
            changed,
            hash,
            "CHANGED since the operator compared it with its plan: " + String.join(", ", changed));
  }
}
