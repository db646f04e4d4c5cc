package dev.glovebox.core.progress;

import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What a waiting container's reason means for the task.
 *
 * @param reason ImagePullFailed or ContainerCreateFailed
 * @param certain whether waiting longer cannot help, so that the task may be refused at once
 * @param message the kubelet's, for people
 */
public record StartObstacle(Reason reason, boolean certain, String message) {
  /**
   * How containerd says that a registry does not have the image, or not for these credentials.
   * Everything else (a name that does not resolve, a time-out, 5xx) may pass.
   */
  private static final List<String> FINAL_ANSWERS =
      List.of("code = NotFound", "pull access denied");

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
          Optional.of(
              new StartObstacle(
                  Reason.ImagePullFailed, FINAL_ANSWERS.stream().anyMatch(said::contains), shown));
      case "CreateContainerConfigError", "CreateContainerError", "RunContainerError" ->
          Optional.of(new StartObstacle(Reason.ContainerCreateFailed, false, shown));
      default -> Optional.empty();
    };
  }
}
