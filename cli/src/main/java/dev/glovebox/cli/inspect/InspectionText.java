package dev.glovebox.cli.inspect;

import dev.glovebox.cli.text.Lapse;
import dev.glovebox.cli.text.ProofText;
import dev.glovebox.cli.text.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** An inspection for people: one screen. */
public final class InspectionText {
  /** The last ones; kubectl has all. */
  private static final int EVENTS = 8;

  private InspectionText() {}

  /** Lines. */
  public static List<String> lines(Inspection of, Instant now) {
    var lines = new ArrayList<String>();
    head(of, lines);
    if (of.exists()) {
      section("Timeline", timeline(of.timeline()), lines);
      section("Proof, seen from inside before the task's first instruction", proof(of), lines);
    }
    section("Pod", pod(of.pod()), lines);
    section("Policies that select the pod", of.policies(), lines);
    section("Volume", of.volumes(), lines);
    section("Events", events(of.events(), now), lines);
    section(of.exists() ? "Objects of the task" : "Left behind", of.objects(), lines);
    if (!of.unknown().isEmpty()) {
      section("Unknown", of.unknown(), lines);
    }
    return List.copyOf(lines);
  }

  private static void head(Inspection of, List<String> lines) {
    if (!of.exists()) {
      lines.add("%s in %s: there is no such task".formatted(of.task(), of.namespace()));
      return;
    }
    lines.add(
        "%s in %s: %s%s%s"
            .formatted(
                of.task(),
                of.namespace(),
                of.phase() == null ? "not seen by the operator yet" : of.phase(),
                isEmpty(of.reason()) ? "" : ", " + of.reason(),
                of.exitCode() == null ? "" : ", exit code " + of.exitCode()));
    if (!isEmpty(of.message())) {
      lines.add("  " + of.message());
    }
    lines.add(
        "  uid %s, policy %s, node %s".formatted(of.uid(), orNone(of.policy()), orNone(of.node())));
  }

  private static List<String> timeline(List<Moment> moments) {
    var lines = new ArrayList<String>();
    for (Moment moment : moments) {
      String since =
          moment.secondsSinceBefore() == null
              ? ""
              : "+" + Lapse.of(Duration.ofSeconds(Math.round(moment.secondsSinceBefore())));
      lines.add("%-30s %-26s %s".formatted(moment.what(), moment.time(), since).stripTrailing());
    }
    return lines;
  }

  private static List<String> proof(Inspection of) {
    var lines = new ArrayList<>(of.notIsolated());
    lines.addAll(ProofText.lines(of.isolation()));
    return lines;
  }

  private static List<String> pod(PodState pod) {
    var lines = new ArrayList<String>();
    lines.add(pod.name() == null ? pod.say() : pod.name() + ": " + pod.say());
    if (pod.planHash() != null) {
      lines.add("plan " + pod.planHash());
    }
    return lines;
  }

  private static List<String> events(List<TaskEvent> all, Instant now) {
    if (all.isEmpty()) {
      return List.of();
    }
    var table = new Table("AGE", "TYPE", "REASON", "ABOUT", "MESSAGE");
    all.subList(Math.max(0, all.size() - EVENTS), all.size())
        .forEach(
            event ->
                table.row(
                    Lapse.since(event.time().isEmpty() ? null : event.time(), now),
                    event.type(),
                    event.reason(),
                    event.about(),
                    event.message()));
    return table.lines();
  }

  private static void section(String title, List<String> content, List<String> lines) {
    lines.add("");
    lines.add(title);
    if (content.isEmpty()) {
      lines.add("  none");
    }
    content.forEach(line -> lines.add("  " + line));
  }

  private static boolean isEmpty(String text) {
    return text == null || text.isEmpty();
  }

  private static String orNone(String text) {
    return isEmpty(text) ? "none" : text;
  }
}
