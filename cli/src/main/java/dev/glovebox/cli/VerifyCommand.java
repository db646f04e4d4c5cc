package dev.glovebox.cli;

import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.doctor.ClusterReads;
import dev.glovebox.cli.doctor.Report;
import dev.glovebox.cli.run.TaskWait;
import dev.glovebox.cli.text.PlainText;
import dev.glovebox.cli.verify.Verdict;
import dev.glovebox.cli.verify.Verification;
import dev.glovebox.cli.verify.VerifyReport;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a sandbox holds, tried from inside. */
@Command(
    name = "verify",
    description = {
      "Runs a task under the namespace's policy that tries what a sandbox must not allow, and says of"
          + " each try: BLOCKED, ESCAPED, or INCONCLUSIVE where no control shows that it would have been seen.",
      "Makes one task (two where no node was certified before) and deletes it, also on Ctrl-C. No try"
          + " changes anything where it succeeds."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Every check is BLOCKED; what is listed as not tried is no check, and does not count",
      "2:Some check is ESCAPED or INCONCLUSIVE",
      "64:The command line cannot be understood, or no image can be chosen",
      "69:The API server cannot be asked, or refused the task",
      "124:The task did not end in time",
      "130:Ctrl-C; the task is deleted"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox verify -n agents --image registry.example.com/tools/busybox@sha256:…",
      "  kubectl glovebox verify --image IMAGE --runtime kata -o json | jq '.checks[] | select(.verdict != \"BLOCKED\")'"
    })
final class VerifyCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private Connection connection;
  @Mixin private OutputFormat output = new OutputFormat(Form.TABLE, Form.WIDE, Form.JSON);

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description =
          "An image with busybox that the policy allows. Default: busybox of the policy's registry,"
              + " where it has one only and requires no digest.")
  private String image;

  @Option(
      names = "--runtime",
      paramLabel = "CLASS",
      description = "RuntimeClass. Default: the first of the policy that can be had.")
  private String runtimeClass;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5m",
      description =
          "How long to wait for the task's end, such as 90s or 5m. Default: ${DEFAULT-VALUE}.")
  private String timeout;

  VerifyCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Form form = output.form();
    Duration limit = TaskWait.limit("--timeout", timeout);
    VerifyReport report;
    try (var client = connection.open()) {
      report =
          new Verification(client, this::tell, () -> failures(client))
              .run(client.getNamespace(), image, runtimeClass, limit);
    }
    if (form == Form.JSON) {
      OutputFormat.print(screen, form, report);
    } else {
      report.print(screen, form == Form.WIDE);
    }
    return report.verdict() == Verdict.BLOCKED ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void tell(String line) {
    screen.err().println(PlainText.line(line));
  }

  /** What doctor calls failed, in one line; empty when nothing, or when it cannot be asked. */
  private static String failures(KubernetesClient client) {
    try (var reads = new ClusterReads(client)) {
      String namespace = operatorNamespace(client);
      String failures = Report.of(reads.examine(namespace, "")).failures();
      return failures.isEmpty()
          ? ""
          : "%s; what to do: kubectl glovebox doctor%s"
              .formatted(
                  failures,
                  namespace.equals(DoctorCommand.OPERATOR_NAMESPACE)
                      ? ""
                      : " --operator-namespace " + namespace);
    } catch (KubernetesClientException | Failure e) {
      return "";
    }
  }

  /**
   * Where the chart is installed; where no operator is found, or it may not be looked for, where
   * doctor looks when it is not told: then it says what is not there.
   */
  private static String operatorNamespace(KubernetesClient client) {
    try {
      List<String> found =
          client
              .apps()
              .deployments()
              .inAnyNamespace()
              .withLabel("app.kubernetes.io/name", "glovebox-operator")
              .list()
              .getItems()
              .stream()
              .map(one -> one.getMetadata().getNamespace())
              .toList();
      return found.isEmpty() || found.contains(DoctorCommand.OPERATOR_NAMESPACE)
          ? DoctorCommand.OPERATOR_NAMESPACE
          : found.getFirst();
    } catch (KubernetesClientException e) {
      return DoctorCommand.OPERATOR_NAMESPACE;
    }
  }
}
