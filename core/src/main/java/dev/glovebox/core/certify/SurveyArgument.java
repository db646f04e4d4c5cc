package dev.glovebox.core.certify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.render.ProbeArgument;
import dev.glovebox.core.render.RuntimeFingerprint;
import java.util.List;

/**
 * The one argument of {@code probe survey}.
 *
 * @param version of the format
 * @param nonce sent to the canaries, and repeated in the report
 * @param giveUpAfterSeconds counted from the probe's start
 * @param until what it waits for
 * @param reportOnly kinds of targets whose answer is reported and does not count
 * @param nodeKernels of the node: what the kernel inside must not be
 */
public record SurveyArgument(
    int version,
    String nonce,
    int giveUpAfterSeconds,
    Until until,
    List<ProbeTarget> targets,
    List<ProbeTarget.Kind> reportOnly,
    RuntimeFingerprint runtime,
    ProbeArgument.NodeKernels nodeKernels) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** What the probe waits for. */
  public enum Until {
    /** A canary answers, TCP and UDP. */
    Answered,
    /** Nothing answers. */
    Silent
  }

  static SurveyArgument of(Subject subject, String nonce, Until until, List<ProbeTarget> targets) {
    return new SurveyArgument(
        1,
        nonce,
        CertificationObjects.GIVE_UP_SECONDS,
        until,
        targets,
        // Many policy engines cannot block the own node: whether a task may reach it is decided by
        // its own policy, and by its own probe.
        List.of(ProbeTarget.Kind.OwnNode),
        RuntimeFingerprint.of(subject.kind()),
        new ProbeArgument.NodeKernels(
            List.of(ProbeArgument.kernelHash(subject.node().bootId())),
            List.of(ProbeArgument.kernelHash(subject.node().kernelVersion()))));
  }

  /** Compact JSON; the same argument gives the same text. */
  String json() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of texts and numbers are always JSON", e);
    }
  }
}
