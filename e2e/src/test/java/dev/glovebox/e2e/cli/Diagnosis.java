package dev.glovebox.e2e.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.e2e.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code doctor} says of a cluster: what it names, without what only follows from that.
 *
 * @param exitCode of the program
 * @param findings {@code Check/level: seen}, in the order of the checks
 * @param checks names of all checks
 */
public record Diagnosis(int exitCode, List<String> findings, List<String> checks) {

  /** Examines. */
  public static Diagnosis of(Cluster cluster) {
    Plugin.Result result = Plugin.of(cluster).run("doctor", "-o", "json");
    try {
      JsonNode report = new ObjectMapper().readTree(result.out());
      List<String> findings = new ArrayList<>();
      List<String> checks = new ArrayList<>();
      for (JsonNode check : report.path("checks")) {
        checks.add(check.path("check").asText());
        for (JsonNode finding : check.path("findings")) {
          if (!finding.hasNonNull("becauseOf")) {
            findings.add(
                "%s/%s: %s"
                    .formatted(
                        check.path("check").asText(),
                        finding.path("level").asText(),
                        finding.path("seen").asText()));
          }
        }
      }
      return new Diagnosis(result.exitCode(), List.copyOf(findings), List.copyOf(checks));
    } catch (JsonProcessingException e) {
      throw new AssertionError(
          "no JSON, ended with %d: %s %s".formatted(result.exitCode(), result.out(), result.err()),
          e);
    }
  }

  /** Findings that were not there before, by check and level. */
  List<String> since(Diagnosis before) {
    List<String> old = new ArrayList<>(before.findings().stream().map(Diagnosis::kind).toList());
    return findings.stream().filter(one -> !old.remove(kind(one))).toList();
  }

  private static String kind(String finding) {
    return finding.substring(0, finding.indexOf(':'));
  }
}
