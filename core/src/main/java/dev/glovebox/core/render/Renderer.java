package dev.glovebox.core.render;

import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Optional;

/** A plan as the exact objects to be made. The same plan gives the same bytes. */
@SuppressWarnings("DoNotCallSuggester")
public final class Renderer {
  private Renderer() {}

  /** The pod, held by the scheduling gate. */
  public static Pod pod(Plan plan) {
    throw new UnsupportedOperationException("in work");
  }

  /** The policy that isolates the pod. It has no owner: only the operator deletes it, last. */
  public static NetworkPolicy networkPolicy(Plan plan) {
    throw new UnsupportedOperationException("in work");
  }

  /** The claim of the workspace; empty unless the workspace is of type Claim. */
  public static Optional<PersistentVolumeClaim> claim(Plan plan) {
    throw new UnsupportedOperationException("in work");
  }
}
