package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Every policy of the cluster as the informers know it: for the run, where each task must be judged
 * again whenever any policy changes, without a request. A change is here some milliseconds after
 * the server accepted it.
 */
public interface PolicyWatch {

  /**
   * Something that may matter to tasks.
   *
   * @param namespace of the tasks; null = all namespaces
   * @param taskUid of the only task that it can matter to; null = all tasks of the namespace
   */
  record Change(String namespace, String taskUid) {}

  /**
   * A policy that opens more than ours does to this pod. Takes microseconds: policies that allow
   * nothing and those for other tasks are not looked at.
   *
   * @param podLabels labels of the pod
   * @param oursName name of the task's own NetworkPolicy
   * @param oursUid UID of the task's own NetworkPolicy
   * @return the message: which policy, and what to do; empty when none widens
   */
  Optional<String> widening(
      String namespace, Map<String, String> podLabels, String oursName, String oursUid);

  /**
   * The same of a policy that is not there any more, or is another now: one that was made and
   * deleted in milliseconds.
   *
   * @param since what was gone before does not count; longer ago than a minute nothing is known
   */
  Optional<String> widened(
      String namespace,
      Map<String, String> podLabels,
      String oursName,
      String oursUid,
      Instant since);

  /**
   * What is not known of other policy kinds: a group that cannot be read, or has a kind that is not
   * understood. While it is so nothing is released; it does not mean that something was opened.
   *
   * @return for people; empty when all is known
   */
  Optional<String> notKnown();

  /**
   * A NetworkPolicy that carries a task's label, with its spec.
   *
   * @return empty when there is none of that name, or it has no such label
   */
  Optional<NetworkPolicy> labelled(String namespace, String name);

  /**
   * Calls this on an informer's thread when a policy that allows something appears or changes, when
   * one with a task's label changes or goes, and when a namespace's labels change what selects it.
   * May say too much, never too little. It must not block.
   */
  void onChange(Consumer<Change> consumer);
}
