package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorMetrics;
import io.fabric8.kubernetes.api.model.Event;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;

/** A deleted task whose destruction does not go on. */
record Stuck(Workplace workplace, String task) {

  /** Waits until condition Destroyed says so, and until event and metric do. */
  SandboxTask awaitSaid(String reason) {
    SandboxTask stuck =
        workplace.await(task, "is not destroyed: " + reason, now -> reason(now).equals(reason));
    assertThat(stuck.getMetadata().getDeletionTimestamp()).isNotNull();
    assertThat(stuck.getMetadata().getFinalizers()).contains("glovebox.dev/destroy");
    Awaitility.await("Warning event " + reason + " on " + task)
        .untilAsserted(() -> assertThat(warnings(stuck)).contains(reason));
    String series = "glovebox_destruction_blocked{reason=\"%s\"}".formatted(reason);
    Awaitility.await(series).until(() -> new OperatorMetrics(workplace.cluster()).of(series) >= 1);
    return stuck;
  }

  /** Reason of condition Destroyed=False; empty = there is none. */
  static String reason(SandboxTask task) {
    return task.getStatus() == null || task.getStatus().conditions() == null
        ? ""
        : task.getStatus().conditions().stream()
            .filter(c -> c.type().equals("Destroyed") && c.status().equals("False"))
            .map(c -> Objects.requireNonNullElse(c.reason(), ""))
            .findFirst()
            .orElse("");
  }

  private List<String> warnings(SandboxTask of) {
    return workplace
        .cluster()
        .client()
        .v1()
        .events()
        .inNamespace(workplace.namespace())
        .withField("involvedObject.uid", of.getMetadata().getUid())
        .list()
        .getItems()
        .stream()
        .filter(event -> event.getType().equals("Warning"))
        .map(Event::getReason)
        .toList();
  }
}
