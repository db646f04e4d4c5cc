package dev.glovebox.core.verify;

import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** NetworkPolicies only add up: one more that selects a pod can only open, never close. */
@SuppressWarnings("DoNotCallSuggester")
public final class PolicyUnion {
  private PolicyUnion() {}

  /**
   * A policy that opens more than ours does: it selects the pod and has an allow rule.
   *
   * @param podLabels labels of the pod
   * @param all every NetworkPolicy of the pod's namespace
   * @param oursName name of our policy
   * @param oursUid UID of our policy; one of that name with another UID is not ours
   * @return the name of the first such policy by name; empty when none widens
   */
  public static Optional<String> widening(
      Map<String, String> podLabels, List<NetworkPolicy> all, String oursName, String oursUid) {
    throw new UnsupportedOperationException("in work");
  }
}
