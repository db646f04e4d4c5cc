package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;

/** Policies that could widen what a sandbox may reach. Read from the server each time. */
public interface NetworkPolicies {

  /**
   * The NetworkPolicies of a namespace that could select a sandbox of this task: those without the
   * label {@code glovebox.dev/task-uid}, those with this task's UID in it, and those that carry the
   * label but select anything else than the task that it names. Left out are the policies of other
   * tasks, which only Glovebox may make (admission policy); a thousand of them would cost each task
   * some 50 ms of reading.
   *
   * <p>Why {@code notOlderThan}: a list without it waits until the server's cache has caught up
   * with every write to anything, measured 77 ms on Kubernetes 1.34. With the resourceVersion of
   * the task's own NetworkPolicy the server answers as soon as it has seen that one: 2 ms, and
   * every policy made before ours is in it.
   *
   * @param taskUid UID of the task
   * @param notOlderThan resourceVersion of the task's own NetworkPolicy as the server last gave it;
   *     null or empty = whatever is true at the moment of asking
   * @return Found (possibly empty) or Unreadable (refused, timed out); never Absent
   */
  Lookup<List<NetworkPolicy>> list(String namespace, String taskUid, String notOlderThan);

  /**
   * API groups of other policy kinds that the server serves, such as {@code cilium.io}. They are
   * only named until their kinds are judged too.
   *
   * @return Found (possibly empty) or Unreadable when discovery failed or was partial; never Absent
   */
  Lookup<List<String>> otherPolicyGroups();
}
