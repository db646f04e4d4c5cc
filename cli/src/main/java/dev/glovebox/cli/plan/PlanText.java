package dev.glovebox.cli.plan;

import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;

/** What would become of a task, for people. */
public final class PlanText {
  private static final int NAMED = 10;

  private PlanText() {}

  /** The answer first, then how it would run, then what is open. */
  public static List<String> lines(Outlook outlook) {
    ObjectMeta meta = outlook.task().getMetadata();
    var sections = new Sections();
    sections.add("task", meta.getNamespace() + "/" + meta.getName());
    switch (outlook.verdict()) {
      case Outlook.Refused refused ->
          sections
              .add("answer", "would be refused: " + refused.refusal().reason())
              .add("message", refused.refusal().message())
              .add("meaning", refused.refusal().reason().meaning())
              .add("advice", refused.refusal().reason().advice());
      case Outlook.Waits waits -> waits(sections, waits);
      case Outlook.Runs runs -> sections.add("answer", runs(outlook));
      case Outlook.Taken taken ->
          sections
              .add("answer", "would not be made: " + taken.by())
              .add("advice", "Another name; or remove that one first, then this would be made.")
              .add("", outlook.plan().isPresent() ? "What follows is how it runs then." : "");
    }
    outlook.plan().ifPresent(plan -> PlanSections.add(sections, plan));
    sections.add("open", open(outlook));
    return sections.lines();
  }

  /** The first of many, and how many more there are. */
  public static String counted(List<String> names) {
    String first = String.join(", ", names.stream().limit(NAMED).toList());
    return names.size() > NAMED ? "%s and %d more".formatted(first, names.size() - NAMED) : first;
  }

  private static String runs(Outlook outlook) {
    long unknown = outlook.open().stream().filter(one -> one.state() == Open.State.UNKNOWN).count();
    if (unknown == 0 && outlook.isAboutAnAssumedCluster()) {
      return "would run on a cluster as it is assumed (open, below), once what the operator checks is as it must be";
    }
    return unknown == 0
        ? "would run, once what the operator checks is as it must be"
        : "nothing that is known speaks against it; %s not known (open, below)"
            .formatted(unknown == 1 ? "one question is" : unknown + " questions are");
  }

  private static void waits(Sections sections, Outlook.Waits waits) {
    Waiting waiting = waits.waiting();
    sections.add("answer", "would wait: " + waiting.reason()).add("message", waiting.message());
    sections.add("advice", advice(waiting.reason()));
    if (waits.then().isPresent()) {
      Plan then = waits.then().get();
      sections.add(
          "",
          "at most %d s after its creation (provisionSeconds); then it would be refused. What follows is how it runs if the wait ends well."
              .formatted(then.spec().timeouts().provisionSeconds()));
    }
  }

  private static String advice(Reason reason) {
    return reason == Reason.NodeNotCertified
        ? "Nothing to do: nodes are certified when a task wants them, which takes some seconds."
        : reason.advice();
  }

  private static List<String> open(Outlook outlook) {
    List<String> lines = new ArrayList<>();
    for (Open.State state : Open.State.values()) {
      outlook.open().stream()
          .filter(question -> question.state() == state)
          .map(
              question ->
                  "%s: %s: %s".formatted(state.words(), question.subject().words(), question.why()))
          .forEach(lines::add);
    }
    if (outlook.plan().isPresent() && outlook.isShapedByGuesses()) {
      lines.add("So the objects may be others than these in what depends on it.");
    }
    return lines;
  }
}
