package dev.glovebox.e2e.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code verify} says of sandboxes in a namespace.
 *
 * @param exitCode of the program
 * @param cause why nothing was tried; empty when it was
 * @param checks {@code VERDICT Check: seen}; empty when there is no report
 * @param err its standard error
 */
public record Verdicts(int exitCode, String cause, List<String> checks, String err) {

  /** Verifies, with further arguments. */
  public static Verdicts of(Workplace workplace, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "verify",
                "-n",
                workplace.namespace(),
                "--image",
                workplace.busybox(),
                "-o",
                "json"));
    line.addAll(List.of(more));
    Plugin.Result result = Plugin.of(workplace.cluster()).run(line.toArray(String[]::new));
    List<String> checks = new ArrayList<>();
    JsonNode report = json(result);
    report
        .path("checks")
        .forEach(
            one ->
                checks.add(
                    "%s %s: %s"
                        .formatted(
                            one.path("verdict").asText(),
                            one.path("check").asText(),
                            one.path("seen").asText())));
    return new Verdicts(
        result.exitCode(), report.path("cause").asText(""), List.copyOf(checks), result.err());
  }

  private static JsonNode json(Plugin.Result result) {
    try {
      return new ObjectMapper().readTree(result.out().isEmpty() ? "{}" : result.out());
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + result, e);
    }
  }

  /** Those that are not BLOCKED. */
  List<String> notBlocked() {
    return checks.stream().filter(one -> !one.startsWith("BLOCKED ")).toList();
  }

  /** Whether nothing was tried, and all checks say so. */
  public boolean nothingConcluded() {
    return exitCode == 2
        && checks.size() >= 25
        && checks.stream().allMatch(one -> one.startsWith("INCONCLUSIVE "));
  }
}
