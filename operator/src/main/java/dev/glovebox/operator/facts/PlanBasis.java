package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;

/** What a plan is made from. */
public interface PlanBasis {

  /** A namespace. */
  Lookup<Facts.NamespaceFacts> namespace(String name);

  /** A SandboxPolicy. */
  Lookup<SandboxPolicy> policy(String name);

  /**
   * What a plan for this task depends on. Secrets, ConfigMaps and the service account that the task
   * and the policy name are read from the server, each on its own: they are never listed or
   * watched.
   *
   * @return Found, or Unreadable when something of it cannot be read; Absent when the namespace is
   *     not there
   */
  Lookup<Facts> snapshot(SandboxTask task, SandboxPolicy policy);
}
