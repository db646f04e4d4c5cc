package dev.glovebox.cli.run;

import static java.util.Map.entry;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the API server does not take of a task, in the words of the command line. */
final class RefusedValues {
  /** The longest path that a field begins with counts. */
  private static final Map<String, String> FLAGS =
      Map.ofEntries(
          entry("metadata.name", "--name"),
          entry("metadata.labels", "--label"),
          entry("spec.image", "IMAGE"),
          entry("spec.command", "COMMAND"),
          entry("spec.workingDir", "--workdir"),
          entry("spec.env", "--env"),
          entry("spec.secrets", "--secret"),
          entry("spec.configMaps", "--config-map"),
          entry("spec.runtimes", "--runtime"),
          entry("spec.runAsUser", "--user"),
          entry("spec.resources.cpu", "--cpu"),
          entry("spec.resources.memory", "--memory"),
          entry("spec.resources.ephemeralStorage", "--ephemeral-storage"),
          entry("spec.workspace", "--workspace"),
          entry("spec.workspace.type", "--workspace-type"),
          entry("spec.workspace.mountPath", "--workspace-path"),
          entry("spec.workspace.storageClassName", "--storage-class"),
          entry("spec.network", "--network"),
          entry("spec.network.allow", "--allow"),
          entry("spec.network.dns", "--dns"),
          entry("spec.timeouts.provisionSeconds", "--provision-timeout"),
          entry("spec.timeouts.runSeconds", "--timeout"),
          entry("spec.terminationGracePeriodSeconds", "--grace-period"),
          entry("spec.ttlSecondsAfterFinished", "--ttl"));

  /** How the API server begins: with the value, or with its type where a rule says the rest. */
  private static final Pattern INVALID =
      Pattern.compile("Invalid value: (\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s:]+): (.*)", Pattern.DOTALL);

  private static final List<String> TYPES =
      List.of("\"string\"", "\"object\"", "\"array\"", "\"integer\"", "\"\"");

  private RefusedValues() {}

  /**
   * Each refused value with its flag.
   *
   * @param flags whether the task came from flags; a file has the fields as they are
   * @return empty if the answer names no fields
   */
  static String of(Status status, boolean flags) {
    if (status == null || status.getDetails() == null || status.getDetails().getCauses() == null) {
      return "";
    }
    return status.getDetails().getCauses().stream()
        .filter(cause -> cause.getField() != null && cause.getMessage() != null)
        .map(cause -> said(cause, flags))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private static String said(StatusCause cause, boolean flags) {
    String field = cause.getField();
    String flag = flags ? flag(field) : field;
    Matcher parts = INVALID.matcher(cause.getMessage());
    if (!parts.matches()) {
      return flag + ": " + cause.getMessage();
    }
    String value = TYPES.contains(parts.group(1)) ? "" : " " + parts.group(1);
    String why = parts.group(2).replace(field + " in body ", "");
    String unit =
        flags && field.endsWith("Seconds") && !why.contains("econds") ? ", in seconds" : "";
    return flag + value + ": " + why + unit;
  }

  private static String flag(String field) {
    String found = "";
    for (String path : FLAGS.keySet()) {
      boolean within =
          field.equals(path) || field.startsWith(path + ".") || field.startsWith(path + "[");
      found = within && path.length() > found.length() ? path : found;
    }
    return found.isEmpty() ? field : FLAGS.get(found);
  }
}
