package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.ListedCluster;
import dev.glovebox.operator.facts.ListedNamespace;

/**
 * What can be seen from outside of what a decision about a task depends on.
 *
 * @param task with namespace and UID
 * @param policy in force in its namespace
 * @param namespace the task's
 * @param used what the task uses of its namespace
 * @param platform the operator's configuration, from its Deployment
 */
public record Seen(
    SandboxTask task,
    SandboxPolicy policy,
    Facts.NamespaceFacts namespace,
    ListedCluster cluster,
    ListedNamespace used,
    Lookup<Facts.Platform> platform) {}
