package dev.glovebox.core.progress;

import dev.glovebox.core.reason.Reason;
import java.util.Optional;

/**
 * What a waiting container's reason means for the task.
 *
 * @param reason ImagePullFailed or ContainerCreateFailed
 * @param certain whether waiting longer cannot help, so that the task may be refused at once
 * @param message the kubelet's, for people
 */
@SuppressWarnings("DoNotCallSuggester")
public record StartObstacle(Reason reason, boolean certain, String message) {
  /**
   * Judges a waiting state.
   *
   * @param waitingReason as in {@code ErrImagePull}; empty = none
   * @return empty when nothing is wrong
   */
  public static Optional<StartObstacle> of(String waitingReason, String message) {
    throw new UnsupportedOperationException("in work");
  }
}
