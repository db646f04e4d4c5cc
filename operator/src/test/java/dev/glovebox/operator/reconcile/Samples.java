package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.ImagePullPolicy;
import dev.glovebox.api.v1alpha1.ImageRules;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.NetworkRules;
import dev.glovebox.api.v1alpha1.PodRules;
import dev.glovebox.api.v1alpha1.PolicyReference;
import dev.glovebox.api.v1alpha1.ResourceRules;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.TimeRules;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.api.v1alpha1.Times;
import dev.glovebox.api.v1alpha1.UserRange;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceRules;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.ProbeTarget;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** A task, the node for it, and the plan that fits both. */
final class Samples {
  static final String NAMESPACE = "agents";
  static final String TASK = "fix-issue-42";
  static final String UID = "0b9f1f5c-7c0e-4b0e-9d5f-0123456789ab";
  static final String OBJECT = Names.objectName(TASK, UID);
  static final String CREATED = "2026-01-01T00:00:00Z";
  static final String PROBE_IMAGE =
      "glovebox.local/probe@sha256:1111111111111111111111111111111111111111111111111111111111111111";
  static final String TASK_IMAGE =
      "registry.example.com/tools@sha256:2222222222222222222222222222222222222222222222222222222222222222";
  static final int PROVISION_SECONDS = 60;
  static final int RUN_SECONDS = 600;
  static final int TTL_SECONDS = 3600;

  static final Facts.NodeFacts NODE =
      new Facts.NodeFacts(
          "node-1",
          "node-uid",
          true,
          false,
          List.of("runsc"),
          "6.1.0-node",
          "9f0c6b0a-boot-id",
          "containerd://2.2.0",
          "v1.34.4",
          Map.of(),
          List.of("192.0.2.10"));

  /** The same node with another boot ID: a plan for it has another hash. */
  static final Facts.NodeFacts NODE_AFTER_REBOOT =
      new Facts.NodeFacts(
          NODE.name(),
          NODE.uid(),
          true,
          false,
          NODE.handlers(),
          NODE.kernelVersion(),
          "another-boot-id",
          NODE.containerRuntimeVersion(),
          NODE.kubeletVersion(),
          Map.of(),
          NODE.addresses());

  private Samples() {}

  static SandboxTask task() {
    var task = new SandboxTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(NAMESPACE)
            .withName(TASK)
            .withUid(UID)
            .withGeneration(1L)
            .withCreationTimestamp(CREATED)
            .build());
    task.setSpec(spec(DesiredState.Run));
    return task;
  }

  static SandboxTaskSpec spec(DesiredState state) {
    return new SandboxTaskSpec(
        TASK_IMAGE,
        List.of("/bin/sh", "-c"),
        List.of("make test"),
        "/workspace",
        List.of(),
        List.of(),
        List.of(),
        List.of("gvisor"),
        10001L,
        resources(),
        new Workspace(WorkspaceType.Claim, new Quantity("1Gi"), "/workspace", "standard"),
        new Network(NetworkMode.None, null, null),
        new Timeouts(PROVISION_SECONDS, RUN_SECONDS),
        1,
        TTL_SECONDS,
        state,
        List.of());
  }

  /** A plan for {@link #task()}; another kernel of the node makes another plan's hash. */
  static Plan plan(Facts.NodeFacts node) {
    return new Plan(
        NAMESPACE,
        TASK,
        UID,
        OBJECT,
        spec(DesiredState.Run),
        policy(),
        new PolicyReference("default", 3L),
        new AllowedRuntime("gvisor", RuntimeKind.GVisor, List.of("runsc")),
        new Facts.RuntimeClassFacts("gvisor", "class-uid", "runsc", Map.of(), Map.of(), List.of()),
        List.of(node),
        new Effective(
            resources(),
            new Timeouts(PROVISION_SECONDS, RUN_SECONDS),
            TTL_SECONDS,
            10001L,
            "gvisor",
            null),
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(
            new ProbeTarget("canary-0", ProbeTarget.Kind.Canary, "10.244.0.5", 8787, "TCP", true),
            new ProbeTarget(
                "metadata", ProbeTarget.Kind.Metadata, "169.254.169.254", 80, "TCP", false)),
        List.of("4.19.0-gvisor"),
        PROBE_IMAGE,
        "IfNotPresent",
        List.of());
  }

  private static Resources resources() {
    return new Resources(new Quantity("1"), new Quantity("1Gi"), new Quantity("1Gi"));
  }

  static SandboxPolicySpec policy() {
    return new SandboxPolicySpec(
        null,
        List.of(new AllowedRuntime("gvisor", RuntimeKind.GVisor, List.of("runsc"))),
        new ImageRules(
            List.of("registry.example.com/"), true, ImagePullPolicy.IfNotPresent, List.of()),
        new UserRange(10000L, 59999L),
        new ResourceRules(resources(), resources()),
        new WorkspaceRules(
            List.of(WorkspaceType.Claim),
            new Quantity("1Gi"),
            List.of("standard"),
            "ReadWriteOncePod"),
        new TimeRules(new Times(600, 21600, 86400), new Times(300, 3600, 3600)),
        200,
        new NetworkRules(List.of(NetworkMode.None), List.of(), List.of()),
        new PodRules(
            "default",
            "",
            Map.of(),
            List.of(),
            Map.of(),
            List.of(),
            new Quantity("64Mi"),
            new Quantity("64Mi")),
        List.of(),
        List.of());
  }
}
