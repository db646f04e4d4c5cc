package dev.glovebox.core.render;

import dev.glovebox.core.plan.Plan;
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
    return Rendered.of(plan).pod();
  }

  /** The policy that isolates the pod. It has no owner: only the operator deletes it, last. */
  public static NetworkPolicy networkPolicy(Plan plan) {
    return Rendered.of(plan).networkPolicy();
  }

  /** The claim of the workspace; empty unless the workspace is of type Claim. */
  public static Optional<PersistentVolumeClaim> claim(Plan plan) {
    return Rendered.of(plan).claim();
  }
}
