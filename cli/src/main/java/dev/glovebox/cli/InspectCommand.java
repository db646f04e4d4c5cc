package dev.glovebox.cli;

import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.inspect.Inspection;
import dev.glovebox.cli.inspect.InspectionText;
import dev.glovebox.cli.inspect.TaskReads;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** All about one task. */
@Command(
    name = "inspect",
    description = {
      "Shows one task with all that belongs to it: its way with times, the proof, whether its pod is"
          + " still what was planned, the policies that select the pod, volume, events, objects.",
      "Of a task that is gone it shows what was left, by its name or UID."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The task, or what is left of it, was shown",
      "1:There is no such task, and nothing is left of one",
      "64:The command line cannot be understood",
      "69:The cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox inspect hello",
      "  kubectl glovebox inspect -n demo hello -o json"
    })
final class InspectCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private OutputFormat format = new OutputFormat(Form.TABLE, Form.JSON, Form.YAML);

  @Parameters(paramLabel = "TASK", description = "Name of the task, or its UID when it is gone.")
  private String name;

  private final Screen screen;

  InspectCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Form form = format.form();
    String bare = TaskSelection.bare(name);
    try (KubernetesClient client = connection.open()) {
      var inspection = Inspection.of(new TaskReads(client).seen(bare));
      if (inspection.nothing()) {
        throw MissingNamespace.orNotFound(
            client,
            "task \"%s\", or anything left of one,".formatted(bare),
            "kubectl glovebox list -A shows those that there are" + unseen(inspection));
      }
      if (form == Form.TABLE) {
        InspectionText.lines(inspection, Instant.now()).forEach(screen.out()::println);
      } else {
        OutputFormat.print(screen, form, inspection);
      }
    }
    return ExitCode.DONE;
  }

  /** In the error's line: something that could not be read may be there all the same. */
  private static String unseen(Inspection inspection) {
    return inspection.unknown().isEmpty()
        ? ""
        : "; not everything could be read: " + String.join("; ", inspection.unknown());
  }
}
