package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.GrantedReach;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Plan;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The cluster as decisions see it. Plans are made from informers (they may be a moment old); what
 * lets a task go forward is read fresh.
 */
public interface ClusterView extends PlanBasis {

  /** Every SandboxPolicy by name, from the informer. */
  Map<String, SandboxPolicy> policies();

  /**
   * A namespace: from the informer, and where that does not know it, from the server.
   *
   * @return never null
   */
  @Override
  Lookup<Facts.NamespaceFacts> namespace(String name);

  /** A SandboxPolicy, from the informer. */
  @Override
  Lookup<SandboxPolicy> policy(String name);

  /** The same from the server where the informers may be behind: what a refusal is founded on. */
  PlanBasis server();

  /**
   * Everything that this plan counts on, read from the server now: namespace, RuntimeClass,
   * StorageClass, nodes of the plan and their certificates, Secrets, ConfigMaps, service account,
   * network. What the server says is not there is left out (or Absent).
   *
   * @return Found, or Unreadable when a single one of the reads failed; never Absent
   */
  Lookup<Facts> fresh(Plan plan);

  /** The certificate of a node under a class, from the informer; empty when there is none. */
  Optional<Facts.CertificateFacts> certificate(String node, String runtimeClass);

  /** A RuntimeClass, from the informer; empty when there is none. */
  Optional<Facts.RuntimeClassFacts> runtimeClass(String name);

  /** Since when what is told here has been watched without a gap; the epoch when there was none. */
  Instant watchedSince();

  /**
   * For a watch that is not of this view, and that the isolation of running tasks rests on too.
   *
   * @param name for people
   * @return to be run after each list: after the first one each says that the watch had a gap
   */
  Runnable lists(String name);

  /** What of a grant the cluster itself lies in now, from informers. */
  GrantedReach grantedReach();

  /**
   * Calls this when something here changed that may take the isolation of running tasks away, on an
   * informer's thread and after the new state can be asked for. May say too much, never too little.
   * It must not block.
   *
   * @param consumer is given which tasks it may matter to
   */
  void onChangeFor(Consumer<Predicate<SandboxTask>> consumer);
}
