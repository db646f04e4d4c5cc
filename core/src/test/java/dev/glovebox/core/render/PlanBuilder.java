package dev.glovebox.core.render;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Dns;
import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.ImagePullPolicy;
import dev.glovebox.api.v1alpha1.ImageRules;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.NetworkRules;
import dev.glovebox.api.v1alpha1.PodRules;
import dev.glovebox.api.v1alpha1.PolicyReference;
import dev.glovebox.api.v1alpha1.ReportableCheck;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.api.v1alpha1.Toleration;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceRules;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.ProbeTarget;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** A plan for tests: the smallest one, of which a test changes what it is about. */
public final class PlanBuilder {
  /** UID of every task here. */
  public static final String UID = "0b54d1f2-6a3c-4d5e-8f90-a1b2c3d4e5f6";

  public String taskName = "build";
  public String image = "registry.example.com/tools@sha256:" + "a".repeat(64);
  public List<String> command = null;
  public List<String> args = null;
  public String workingDir = "/workspace";
  public List<EnvVariable> env = List.of();
  public List<SecretFile> secrets = List.of();
  public List<ConfigMapMount> configMaps = List.of();
  public long user = 10001;
  public Resources resources = new Resources(amount("1"), amount("1Gi"), amount("1Gi"));
  public Workspace workspace =
      new Workspace(WorkspaceType.Claim, amount("1Gi"), "/workspace", "standard");
  public NetworkMode mode = NetworkMode.None;
  public List<String> dns = List.of();
  public List<Egress> egress = List.of();
  public List<Risk> risks = List.of();
  public RuntimeKind kind = RuntimeKind.GVisor;
  public Facts.RuntimeClassFacts runtimeClass =
      new Facts.RuntimeClassFacts("gvisor", "class-uid", "runsc", Map.of(), Map.of(), List.of());
  public List<Facts.NodeFacts> nodes = List.of(node("node-1"));
  public String priorityClassName = "";
  public Map<String, String> nodeSelector = Map.of();
  public List<Toleration> tolerations = List.of();
  public Map<String, String> podLabels = Map.of();
  public List<String> pullSecretNames = List.of();
  public List<ReportableCheck> reportOnly = List.of();
  public List<ProbeTarget> targets =
      List.of(
          target("canary-0", ProbeTarget.Kind.Canary, "10.244.0.5", 8787, true),
          target("api-server", ProbeTarget.Kind.ApiServer, "10.96.0.1", 443, true),
          target(
              "metadata-169.254.169.254", ProbeTarget.Kind.Metadata, "169.254.169.254", 80, false),
          target(
              "own-node-kubelet", ProbeTarget.Kind.OwnNode, "$(GLOVEBOX_HOST_IP)", 10250, false));

  /** The plan. */
  public Plan build() {
    var spec =
        new SandboxTaskSpec(
            image,
            command,
            args,
            workspace.type() == WorkspaceType.None ? null : workingDir,
            env,
            secrets,
            configMaps,
            List.of(runtimeClass.name()),
            user,
            resources,
            workspace,
            new Network(mode, null, dns.isEmpty() ? null : new Dns(dns)),
            new Timeouts(300, 1800),
            1,
            3600,
            DesiredState.Run,
            risks);
    return new Plan(
        "agents",
        taskName,
        UID,
        Names.objectName(taskName, UID),
        spec,
        policy(),
        new PolicyReference("default", 1L),
        new AllowedRuntime(runtimeClass.name(), kind, List.of(runtimeClass.handler())),
        runtimeClass,
        nodes,
        new Effective(resources, spec.timeouts(), 3600, user, runtimeClass.name(), null),
        podLabels,
        pullSecretNames,
        Map.of(),
        Map.of(),
        egress,
        targets,
        List.of("4.19.0-gvisor"),
        "glovebox.local/probe@sha256:" + "b".repeat(64),
        "IfNotPresent",
        List.of());
  }

  /** A Ready node with a kernel of its own. */
  public static Facts.NodeFacts node(String name) {
    return new Facts.NodeFacts(
        name,
        "uid-of-" + name,
        true,
        false,
        List.of("runc", "runsc"),
        "6.1.0-" + name,
        "boot-id-of-" + name,
        "containerd://2.2.0",
        "v1.34.4",
        Map.of(),
        List.of("172.30.0.1"));
  }

  /** A TCP target. */
  public static ProbeTarget target(
      String name, ProbeTarget.Kind kind, String address, int port, boolean certified) {
    return new ProbeTarget(name, kind, address, port, "TCP", certified);
  }

  /** A quantity. */
  public static Quantity amount(String text) {
    return new Quantity(text);
  }

  private SandboxPolicySpec policy() {
    return new SandboxPolicySpec(
        null,
        List.of(),
        new ImageRules(List.of(), true, ImagePullPolicy.Always, pullSecretNames),
        null,
        null,
        new WorkspaceRules(
            List.of(WorkspaceType.values()),
            amount("10Gi"),
            List.of("standard"),
            "ReadWriteOncePod"),
        null,
        200,
        new NetworkRules(List.of(NetworkMode.values()), List.of(), List.of()),
        new PodRules(
            "default",
            priorityClassName,
            nodeSelector,
            tolerations,
            Map.of(),
            List.of(),
            amount("64Mi"),
            amount("64Mi")),
        risks,
        reportOnly);
  }
}
