package dev.glovebox.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartObstacleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "InvalidImageName    | couldn't parse                                      | ImagePullFailed       | true",
        "ErrImageNeverPull   | not present                                         | ImagePullFailed       | true",
        "ErrImagePull        | failed to resolve image: r/a:1: not found            | ImagePullFailed       | true",
        "ImagePullBackOff    | reading manifest 1 in r/a: manifest unknown          | ImagePullFailed       | true",
        "ErrImagePull        | dial tcp: lookup registry.invalid: no such host     | ImagePullFailed       | false",
        "ErrImagePull        | 503 Service Unavailable                             | ImagePullFailed       | false",
        "ImagePullBackOff    | Back-off pulling image                              | ImagePullFailed       | false",
        "RegistryUnavailable | x                                                   | ImagePullFailed       | false",
        "CreateContainerConfigError | x                                            | ContainerCreateFailed | false",
        "CreateContainerError | failed to generate spec: no command specified      | ContainerCreateFailed | true",
        "CreateContainerError | x                                                  | ContainerCreateFailed | false",
        "RunContainerError   | x                                                   | ContainerCreateFailed | false",
      })
  void aWaitingReasonSaysWhatFailedAndWhetherItIsCertain(
      String waiting, String message, Reason reason, boolean certain) {
    assertThat(StartObstacle.of(waiting, message))
        .contains(new StartObstacle(reason, certain, waiting + ": " + message));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ContainerCreating", "PodInitializing"})
  void ordinaryWaitingIsNoObstacle(String waiting) {
    assertThat(StartObstacle.of(waiting, null)).isEmpty();
  }

  @Test
  void aRegistrysWordsCannotDriveTheTerminal() {
    assertThat(StartObstacle.of("ErrImagePull", "\u001b[31mred").orElseThrow().message())
        .isEqualTo("ErrImagePull: \\x1B[31mred");
  }
}
