package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;

/** How the informer keeps tasks: without what its users write most of. */
public final class TaskItemStore extends TransformingItemStore<SandboxTask> {
  /** Made by the SDK. */
  public TaskItemStore() {
    super(Stripped::task);
  }
}
