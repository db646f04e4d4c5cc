package dev.glovebox.core.render;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Optional;

/**
 * A plan as the exact objects to be made, each with the hash of all. The same plan gives the same
 * bytes.
 *
 * <p>What the API server would fill in is filled in here already, as far as it accepts that, so
 * that the read back needs few exceptions.
 *
 * @param hash SHA-256 in lower-case hex; it is in the objects' annotation too
 * @param pod held by the scheduling gate
 * @param networkPolicy without an owner: only the operator deletes it, last
 * @param claim empty unless the workspace is of type Claim
 */
public record Rendered(
    String hash, Pod pod, NetworkPolicy networkPolicy, Optional<PersistentVolumeClaim> claim) {

  /**
   * Renders a plan.
   *
   * @throws IllegalArgumentException if the plan has no node, more than 500, or a node whose kernel
   *     is not known: the probe could not exclude it
   */
  public static Rendered of(Plan plan) {
    var pod = TaskPod.of(plan);
    var networkPolicy = IsolatingPolicy.of(plan);
    var claim = WorkspaceClaim.of(plan);
    var hash = PlanHash.of(pod, networkPolicy, claim);
    annotate(pod, hash);
    annotate(networkPolicy, hash);
    claim.ifPresent(object -> annotate(object, hash));
    return new Rendered(hash, pod, networkPolicy, claim);
  }

  private static void annotate(HasMetadata object, String hash) {
    object.getMetadata().getAnnotations().put(Names.PLAN_HASH_ANNOTATION, hash);
  }
}
