package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a wait ends whose time is over. */
class TaskWaitTest {
  private final FakeApiServer server = new FakeApiServer();
  private final KubernetesClient client = server.client();
  private final KubernetesClient patient = server.patientClient();
  private final SandboxTask running = Tasks.with("{phase: Running}");

  @AfterEach
  void close() {
    client.close();
    patient.close();
    server.close();
  }

  private Failure end(WaitGoal goal) {
    return end(client, goal);
  }

  private Failure end(KubernetesClient client, WaitGoal goal) {
    var to = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    var wait = new TaskWait(client, new Screen(to, to, false, false), goal, Duration.ofSeconds(2));
    return catchThrowableOfType(Failure.class, () -> wait.await(List.of(running)));
  }

  @Test
  void isNoWhereTheStateIsKnown() {
    server.has(running);
    assertThat(end(patient, WaitGoal.FINISHED))
        .hasMessageStartingWith("hello is not Finished after ")
        .extracting(Failure::exitCode)
        .isEqualTo(ExitCode.NO);
    assertThat(end(patient, WaitGoal.DESTROYED).exitCode()).isEqualTo(ExitCode.NO);
  }

  @Test
  void isNotKnownWhereThereIsNoAnswer() {
    server.silent(true);
    assertThat(end(WaitGoal.FINISHED))
        .hasMessageStartingWith("whether hello is Finished is not known after ")
        .hasMessageContaining(": no answer from the API server for ")
        .hasMessageContaining(". Last seen: Running. ")
        .hasMessageEndingWith("To go on: kubectl glovebox wait --for Finished hello -n agents")
        .extracting(Failure::exitCode)
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(end(WaitGoal.DESTROYED))
        .hasMessageStartingWith("whether hello is destroyed is not known after ")
        .extracting(Failure::exitCode)
        .isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void comesAtOnceWithTheRightThatLacks() {
    server.fails(403, "sandboxtasks is forbidden: x cannot get it");
    assertThat(end(patient, WaitGoal.FINISHED))
        .hasMessage(
            "sandboxtasks is forbidden: x cannot get it; ask who runs the cluster for that right."
                + " To go on: kubectl glovebox wait --for Finished hello -n agents")
        .extracting(Failure::exitCode)
        .isEqualTo(ExitCode.UNAVAILABLE);
  }
}
