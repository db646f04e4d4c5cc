package dev.glovebox.operator.certify;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicyStatus;
import dev.glovebox.core.certify.PolicyStanding;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.operator.write.CertificateWriter;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps {@code status} of the SandboxPolicies: written when it changes, not more often than this.
 */
final class PolicyStatuses {

  static final Duration EVERY = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(PolicyStatuses.class);

  private final CertificateWriter writer;

  /** When a policy's status was last written, by its UID: only to pace, never to decide. */
  private final Map<String, Instant> written = new HashMap<>();

  PolicyStatuses(CertificateWriter writer) {
    this.writer = writer;
  }

  /** Writes those that are not as they should be. From one thread only. */
  void write(Collection<SandboxPolicy> policies, Facts facts) {
    written.values().removeIf(when -> !facts.takenAt().isBefore(when.plus(EVERY)));
    for (SandboxPolicy policy : policies) {
      String uid = policy.getMetadata().getUid();
      SandboxPolicyStatus status = PolicyStanding.of(policy, facts);
      if (written.containsKey(uid) || status.equals(policy.getStatus())) {
        continue;
      }
      // What the watch shows may be older than what was written: a conflict is looked at again.
      if (writer.status(policy, status) instanceof WriteResult.Done) {
        written.put(uid, facts.takenAt());
      } else {
        LOG.debug("Status of SandboxPolicy {} not written now", policy.getMetadata().getName());
      }
    }
  }
}
