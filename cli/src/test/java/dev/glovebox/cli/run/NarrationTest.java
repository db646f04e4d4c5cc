package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

  @Test
  void aMessageIsToldOnceThroughAllStates() {
    String error = "ErrImagePull: failed to resolve image: read udp 127.0.0.1:%d: refused";
    String backOff = "ImagePullBackOff: Back-off pulling image x: ";
    assertThat(next("Provisioning", error.formatted(57822)))
        .startsWith("Provisioning: ImagePullFailed: " + error.formatted(57822))
        .hasSize(2);
    assertThat(next("Provisioning", error.formatted(1))).isEmpty();
    assertThat(next("Stopping", backOff + error.formatted(40992)))
        .containsExactly("Stopping: ImagePullFailed: " + backOff + "(as above)");
    assertThat(end("Refused", backOff + error.formatted(40992)))
        .startsWith(
            "Refused: ImagePullFailed",
            "What to do: Check the image's name and digest, and the policy's pull secrets.")
        .hasSize(2);
  }

  @Test
  void ofAnImageThatDoesNotComeItIsToldOnceWhatToCheckAndHowLongItIsTried() {
    String state =
        "{phase: %s, reason: %s, message: m, effective: {timeouts: {provisionSeconds: 300}}}";
    assertThat(narration.next(Tasks.with(state.formatted("Provisioning", "Unschedulable"))))
        .containsExactly("Provisioning: Unschedulable: m");
    var failed = Tasks.with(state.formatted("Provisioning", "ImagePullFailed"));
    assertThat(narration.next(failed))
        .endsWith(
            "  Check the image's name and digest first: x. It is tried again until 5m after its creation, at 2026-11-30T07:05:00Z (provisionSeconds 300); Ctrl-C ends it");
    assertThat(narration.next(failed)).isEmpty();

    var stopping = Tasks.with("{phase: Stopping, reason: ImagePullFailed, message: gone}");
    assertThat(new Narration().next(stopping)).hasSize(1);
    var unknown = Tasks.with("{phase: Provisioning, reason: ImagePullFailed, message: m}");
    assertThat(new Narration().next(unknown).getLast())
        .contains("tried again until provisionSeconds are over; Ctrl-C");
  }

  @Test
  void whatIsNewAtTheEndIsTold() {
    next("Provisioning", "it waits for a node with room for it");
    assertThat(end("Refused", "something else"))
        .startsWith("Refused: ImagePullFailed: something else");
    assertThat(end("Refused", "")).startsWith("Refused: ImagePullFailed");
  }

  private List<String> next(String phase, String message) {
    return narration.next(
        Tasks.with(
            "{phase: %s, reason: ImagePullFailed, message: \"%s\"}".formatted(phase, message)));
  }

  private List<String> end(String phase, String message) {
    return narration.end(
        Tasks.with(
                "{phase: %s, reason: ImagePullFailed, message: \"%s\"}".formatted(phase, message))
            .getStatus());
  }
}
