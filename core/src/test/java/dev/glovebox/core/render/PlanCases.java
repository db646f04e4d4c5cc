package dev.glovebox.core.render;

import static dev.glovebox.core.render.PlanBuilder.amount;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.ReportableCheck;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.Toleration;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.ProbeTarget;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/** The plans whose objects are kept as golden files, by the name of their directory. */
public final class PlanCases {
  private PlanCases() {}

  /** Every case. */
  public static SequencedMap<String, Plan> all() {
    var cases = new LinkedHashMap<String, Plan>();
    cases.put("minimal", minimal().build());
    cases.put("ephemeral", ephemeral());
    cases.put("none", none());
    cases.put("allowlist", allowlist());
    cases.put("internet", internet());
    cases.put("files", files());
    cases.put("kata", kata());
    cases.put("many-nodes", manyNodes());
    return cases;
  }

  /** Only what every task has. */
  public static PlanBuilder minimal() {
    return new PlanBuilder();
  }

  private static Plan ephemeral() {
    var plan = minimal();
    plan.taskName = "fix-issue-42.a-name-longer-than-a-label-can-be-because-tasks-may-be-called-so";
    plan.workspace = new Workspace(WorkspaceType.Ephemeral, amount("512Mi"), "/data/in", null);
    plan.workingDir = "/data/in";
    plan.command = List.of("/bin/sh", "-c");
    plan.args = List.of("echo $(date) $$");
    plan.env =
        List.of(
            new EnvVariable("LANG", "C.UTF-8"),
            new EnvVariable("EMPTY", null),
            new EnvVariable("NOT_EXPANDED", "$(LANG) and $$"));
    // Amounts that the API server writes in another way.
    plan.resources = new Resources(amount("1000m"), amount("1024Mi"), amount("0.5Gi"));
    plan.reportOnly = List.of(ReportableCheck.NodeReachable);
    return plan.build();
  }

  private static Plan none() {
    var plan = minimal();
    plan.workspace = new Workspace(WorkspaceType.None, null, null, null);
    plan.risks = List.of(Risk.WritableRoot);
    plan.user = 20000;
    return plan.build();
  }

  private static Plan allowlist() {
    var plan = minimal();
    plan.mode = NetworkMode.Allowlist;
    plan.dns = List.of("203.0.113.53");
    plan.egress =
        List.of(
            new Egress("203.0.113.10/32", List.of(), List.of(new Egress.Port("TCP", 443))),
            new Egress(
                "2001:470:1::/64",
                List.of(),
                List.of(new Egress.Port("TCP", 443), new Egress.Port("UDP", 443))),
            new Egress(
                "203.0.113.53/32",
                List.of(),
                List.of(new Egress.Port("UDP", 53), new Egress.Port("TCP", 53))));
    return plan.build();
  }

  private static Plan internet() {
    var plan = minimal();
    plan.mode = NetworkMode.Internet;
    var anyPort = List.of(new Egress.Port("TCP", null), new Egress.Port("UDP", null));
    plan.egress =
        List.of(
            new Egress(
                "0.0.0.0/0", List.of("10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"), anyPort),
            new Egress("2000::/3", List.of("2001:db8::/32"), anyPort));
    return plan.build();
  }

  private static Plan files() {
    var plan = minimal();
    plan.secrets =
        List.of(
            new SecretFile("npm", "token", "/run/secrets/npm-token"),
            new SecretFile("git", "key", "/run/secrets/git-key"),
            new SecretFile("npm", "user", "/run/secrets/npm-user"));
    plan.configMaps =
        List.of(
            new ConfigMapMount("skills", "/context/skills"),
            new ConfigMapMount("rules", "/context/rules"));
    plan.pullSecretNames = List.of("registry-login");
    plan.podLabels = Map.of("team", "blue");
    return plan.build();
  }

  private static Plan kata() {
    var plan = minimal();
    plan.kind = RuntimeKind.Kata;
    plan.runtimeClass =
        new Facts.RuntimeClassFacts(
            "kata",
            "kata-uid",
            "kata-qemu",
            Map.of("cpu", "250m", "memory", "320Mi"),
            Map.of("example.com/kata", "true"),
            List.of(
                new TolerationBuilder()
                    .withKey("example.com/sandboxes")
                    .withOperator("Exists")
                    .withEffect("NoSchedule")
                    .build()));
    plan.nodeSelector = Map.of("example.com/pool", "untrusted");
    plan.tolerations =
        List.of(new Toleration("example.com/untrusted", "Equal", "yes", "NoExecute", 60L));
    plan.priorityClassName = "sandboxes";
    return plan.build();
  }

  private static Plan manyNodes() {
    var plan = minimal();
    plan.nodes = IntStream.range(0, 12).mapToObj(i -> PlanBuilder.node("node-" + i)).toList();
    var targets = new ArrayList<>(plan.targets);
    for (var node : plan.nodes) {
      targets.add(
          PlanBuilder.target(
              "kubelet-" + node.name(), ProbeTarget.Kind.Kubelet, "172.30.0.1", 10250, false));
    }
    targets.add(new ProbeTarget("dns", ProbeTarget.Kind.Dns, "10.96.0.10", 53, "UDP", true));
    plan.targets = targets;
    return plan.build();
  }
}
