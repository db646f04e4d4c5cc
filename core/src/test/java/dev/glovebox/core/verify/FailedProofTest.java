package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailedProofTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Failed   | [\"SharedKernel\"]                              | AttestationFailed",
        "TimedOut | [\"AddressReachable\"]                          | AttestationFailed",
        "TimedOut | []                                              | AttestationTimeout",
        "Failed   | [\"WorkspaceNotEmpty\"]                         | WorkspaceNotEmpty",
        "Failed   | [\"WorkspaceNotWritable\"]                      | WorkspaceNotWritable",
        "Failed   | [\"WorkspaceNotEmpty\",\"WorkspaceNotWritable\"]| WorkspaceNotEmpty",
        "Failed   | [\"WorkspaceNotEmpty\",\"Privileged\"]          | AttestationFailed",
        "Failed   | []                                              | AttestationFailed",
        "Passed   | []                                              | AttestationFailed",
      })
  void theVerdictAndTheChecksGiveTheReason(String verdict, String checks, Reason reason) {
    var text =
        Reports.text(
            r -> {
              r.put("verdict", verdict).set("failedChecks", json(checks));
              r.set("details", json("[\"one thing\",\"another\"]"));
            });
    var proof = FailedProof.of(1, text);
    assertThat(proof.reason()).isEqualTo(reason);
    assertThat(proof.failedChecks()).hasSize(json(checks).size());
    assertThat(proof.message()).isEqualTo("one thing; another");
  }

  @Test
  void aProbeThatComplainsAboutItsArgumentIsQuoted() {
    var proof = FailedProof.of(2, "probe attest: bad argument: nonce: missing\n");
    assertThat(proof.reason()).isEqualTo(Reason.AttestationFailed);
    assertThat(proof.failedChecks()).isEmpty();
    assertThat(proof.message())
        .isEqualTo(
            "the probe ended with exit code 2; the probe's message is no report:"
                + " probe attest: bad argument: nonce: missing");
  }

  @Test
  void aProbeThatSaysNothingHasFailed() {
    var proof = FailedProof.of(137, null);
    assertThat(proof.reason()).isEqualTo(Reason.AttestationFailed);
    assertThat(proof.message())
        .isEqualTo("the probe ended with exit code 137; the probe left no report");
  }

  @Test
  void aLongMessageThatIsNoReportIsCut() {
    assertThat(FailedProof.of(1, "x".repeat(4000)).message()).hasSizeLessThan(500).endsWith("…");
  }
}
