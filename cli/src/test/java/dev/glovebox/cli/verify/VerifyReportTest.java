package dev.glovebox.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.Screen;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerifyReportTest {
  private static final VerifyReport.Ran RAN = new VerifyReport.Ran("demo", "verify-1", "busybox");

  private static String printed(VerifyReport report) {
    var out = new ByteArrayOutputStream();
    report.print(
        new Screen(new PrintStream(out, true), new PrintStream(out, true), false, false), false);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theSumHasWhatWasNotTried() {
    var report =
        VerifyReport.of(
            RAN,
            "node-1",
            "gvisor",
            List.of(
                new Row("Mount", "mount", Verdict.BLOCKED, "refused"),
                new Row("Root", "be root", Verdict.ESCAPED, "0")),
            List.of("Dns: nothing", "Kubelet: nothing"));

    assertThat(report.verdict()).isEqualTo(Verdict.ESCAPED);
    assertThat(printed(report))
        .endsWith(
            "2 checks on node node-1 under gvisor: 1 BLOCKED, 1 ESCAPED, 0 INCONCLUSIVE; 2 not tried\n")
        .contains("not tried: Dns: nothing\n", "ESCAPED\n  0\n");
  }

  @Test
  void whyNothingWasTriedIsSaidOnceWithWhatToDo() {
    SandboxTask refused =
        Serialization.unmarshal(
            """
            apiVersion: glovebox.dev/v1alpha1
            kind: SandboxTask
            metadata: {name: verify-1, namespace: demo}
            status: {phase: Refused, reason: NetworkNotEnforced, message: node-1 is open}
            """,
            SandboxTask.class);
    var report = VerifyReport.notRun(RAN, "", "", Ending.why(refused), Ending.remedy(refused));

    assertThat(report.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(report.checks())
        .hasSizeGreaterThanOrEqualTo(25)
        .allSatisfy(row -> assertThat(row.seen()).contains("NetworkNotEnforced"));
    assertThat(printed(report).lines())
        .hasSize(3)
        .first()
        .asString()
        .isEqualTo("nothing was tried: the task is Refused/NetworkNotEnforced: node-1 is open");
    assertThat(printed(report)).contains("\n  do: ", "kubectl glovebox explain NetworkNotEnforced");
  }
}
