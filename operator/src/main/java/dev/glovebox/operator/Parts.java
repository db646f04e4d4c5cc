package dev.glovebox.operator;

import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.LabelledObjects;
import dev.glovebox.operator.facts.NetworkPolicies;
import dev.glovebox.operator.facts.PolicyWatch;
import dev.glovebox.operator.facts.ReleaseGuard;
import dev.glovebox.operator.observe.TaskEvents;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.reconcile.Certifications;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.function.BooleanSupplier;

/** What the reconciler of tasks is made from. */
record Parts(
    KubernetesClient client,
    ClusterView view,
    NetworkPolicies networkPolicies,
    PolicyWatch policyWatch,
    ReleaseGuard releaseGuard,
    ActiveTasks activeTasks,
    LabelledObjects labelledObjects,
    Certifications certifications,
    TaskMetrics metrics,
    TaskEvents events,
    BooleanSupplier watchesComplete,
    Clock clock) {}
