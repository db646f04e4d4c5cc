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
    if (!of.whatToDo().isEmpty()) {
      section("What to do", of.whatToDo(), lines);
    }
    if (of.exists()) {
      section("Timeline", timeline(of.timeline()), lines);
      section("Proof, seen from inside before the task's first instruction", proof(of), lines);
      section("Pod", pod(of), lines);
      section("Policies that select the pod", of.policies(), lines);
      section("Volume", of.volumes(), lines);
    } else if (!of.volumes().isEmpty()) {
      section("Volume", of.volumes(), lines);
    }
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
      lines.add(
          of.objects().isEmpty()
              ? of.unknown().isEmpty()
                  ? "  it was deleted: nothing of it is left but these events"
                  : "  no object of it was found; not all could be read"
              : "  it is gone, and objects of it are left");
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
    if (of.deletion() != null) {
      lines.add("  " + of.deletion());
    }
    lines.add(
        "  uid %s, %s"
            .formatted(
                of.uid(),
                of.policy() == null
                    ? unplanned(of)
                    : "policy %s, %s"
                        .formatted(
                            of.policy(), isEmpty(of.node()) ? "on no node" : "node " + of.node())));
  }

  private static String unplanned(Inspection of) {
    return "%s (SandboxPolicy in force there: %s)"
        .formatted(
            of.planned() ? "not planned" : "refused before it was planned",
            of.policyInForce() == null
                ? of.unknown().stream().anyMatch(one -> one.startsWith("SandboxPolicy"))
                    ? "unknown"
                    : "none"
                : of.policyInForce());
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
    if (!of.planned()) {
      return List.of("none was needed: nothing of the task was made, and nothing of it ran");
    }
    var lines = new ArrayList<>(of.notIsolated());
    lines.addAll(ProofText.lines(of.isolation()));
    return lines;
  }

  private static List<String> pod(Inspection of) {
    PodState pod = of.pod();
    var lines = new ArrayList<String>();
    if (pod.verdict() == PodState.Verdict.NONE) {
      lines.add(of.planned() ? "there is none" : "none was made");
    } else {
      lines.add(pod.name() == null ? pod.say() : pod.name() + ": " + pod.say());
    }
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
}
