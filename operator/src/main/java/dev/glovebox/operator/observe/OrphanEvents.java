package dev.glovebox.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Kubernetes Events on objects whose task is gone. */
public interface OrphanEvents {

  /** {@code Orphaned}, {@code OrphanDestroyed}. */
  void orphan(HasMetadata object, String reason, String message);
}
