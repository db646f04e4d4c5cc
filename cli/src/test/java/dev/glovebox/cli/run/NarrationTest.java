package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NarrationTest {
  private static final String EVIDENCE =
      "isolation: {runtime: {kind: GVisor, handler: runsc, guestKernel: 4.19.0-gvisor, nodeKernel: 6.1.0, sharedKernel: false}, network: {mode: None, targets: 14, blocked: 14, rounds: 3}, probe: {runAsUser: 10000, capabilities: [], noNewPrivileges: true, readOnlyRoot: true, serviceAccountToken: false, workspaceEmpty: true}}";

  private final Narration narration = new Narration();

  @Test
  void eachThingIsToldOnce() {
    assertThat(narration.next(Tasks.with("null"))).isEmpty();
    var waiting = Tasks.with("{phase: Pending, reason: QuotaExceeded, message: \"full\"}");
    assertThat(narration.next(waiting)).containsExactly("Pending: QuotaExceeded: full");
    assertThat(narration.next(waiting)).isEmpty();
    assertThat(narration.next(Tasks.with("{phase: Provisioning}"))).containsExactly("Provisioning");
  }

  @Test
  void theProofIsToldWhenTheOperatorSaysThatItIsOne() {
    String before = "{phase: Attesting, provedTime: x, %s}".formatted(EVIDENCE);
    assertThat(narration.next(Tasks.with(before))).containsExactly("Attesting");

    String proved =
        "{phase: Running, nodeName: node-1, provedTime: x, %s, conditions: [{type: Isolated, status: \"True\"}], findings: [{type: NodeReachable, message: m}]}"
            .formatted(EVIDENCE);
    assertThat(narration.next(Tasks.with(proved)))
        .containsExactly(
            "Proved, from inside the sandbox and before the task's first instruction:",
            "  kernel   4.19.0-gvisor inside (GVisor, handler runsc); the node's is 6.1.0",
            "  network  14 of 14 forbidden targets gave no answer, 3 rounds in a row; mode None",
            "  process  user 10000, no capabilities, no new privileges, read-only root, no token, empty workspace",
            "  weaker than it should be: NodeReachable: m",
            "Running on node-1");
    assertThat(narration.next(Tasks.with(proved))).isEmpty();
  }

  @Test
  void theEndIsNotItsToTell() {
    assertThat(narration.next(Tasks.with("{phase: Succeeded}"))).isEmpty();
  }

  @Test
  void whatOthersWroteCannotDriveATerminal() {
    assertThat(narration.next(Tasks.with("{phase: Pending, reason: R, message: \"a\\e[2Jb\"}")))
        .containsExactly("Pending: R: a\\x1B[2Jb");
  }
}
