package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.plan.Cluster;
import dev.glovebox.cli.plan.NotAnswered;
import dev.glovebox.cli.plan.Outlook;
import dev.glovebox.cli.plan.PlanText;
import dev.glovebox.cli.plan.PlannedTask;
import dev.glovebox.cli.plan.TaskDocuments;
import dev.glovebox.cli.text.PlainText;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What would be made for the tasks of a file, and why. Writes nothing, reads no Secret. */
@Command(
    name = "plan",
    description = {
      "Tells what would be made for each task of a file, and why; or why it would be refused.",
      "Decides with the operator's own code. Writes nothing and reads no Secret: what it cannot see"
          + " is listed under \"open\".",
      "-o yaml or json prints the objects themselves."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing speaks against any task, or it would only wait",
      "1:a task would be refused",
      "2:a task's answer hangs on something that could not be read",
      "64:the command line or the file cannot be understood",
      "69:the cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox plan -f task.yaml",
      "  kubectl glovebox plan -f task.yaml -o yaml > objects.yaml",
    })
final class PlanCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";

  private final Screen screen;

  @Mixin private Connection connection;
  @Mixin private OutputFormat format;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description = "File with the tasks, YAML or JSON; - for standard input.")
  private String file;

  @Option(
      names = "--uid",
      paramLabel = "UID",
      description =
          "UID to plan for. Default: metadata.uid of the file, else "
              + PlannedTask.UNKNOWN_UID
              + ": the API server makes a task's UID when the task is made, and names of objects,"
              + " labels and the plan's hash hold it.")
  private String uid;

  PlanCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Form form = format.among(Form.TABLE, Form.JSON, Form.YAML);
    TaskDocuments documents = documents();
    try (KubernetesClient client = connection.open()) {
      // Everybody may ask this: when it fails, it is not about a right, and nothing else will do.
      client.getKubernetesVersion();
      Cluster cluster = Cluster.look(client, documents.configMaps(), Clock.systemUTC());
      return print(form, outlooks(documents, client.getNamespace(), cluster::outlook));
    } catch (NotAnswered e) {
      throw new Failure(ExitCode.UNAVAILABLE, e.getMessage());
    }
  }

  private TaskDocuments documents() {
    try {
      var documents =
          TaskDocuments.parse(
              STANDARD_INPUT.equals(file)
                  ? System.in.readAllBytes()
                  : Files.readAllBytes(Path.of(file)));
      if (documents.tasks().isEmpty()) {
        throw new Failure(ExitCode.USAGE, "-f %s: it holds no SandboxTask".formatted(file));
      }
      if (uid != null && documents.tasks().size() > 1) {
        throw new Failure(ExitCode.USAGE, "--uid: the file holds more than one task");
      }
      return documents;
    } catch (NoSuchFileException e) {
      throw new Failure(ExitCode.USAGE, "-f %s: there is no such file".formatted(file));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new Failure(ExitCode.USAGE, "-f %s: %s".formatted(file, e.getMessage()));
    }
  }

  private List<Outlook> outlooks(
      TaskDocuments documents, String namespace, Function<SandboxTask, Outlook> forecast) {
    List<Outlook> outlooks = new ArrayList<>();
    for (SandboxTask task : documents.tasks()) {
      try {
        outlooks.add(forecast.apply(PlannedTask.of(task, namespace, uid)));
      } catch (IllegalArgumentException e) {
        throw new Failure(ExitCode.USAGE, "-f %s: %s".formatted(file, e.getMessage()));
      }
    }
    return outlooks;
  }

  private int print(Form form, List<Outlook> outlooks) {
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
    if (outlooks.stream().anyMatch(one -> one.verdict() instanceof Outlook.Refused)) {
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
