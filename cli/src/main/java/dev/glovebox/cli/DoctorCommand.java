package dev.glovebox.cli;

import dev.glovebox.cli.connect.NamespaceName;
import dev.glovebox.cli.doctor.ClusterReads;
import dev.glovebox.cli.doctor.Report;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a cluster is fit for untrusted work. */
@Command(
    name = "doctor",
    description = {
      "Looks at what tasks rely on, check by check: ok, unknown, warning or failed, with what to do.",
      "Changes nothing. What cannot be seen, for example for want of a right, is unknown, never ok."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Every check is ok",
      "1:Some check is a warning or unknown, or the namespace of -n does not exist",
      "2:Some check failed",
      "64:The command line cannot be understood",
      "69:The API server cannot be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox doctor",
      "  kubectl glovebox doctor -o json | jq '.checks[] | select(.level != \"ok\")'"
    })
final class DoctorCommand implements Callable<Integer> {
  static final String OPERATOR_NAMESPACE = "glovebox-system";

  private final Screen screen;

  @Mixin private Connection connection;

  @Mixin
  private OutputFormat output = new OutputFormat(OutputFormat.Form.TABLE, OutputFormat.Form.JSON);

  @Option(
      names = "--operator-namespace",
      paramLabel = "NAME",
      defaultValue = OPERATOR_NAMESPACE,
      description = "Where the chart is installed. Default: ${DEFAULT-VALUE}.")
  private String operatorNamespace;

  DoctorCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    OutputFormat.Form form = output.form();
    NamespaceName.check("--operator-namespace", operatorNamespace);
    Report report;
    try (var client = connection.open();
        var reads = new ClusterReads(client)) {
      if (connection.namespaceGiven() != null) { // no check is about it, so none would notice
        MissingNamespace.of(client)
            .ifPresent(
                none -> {
                  throw new Failure(ExitCode.NO, none);
                });
      }
      report = Report.of(reads.examine(operatorNamespace, ownVersion()));
    }
    if (form == OutputFormat.Form.TABLE) {
      report.print(screen);
    } else {
      OutputFormat.print(screen, form, report);
    }
    return switch (report.verdict()) {
      case OK -> ExitCode.DONE;
      case UNKNOWN, WARNING -> ExitCode.NO;
      case FAILED -> ExitCode.FAILED;
    };
  }

  /** As the chart writes it on the operator: a snapshot has the release's that it leads to. */
  private static String ownVersion() {
    return Objects.requireNonNullElse(
            DoctorCommand.class.getPackage().getImplementationVersion(), "")
        .replace("-SNAPSHOT", "");
  }
}
