package dev.glovebox.core.verify;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the probe saw from inside the sandbox: its termination message. Nothing in it is null.
 *
 * @param version of the format
 * @param probe version of the probe
 * @param nonce UID of the task
 * @param failedChecks names of the checks that failed
 * @param details one text for people per failed check; one for a time-out without any
 * @param durationMilliseconds from the probe's start to its verdict
 * @param truncated whether a list was cut to fit; always false in a report that was parsed
 */
public record ProbeReport(
    int version,
    String probe,
    String nonce,
    Verdict verdict,
    List<String> failedChecks,
    List<String> details,
    Kernel kernel,
    Network network,
    ProcessSeen process,
    Long durationMilliseconds,
    Boolean truncated) {

  /** Most bytes that the kubelet keeps of a termination message. */
  private static final int MAX_BYTES = 4096;

  private static final int VERSION = 1;

  private static final ObjectMapper STRICT = strictMapper();

  /** The probe's own decision. */
  public enum Verdict {
    Passed,
    Failed,
    TimedOut
  }

  /**
   * The kernel.
   *
   * @param bootId empty when the kernel has none
   * @param fingerprint whether the runtime's own signs were found
   */
  public record Kernel(String release, String bootId, Boolean fingerprint) {}

  /**
   * The network.
   *
   * @param targets targets tried
   * @param blocked of these, blocked at the end
   * @param certified of these that must be blocked, known to answer an unrestricted pod
   * @param rounds consecutive rounds in which all were blocked
   * @param lastOpenMilliseconds since the probe's start; 0 = never open
   * @param open names of targets that answer still
   * @param notUp names of targets to which there is no route
   * @param reportOnlyOpen names of targets that answer and do not count
   */
  public record Network(
      Integer targets,
      Integer blocked,
      Integer certified,
      Integer certifiedBlocked,
      Integer rounds,
      Long lastOpenMilliseconds,
      List<String> open,
      List<String> notUp,
      List<String> reportOnlyOpen) {}

  /**
   * The process.
   *
   * @param uid −1 when it cannot be seen
   * @param capabilities the sets that are not empty
   * @param workspaceEmpty also true when there is no workspace
   * @param environment names, never values
   */
  public record ProcessSeen(
      Long uid,
      Long gid,
      List<String> capabilities,
      Boolean noNewPrivileges,
      Boolean readOnlyRoot,
      Boolean serviceAccountToken,
      Boolean workspaceEmpty,
      List<String> environment) {}

  /** What a termination message turned out to be. */
  public sealed interface Parsed {}

  /** A complete report. */
  public record Report(ProbeReport report) implements Parsed {}

  /** Not a report that can be relied on. */
  public record NoReport(String why) implements Parsed {}

  /**
   * Parses strictly: an unknown, missing or repeated field, a value of another type, text after it,
   * a cut list or more than 4096 bytes = unreadable.
   *
   * @param terminationMessage may be null
   */
  public static Parsed parse(String terminationMessage) {
    if (terminationMessage == null || terminationMessage.isBlank()) {
      return new NoReport("the probe left no report");
    }
    if (!terminationMessage.stripLeading().startsWith("{")) {
      return new NoReport("the probe's message is no report");
    }
    int bytes = terminationMessage.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      return new NoReport("the report has " + bytes + " bytes, at most 4096 are possible");
    }
    try {
      var report = STRICT.readValue(terminationMessage, ProbeReport.class);
      if (report == null) {
        return new NoReport("the report is null");
      }
      if (report.version != VERSION) {
        return new NoReport("the report's version is " + report.version + ", known is 1");
      }
      if (report.truncated != null && report.truncated) {
        return new NoReport("the report was cut to fit");
      }
      var missing = MissingFields.of(STRICT.valueToTree(report), "truncated");
      return missing.isEmpty()
          ? new Report(report)
          : new NoReport("the report lacks " + String.join(", ", missing));
    } catch (JsonProcessingException e) {
      return new NoReport("the report is not as expected: " + e.getOriginalMessage());
    }
  }

  private static ObjectMapper strictMapper() {
    return JsonMapper.builder()
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .withCoercionConfig(
            LogicalType.Textual,
            c ->
                c.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .build();
  }
}
