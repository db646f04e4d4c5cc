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
public record StartObstacle(Reason reason, boolean certain, String message) {
  /** Containerd and CRI-O alike: neither the task nor the image names a program. */
  private static final String NO_COMMAND = "no command specified";

  /**
   * Judges a waiting state.
   *
   * @param waitingReason as in {@code ErrImagePull}; empty = none
   * @param message the kubelet's; may be null
   * @return empty when nothing is wrong
   */
  public static Optional<StartObstacle> of(String waitingReason, String message) {
    var said = TerminationMessage.clean(message);
    var shown = said.isEmpty() ? waitingReason : waitingReason + ": " + said;
    return switch (waitingReason) {
      case "InvalidImageName", "ErrImageNeverPull" ->
          Optional.of(new StartObstacle(Reason.ImagePullFailed, true, shown));
      case "ErrImagePull",
          "ImagePullBackOff",
          "ImageInspectError",
          "RegistryUnavailable",
          "SignatureValidationFailed" ->
          Optional.of(new StartObstacle(Reason.ImagePullFailed, PullFailure.isFinal(said), shown));
      case "CreateContainerConfigError", "CreateContainerError", "RunContainerError" ->
          Optional.of(
              new StartObstacle(Reason.ContainerCreateFailed, said.endsWith(NO_COMMAND), shown));
      default -> Optional.empty();
    };
  }
}
