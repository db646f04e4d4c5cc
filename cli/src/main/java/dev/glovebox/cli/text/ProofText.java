package dev.glovebox.cli.text;

import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.api.v1alpha1.NetworkEvidence;
import dev.glovebox.api.v1alpha1.ProcessEvidence;
import dev.glovebox.api.v1alpha1.RuntimeEvidence;
import dev.glovebox.core.progress.TerminationMessage;
import java.util.ArrayList;
import java.util.List;

/** What was seen from inside a sandbox before the task's first instruction, for people. */
public final class ProofText {
  private ProofText() {}

  /**
   * A line each for kernel, network and process, as far as there is evidence of them.
   *
   * @param isolation may be null
   */
  public static List<String> lines(Isolation isolation) {
    var lines = new ArrayList<String>();
    if (isolation != null && isolation.runtime() != null) {
      lines.add("kernel   " + kernel(isolation.runtime()));
    }
    if (isolation != null && isolation.network() != null) {
      lines.add("network  " + network(isolation.network()));
    }
    if (isolation != null && isolation.probe() != null) {
      lines.add("process  " + process(isolation.probe()));
    }
    return List.copyOf(lines);
  }

  private static String kernel(RuntimeEvidence runtime) {
    return "%s inside (%s, handler %s); the node's is %s%s"
        .formatted(
            shown(runtime.guestKernel()),
            shown(runtime.kind()),
            shown(runtime.handler()),
            shown(runtime.nodeKernel()),
            Boolean.FALSE.equals(runtime.sharedKernel()) ? "" : ": NOT shown to be another");
  }

  private static String network(NetworkEvidence network) {
    if (network.targets() == null || network.blocked() == null) {
      return "what it reaches is unknown";
    }
    return "%d of %d forbidden targets gave no answer, %s rounds in a row; mode %s"
        .formatted(
            network.blocked(), network.targets(), shown(network.rounds()), shown(network.mode()));
  }

  private static String process(ProcessEvidence process) {
    List<String> capabilities = process.capabilities();
    String held =
        capabilities == null
            ? "capabilities unknown"
            : capabilities.isEmpty()
                ? "no capabilities"
                : "CAPABILITIES " + String.join(" ", capabilities);
    return "user %s, %s, %s, %s, %s%s"
        .formatted(
            shown(process.runAsUser()),
            TerminationMessage.clean(held),
            said(process.noNewPrivileges(), "no new privileges", "NEW PRIVILEGES possible"),
            said(process.readOnlyRoot(), "read-only root", "WRITABLE root"),
            said(negated(process.serviceAccountToken()), "no token", "a TOKEN"),
            process.workspaceEmpty() == null
                ? ""
                : ", " + said(process.workspaceEmpty(), "empty workspace", "workspace NOT EMPTY"));
  }

  private static Boolean negated(Boolean value) {
    return value == null ? null : !value;
  }

  private static String said(Boolean value, String yes, String no) {
    return value == null ? "(%s: unknown)".formatted(yes) : value ? yes : no;
  }

  private static String shown(Object value) {
    return value == null ? "unknown" : TerminationMessage.clean(value.toString());
  }
}
