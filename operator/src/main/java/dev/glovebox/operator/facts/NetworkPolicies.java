package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;

/** Policies that could widen what a sandbox may reach. Read from the server each time. */
public interface NetworkPolicies {

  /**
   * Every NetworkPolicy of a namespace, now.
   *
   * @return Found (possibly empty) or Unreadable (refused, timed out); never Absent
   */
  Lookup<List<NetworkPolicy>> list(String namespace);

  /**
   * API groups of other policy kinds that the server serves, such as {@code cilium.io}. They are
   * only named until their kinds are judged too.
   *
   * @return Found (possibly empty) or Unreadable when discovery failed or was partial; never Absent
   */
  Lookup<List<String>> otherPolicyGroups();
}
