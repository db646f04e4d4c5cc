package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packed program as kubectl's plugin. */
@OnCluster
class PluginIT {

  @Test
  void kubectlFindsThePluginAndPassesArgumentsAndExitCode(Cluster cluster) {
    Plugin plugin = Plugin.of(cluster);

    assertThat(plugin.run("explain", "NetworkPolicyWidened").succeed())
        .startsWith("NetworkPolicyWidened");
    Plugin.Result unknown = plugin.run("explain", "a reason with spaces");
    assertThat(unknown.exitCode()).isEqualTo(64);
    assertThat(unknown.out()).isEmpty();
    assertThat(unknown.err()).contains("\"a reason with spaces\"").hasLineCount(1);
  }

  @Test
  void theVersionIsTheProjects(Cluster cluster) throws IOException {
    String pom = Files.readString(Checkout.file("pom.xml"));
    assertThat(pom).contains("<version>%s</version>".formatted(version(cluster)));
  }

  private static String version(Cluster cluster) {
    return Plugin.of(cluster).run("--version").succeed().strip().replace("kubectl-glovebox ", "");
  }

  @Test
  void aLinkToTheProgramStartsItFromAnywhere(Cluster cluster, @TempDir Path elsewhere)
      throws IOException {
    Path link = elsewhere.resolve("kubectl-glovebox");
    Files.createSymbolicLink(link, elsewhere.relativize(Plugin.BIN).resolve("kubectl-glovebox"));
    String line = "cd / && exec " + link + " --version";

    assertThat(Plugin.of(cluster).command(List.of("sh", "-c", line)).succeed())
        .contains(version(cluster));
  }

  @Test
  void kubectlCompletesWhatFollows(Cluster cluster) {
    String kubectl = cluster.kubectl("version", "--client").line().getFirst();
    Plugin plugin = Plugin.of(cluster);

    assertThat(plugin.command(List.of(kubectl, "__complete", "glovebox", "expl")).succeed())
        .startsWith("explain\n:4");
    assertThat(
            plugin
                .command(List.of(kubectl, "__complete", "glovebox", "explain", "OutOf"))
                .succeed())
        .startsWith("OutOfMemory\n:4");
  }

  @Test
  void bashCompletesTheProgram(Cluster cluster) {
    String script =
        """
        source <(kubectl-glovebox completion bash)
        COMP_WORDS=(kubectl-glovebox explain OutOf) COMP_CWORD=2
        _kubectl_glovebox
        echo "${COMPREPLY[@]}"
        """;
    assertThat(Plugin.of(cluster).command(List.of("bash", "-c", script)).succeed())
        .isEqualTo("OutOfMemory\n");
  }

  @Test
  void onATerminalAPersonSeesTheSame(Cluster cluster) {
    try (Terminal terminal = Plugin.of(cluster).inTerminal("explain", "NetworkPolicyWidened")) {
      assertThat(terminal.ended()).isZero();
      assertThat(terminal.shown()).contains("NetworkPolicyWidened");
    }
  }
}
