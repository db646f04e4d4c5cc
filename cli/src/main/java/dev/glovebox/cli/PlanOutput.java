package dev.glovebox.cli;

import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.plan.Outlook;
import dev.glovebox.cli.plan.PlanText;
import dev.glovebox.cli.plan.PlannedTask;
import dev.glovebox.cli.text.PlainText;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/** Prints what would become of tasks. */
final class PlanOutput {
  private final Screen screen;

  PlanOutput(Screen screen) {
    this.screen = screen;
  }

  /**
   * Prints them.
   *
   * @return the exit code: of {@link ExitCode}
   */
  int print(Form form, List<Outlook> outlooks) {
    if (form == Form.TABLE) {
      for (int i = 0; i < outlooks.size(); i++) {
        if (i > 0) {
          screen.out().println();
        }
        // It may be somebody else's file, and no API server has looked at it yet.
        PlanText.lines(outlooks.get(i)).forEach(line -> screen.out().println(PlainText.line(line)));
      }
    } else {
      List<HasMetadata> objects = new ArrayList<>();
      outlooks.forEach(
          outlook -> outlook.plan().ifPresent(plan -> add(Rendered.of(plan), objects)));
      outlooks.forEach(this::tell);
      OutputFormat.print(screen, form, OutputFormat.listOf(objects));
    }
    if (outlooks.stream()
        .map(Outlook::verdict)
        .anyMatch(one -> one instanceof Outlook.Refused || one instanceof Outlook.Taken)) {
      return ExitCode.NO;
    }
    return outlooks.stream().anyMatch(Outlook::hasUnknowns) ? ExitCode.FAILED : ExitCode.DONE;
  }

  /** In the order in which the operator makes them. */
  private static void add(Rendered rendered, List<HasMetadata> objects) {
    objects.add(rendered.networkPolicy());
    objects.add(rendered.pod());
    rendered.claim().ifPresent(objects::add);
  }

  /** What the objects do not say: beside them, on standard error. */
  private void tell(Outlook outlook) {
    var meta = outlook.task().getMetadata();
    String name = meta.getNamespace() + "/" + meta.getName();
    switch (outlook.verdict()) {
      case Outlook.Refused no ->
          warn(
              "%s: refused: %s: %s".formatted(name, no.refusal().reason(), no.refusal().message()));
      case Outlook.Waits waits ->
          warn(
              "%s: waits: %s: %s"
                  .formatted(name, waits.waiting().reason(), waits.waiting().message()));
      case Outlook.Taken taken -> warn("%s: would not be made: %s".formatted(name, taken.by()));
      case Outlook.Runs runs -> {}
    }
    for (var question : outlook.open()) {
      warn(
          "%s: open: %s: %s: %s"
              .formatted(
                  name, question.state().words(), question.subject().words(), question.why()));
    }
    if (outlook.plan().isPresent() && meta.getUid().equals(PlannedTask.UNKNOWN_UID)) {
      warn(
          "%s: the UID is not known before the task is made; %s stands for it"
              .formatted(name, PlannedTask.UNKNOWN_UID));
    }
  }

  private void warn(String line) {
    screen.err().println(PlainText.line(line));
  }
}
