package dev.glovebox.core.render;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Optional;

/**
 * A plan as the exact objects to be made. The same plan gives the same bytes.
 *
 * <p>What the API server would fill in is filled in here already, as far as it accepts that, so
 * that the read back needs few exceptions.
 */
public final class Renderer {
  private Renderer() {}

  /**
   * The pod, held by the scheduling gate.
   *
   * @throws IllegalArgumentException if the plan has no node, more than 500, or a node whose kernel
   *     is not known: the probe could not exclude it
   */
  public static Pod pod(Plan plan) {
    return hashed(TaskPod.of(plan), plan);
  }

  /** The policy that isolates the pod. It has no owner: only the operator deletes it, last. */
  public static NetworkPolicy networkPolicy(Plan plan) {
    return hashed(IsolatingPolicy.of(plan), plan);
  }

  /** The claim of the workspace; empty unless the workspace is of type Claim. */
  public static Optional<PersistentVolumeClaim> claim(Plan plan) {
    return WorkspaceClaim.of(plan).map(claim -> hashed(claim, plan));
  }

  private static <T extends HasMetadata> T hashed(T object, Plan plan) {
    object.getMetadata().getAnnotations().put(Names.PLAN_HASH_ANNOTATION, PlanHash.of(plan));
    return object;
  }
}
