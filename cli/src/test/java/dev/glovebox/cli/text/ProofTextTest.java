package dev.glovebox.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Isolation;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;

class ProofTextTest {
  private static Isolation isolation(String yaml) {
    // A line before it, or what begins with a brace is taken for JSON.
    return Serialization.unmarshal("---\n" + yaml, Isolation.class);
  }

  @Test
  void withoutEvidenceNothingIsSaid() {
    assertThat(ProofText.lines(null)).isEmpty();
    assertThat(ProofText.lines(isolation("{}"))).isEmpty();
  }

  @Test
  void whatIsNotKnownIsNeverFine() {
    assertThat(ProofText.lines(isolation("{runtime: {kind: GVisor}, network: {}, probe: {}}")))
        .containsExactly(
            "kernel   unknown inside (GVisor, handler unknown); the node's is unknown: NOT shown to be another",
            "network  what it reaches is unknown",
            "process  user unknown, capabilities unknown, (no new privileges: unknown), (read-only root: unknown), (no token: unknown)");
  }

  @Test
  void whatIsWrongIsSaidLoud() {
    assertThat(
            ProofText.lines(
                isolation(
                    "{runtime: {sharedKernel: true, guestKernel: \"6.1\\e[2J\"}, probe: {runAsUser: 0, capabilities: [CAP_SYS_ADMIN], noNewPrivileges: false, readOnlyRoot: false, serviceAccountToken: true, workspaceEmpty: false}}")))
        .satisfiesExactly(
            kernel -> assertThat(kernel).contains("6.1\\x1B[2J", "NOT shown to be another"),
            process ->
                assertThat(process)
                    .contains(
                        "CAPABILITIES CAP_SYS_ADMIN",
                        "NEW PRIVILEGES",
                        "WRITABLE root",
                        "a TOKEN",
                        "workspace NOT EMPTY"));
  }
}
