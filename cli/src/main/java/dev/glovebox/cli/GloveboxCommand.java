package dev.glovebox.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a command: says what there is, as kubectl does. */
@Command(
    name = "kubectl glovebox",
    description = "Runs untrusted work in sandboxes that have proved their isolation first.",
    scope = picocli.CommandLine.ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    usageHelpAutoWidth = true,
    subcommands = {
      CancelCommand.class,
      CompletionCommand.class,
      DeleteCommand.class,
      DoctorCommand.class,
      ExplainCommand.class,
      HelpCommand.class,
      InspectCommand.class,
      ListCommand.class,
      LogsCommand.class,
      PlanCommand.class,
      PolicyCommand.class,
      RunCommand.class,
      VerifyCommand.class,
      WaitCommand.class
    })
final class GloveboxCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
