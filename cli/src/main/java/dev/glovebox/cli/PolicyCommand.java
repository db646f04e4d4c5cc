package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.plan.NotAnswered;
import dev.glovebox.cli.plan.PolicyLookup;
import dev.glovebox.cli.plan.PolicyText;
import dev.glovebox.cli.text.PlainText;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.core.plan.PolicyTerms;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The SandboxPolicy in force in a namespace, and whether it allows something. */
@Command(
    name = "policy",
    description = {
      "Shows the SandboxPolicy in force in a namespace: every limit, defaults filled in.",
      "--can asks whether it allows an image, an address or range, or an amount, and names the field"
          + " that decides."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; with --can: yes",
      "1:no policy is in force; with --can: no, in at least one field",
      "64:the command line cannot be understood",
      "69:the cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox policy -n agents",
      "  kubectl glovebox policy --can 203.0.113.0/24",
      "  kubectl glovebox policy --can 16Gi",
      "  kubectl glovebox policy --can registry.example.com/tools/go:1.25"
    })
final class PolicyCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private Connection connection;
  @Mixin private OutputFormat format = new OutputFormat(Form.TABLE, Form.JSON, Form.YAML);

  @Option(
      names = "--can",
      paramLabel = "IMAGE|CIDR|SIZE",
      description =
          "Whether a task may ask for it. 500m and 2 are CPUs; 16Gi is memory, disk and workspace.")
  private String thing;

  PolicyCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Form form = format.form();
    if (thing != null && !PolicyTerms.isThing(thing)) {
      throw new Failure(
          ExitCode.USAGE,
          "--can: \"%s\" is no image, range or quantity; such as registry.example.com/tools/go:1.25, 203.0.113.0/24, 16Gi or 500m"
              .formatted(thing));
    }
    try (KubernetesClient client = connection.open()) {
      PolicyLookup found = PolicyLookup.of(client, client.getNamespace());
      return switch (found.choice()) {
        case PolicyChoice.Missing missing -> {
          screen.err().println("error: " + PlainText.line(missing.refusal().message()));
          yield ExitCode.NO;
        }
        case PolicyChoice.Chosen chosen ->
            thing == null
                ? show(form, found, chosen.policy())
                : answer(form, PolicyTerms.of(chosen.policy()));
      };
    } catch (NotAnswered e) {
      throw e.failure(connection.place());
    }
  }

  private int show(Form form, PolicyLookup found, SandboxPolicy policy) {
    if (form == Form.TABLE) {
      PolicyText.lines(found.namespace(), policy)
          .forEach(line -> screen.out().println(PlainText.line(line)));
    } else {
      policy.setSpec(PolicyTerms.of(policy).spec());
      OutputFormat.print(screen, form, policy);
    }
    return ExitCode.DONE;
  }

  private int answer(Form form, PolicyTerms terms) {
    List<PolicyTerms.Answer> answers = terms.answers(thing);
    if (form == Form.TABLE) {
      for (PolicyTerms.Answer one : answers) {
        screen
            .out()
            .println(
                PlainText.line(
                    "%s  %s: %s"
                        .formatted(one.allowed() ? "yes" : "no ", one.field(), one.because())));
      }
    } else {
      OutputFormat.print(screen, form, answers);
    }
    return answers.stream().allMatch(PolicyTerms.Answer::allowed) ? ExitCode.DONE : ExitCode.NO;
  }
}
