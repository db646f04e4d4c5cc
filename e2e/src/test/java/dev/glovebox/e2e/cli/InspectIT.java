package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a person is shown of one task. */
@OnCluster
class InspectIT {

  @Test
  void aRunningTaskIsShownWholeAndItsPodAsPlanned(Cluster cluster) throws IOException {
    try (Workplace workplace = Workplace.open(cluster, "inspect")) {
      workplace.script("watched", "sleep 300", "");
      workplace.inPhase("watched", "Running");
      Plugin plugin = Plugin.of(cluster);

      JsonNode json =
          new ObjectMapper()
              .readTree(
                  plugin
                      .run("inspect", "-n", workplace.namespace(), "watched", "-o", "json")
                      .succeed());
      assertThat(json.at("/pod/verdict").asText()).as("%s", json).isEqualTo("AS_PLANNED");
      assertThat(json.at("/timeline").findValuesAsText("what"))
          .containsExactly(
              "created",
              "planned: pod made, held back",
              "released",
              "proved from inside",
              "task's process started");
      assertThat(json.at("/policies")).as("%s", json).hasSize(1);
      assertThat(json.at("/objects")).as("%s", json).hasSize(4);
      assertThat(json.at("/unknown")).as("%s", json).isEmpty();
      String shown = plugin.run("inspect", "-n", workplace.namespace(), "watched").succeed();
      assertThat(shown).contains("Running", "kernel", "forbidden targets", "the task's own");

      workplace.delete("watched");
      Plugin.Result gone = plugin.run("inspect", "-n", workplace.namespace(), "nobody");
      assertThat(gone.exitCode()).as("%s", gone).isEqualTo(1);
      assertThat(gone.err()).contains("\"nobody\"").hasLineCount(1);
      // Deleted means destroyed: only events tell of it.
      assertThat(plugin.run("inspect", "-n", workplace.namespace(), "watched").succeed())
          .contains("there is no such task", "Left behind\n  none");
    }
  }

  @Test
  void aTaskThatWasRefusedIsShownWithWhatToDoAndThePolicyThatRefusedIt(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "inspect")) {
      workplace.create("refused", "image: elsewhere.example.com/busybox:1");
      workplace.finished("refused");

      String shown =
          Plugin.of(cluster).run("inspect", "-n", workplace.namespace(), "refused").succeed();

      assertThat(shown)
          .startsWith("refused in " + workplace.namespace() + ": Refused, PolicyViolation\n")
          .contains("refused before it was planned (SandboxPolicy in force there: default)")
          .contains("What to do\n", "kubectl glovebox explain PolicyViolation")
          .contains("Pod\n  none was made")
          .doesNotContain("NotYetPlanned");
    }
  }
}
