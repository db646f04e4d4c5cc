package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said of a task when the API server answers with an error, or not. */
class RunSessionTest {
  private final FakeApiServer server = new FakeApiServer();
  private final KubernetesClient client = server.client();
  private final KubernetesClient patient = server.patientClient();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final SandboxTask task = Tasks.with("{phase: Succeeded}");

  @AfterEach
  void close() {
    client.close();
    patient.close();
    server.close();
  }

  private String destroyed(KubernetesClient client) throws InterruptedException {
    err.reset();
    var to = new PrintStream(err, true, UTF_8);
    new RunSession(client, new Screen(to, to, false, false), false).destroy(task);
    return err.toString(UTF_8);
  }

  @Test
  void anErrorOfTheServersOwnLeavesOpenWhetherATaskWasMade() {
    server.fails(504, "etcdserver: request timed out");
    assertThatThrownBy(() -> RunSession.make(patient, task))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("Whether task hello was made is not known")
        .hasMessageContaining("kubectl glovebox inspect hello -n agents")
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);

    server.fails(403, "not you");
    assertThatThrownBy(() -> RunSession.make(patient, task))
        .isInstanceOf(Failure.class)
        .message()
        .contains("not you")
        .doesNotContain("not known");
  }

  @Test
  void onlyANoIsCalledNotDeleted() throws InterruptedException {
    server.fails(504, "etcdserver: request timed out");
    assertThat(destroyed(patient))
        .startsWith("Whether it is being deleted is not known: ")
        .endsWith("To remove it: kubectl glovebox delete --ignore-not-found hello -n agents\n");

    server.fails(403, "not you");
    assertThat(destroyed(patient)).startsWith("Not deleted: you may not ask for ");

    server.fails(0, "");
    server.silent(true);
    assertThat(destroyed(client)).startsWith("Whether it is being deleted is not known: ");

    server.close();
    assertThat(destroyed(patient)).startsWith("Not deleted: ");
  }
}
