package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the pages show of a terminal is what happens on one. Blocks after {@code <!-- transcript
 * -->} are run again: each line that they show must come, in that order; what differs from run to
 * run (times, digests, versions, amounts of space) does not count, and further lines may come.
 */
@OnCluster
class TranscriptsIT {
  private static final Pattern BLOCK =
      Pattern.compile("<!-- transcript -->\n```\n(.*?)```", Pattern.DOTALL);

  @Test
  void theReadmeShowsWhatHappens(Cluster cluster) throws IOException {
    replay(cluster, "README.md");
  }

  @Test
  void thePageOfTheCommandLineShowsWhatHappens(Cluster cluster) throws IOException {
    replay(cluster, "docs/cli.md");
  }

  private static void replay(Cluster cluster, String page) throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(Checkout.file(page)))
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();
    assertThat(blocks).as(page).isNotEmpty();
    try (Workplace workplace = Workplace.open(cluster, "transcript")) {
      Plugin plugin = Plugin.of(cluster).with("IMAGE", workplace.busybox());
      for (String block : blocks) {
        for (String part : block.split("(?m)^\\$ ", -1)) {
          if (!part.isBlank()) {
            repeat(page, part, plugin, workplace.namespace());
          }
        }
      }
    }
  }

  /** One command, and below it what it shows. */
  private static void repeat(String page, String part, Plugin plugin, String namespace) {
    String command = part.lines().findFirst().orElseThrow();
    List<String> shown = normal(part.substring(command.length() + 1));
    String here = command.replace("-n demo", "-n " + namespace);
    Plugin.Result result = plugin.command(List.of("bash", "-c", here + " 2>&1"));
    List<String> actual = normal(result.out().replace(namespace, "demo"));

    List<String> missing = new ArrayList<>(shown);
    actual.forEach(
        line -> {
          if (!missing.isEmpty() && missing.getFirst().equals(line)) {
            missing.removeFirst();
          }
        });
    assertThat(missing)
        .as(
            "%s: \"%s\" no longer shows these lines in this order; exit code %d and:\n%s",
            page, command, result.exitCode(), result.out())
        .isEmpty();
  }

  private static List<String> normal(String text) {
    return Arrays.stream(text.split("\n", -1))
        .map(
            line ->
                line.replaceAll("[0-9a-f]{64}", "DIGEST")
                    .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID")
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                    .replaceAll("(gbx-[a-z]+)-[0-9a-f]{8}", "$1-SUFFIX")
                    .replaceAll("\\b\\d+\\.\\d+\\.\\d+[-.\\w]*", "VERSION")
                    .replaceAll("\\+?\\b\\d+[smhd](\\d+[smh])?\\b", "LAPSE")
                    .replaceAll("\\b\\d+ of \\d+\\b", "SOME of ALL")
                    .replaceAll("node [a-z0-9.-]+", "node NODE")
                    .replaceAll("pvc-UID", "VOLUME")
                    .replaceAll("\\s+", " ")
                    .strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
