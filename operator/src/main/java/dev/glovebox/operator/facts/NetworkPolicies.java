package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Policies that could widen what a sandbox may reach. Read from the server each time. */
public interface NetworkPolicies {

  /**
   * The NetworkPolicies of a namespace that could select a sandbox of this task: those without the
   * label {@code glovebox.dev/task-uid}, and those with this task's UID in it. Left out are the
   * policies of other tasks, which only Glovebox may make (admission policy); a thousand of them
   * would cost each task some 50 ms of reading. One that carries another task's label and selects
   * more than that task is in {@link #otherWidening}.
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
   * A policy of another kind that opens something to this pod, as the server has them at the moment
   * of asking; and any that the watch knows of, NetworkPolicies included. Where the server serves
   * no other kinds this costs no request.
   *
   * @param podLabels labels of the pod
   * @param oursName name of the task's own NetworkPolicy
   * @param oursUid UID of the task's own NetworkPolicy
   * @return Found with the message (which policy, and what to do) or empty, or Unreadable: a group
   *     that could not be read (refused, timed out, discovered in part) or has a kind that is not
   *     understood; never Absent
   */
  Lookup<Optional<String>> otherWidening(
      String namespace, Map<String, String> podLabels, String oursName, String oursUid);
}
