package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.plan.Cluster;
import dev.glovebox.cli.plan.NotAnswered;
import dev.glovebox.cli.plan.OfflineCluster;
import dev.glovebox.cli.plan.OfflinePolicy;
import dev.glovebox.cli.plan.Outlook;
import dev.glovebox.cli.plan.PlanText;
import dev.glovebox.cli.plan.PlannedTask;
import dev.glovebox.cli.plan.TaskDocuments;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
      "1:a task would be refused, or not made, as its name is in use",
      "2:a task's answer hangs on something that could not be read",
      "64:the command line or the file cannot be understood",
      "69:the cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox plan -f task.yaml",
      "  kubectl glovebox plan -f task.yaml -o yaml > objects.yaml",
      "  kubectl glovebox plan --offline -f task.yaml --policy policy.yaml"
    })
final class PlanCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private Connection connection;
  @Mixin private OutputFormat format = new OutputFormat(Form.TABLE, Form.JSON, Form.YAML);

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
          "UID to plan for. Default: metadata.uid of the file, else zeros: the API server makes a task's UID when the task is made, and names of objects,"
              + " labels and the plan's hash hold it.")
  private String uid;

  @Option(
      names = "--offline",
      description =
          "Ask no cluster and read no kubeconfig: an ordinary cluster is assumed, and what is assumed"
              + " is listed under \"open\".")
  private boolean offline;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "With --offline: file with the SandboxPolicy in force, - for standard input. Default: the"
              + " chart's default policy, with the image's registry allowed.")
  private String policyFile;

  PlanCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Form form = format.form();
    checkOptions();
    TaskDocuments documents = documents();
    var output = new PlanOutput(screen);
    if (offline) {
      return output.print(form, withoutCluster(documents));
    }
    try (KubernetesClient client = connection.open()) {
      Cluster cluster = Cluster.look(client, documents.configMaps(), Clock.systemUTC());
      return output.print(form, outlooks(documents, client.getNamespace(), cluster::outlook));
    } catch (NotAnswered e) {
      throw e.failure(connection.place());
    }
  }

  /** The policy of the command line, or the chart's. */
  private OfflinePolicy offlinePolicy() {
    if (policyFile == null) {
      return OfflinePolicy.ofChart();
    }
    try {
      return OfflinePolicy.given(
          InputFile.read("--policy", policyFile).policies(),
          InputFile.STANDARD_INPUT.equals(policyFile) ? "standard input" : policyFile);
    } catch (IllegalArgumentException e) {
      throw new Failure(ExitCode.USAGE, "--policy %s: %s".formatted(policyFile, e.getMessage()));
    }
  }

  private List<Outlook> withoutCluster(TaskDocuments documents) {
    var cluster = new OfflineCluster(offlinePolicy(), documents.configMaps(), Instant.now());
    String namespace = connection.namespaceGiven();
    return outlooks(documents, namespace == null ? "default" : namespace, cluster::outlook);
  }

  /** What contradicts: a file that is given and not looked at would be a surprise. */
  private void checkOptions() {
    connection.namespaceGiven();
    if (offline && connection.namesCluster()) {
      throw new Failure(
          ExitCode.USAGE, "--offline asks no cluster: leave out --kubeconfig and --context");
    }
    if (policyFile != null && !offline) {
      throw new Failure(
          ExitCode.USAGE,
          "--policy is for --offline: a cluster has its own policy in force; add --offline");
    }
    if (InputFile.STANDARD_INPUT.equals(file) && InputFile.STANDARD_INPUT.equals(policyFile)) {
      throw new Failure(ExitCode.USAGE, "-f and --policy: only one of them can be standard input");
    }
  }

  private TaskDocuments documents() {
    TaskDocuments documents = InputFile.read("-f", file);
    if (documents.tasks().isEmpty()) {
      throw new Failure(
          ExitCode.USAGE,
          "-f %s: it holds no SandboxTask%s"
              .formatted(
                  file,
                  documents.besides().isEmpty()
                      ? ""
                      : ", only " + PlanText.counted(documents.besides())));
    }
    for (SandboxTask task : documents.tasks()) {
      connection.refuseOther(task.getMetadata() == null ? null : task.getMetadata().getNamespace());
    }
    if (uid != null && documents.tasks().size() > 1) {
      throw new Failure(ExitCode.USAGE, "--uid: the file holds more than one task");
    }
    if (!documents.leftOut().isEmpty()) {
      screen
          .err()
          .println(
              PlainText.line(
                  "left out, as no SandboxTask: " + PlanText.counted(documents.leftOut())));
    }
    return documents;
  }

  private List<Outlook> outlooks(
      TaskDocuments documents, String namespace, Function<SandboxTask, Outlook> forecast) {
    List<Outlook> outlooks = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (SandboxTask task : documents.tasks()) {
      try {
        SandboxTask planned = PlannedTask.of(task, namespace, uid);
        var meta = planned.getMetadata();
        boolean generated = !meta.getName().equals(task.getMetadata().getName());
        boolean first = generated || names.add(meta.getNamespace() + "/" + meta.getName());
        Outlook outlook = forecast.apply(planned);
        outlooks.add(
            first ? outlook : outlook.taken("the file holds another SandboxTask of this name"));
      } catch (IllegalArgumentException e) {
        throw new Failure(ExitCode.USAGE, "-f %s: %s".formatted(file, e.getMessage()));
      }
    }
    return outlooks;
  }
}
