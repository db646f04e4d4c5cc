package dev.glovebox.core.render;

import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.util.Map;

/** The policy of a task, without the plan's hash: nothing in, and out only what the plan grants. */
final class IsolatingPolicy {
  private IsolatingPolicy() {}

  static NetworkPolicy of(Plan plan) {
    // @formatter:off
    return new NetworkPolicyBuilder()
        .withMetadata(TaskMetadata.free(plan, Map.of()))
        .withNewSpec()
        .withNewPodSelector()
        .addToMatchLabels(Names.TASK_UID_LABEL, plan.taskUid())
        .endPodSelector()
        // Both are named, because without a rule the type alone is what denies.
        .withPolicyTypes("Ingress", "Egress")
        .withEgress(plan.egress().stream().map(IsolatingPolicy::rule).toList())
        .endSpec()
        .build();
    // @formatter:on
  }

  private static NetworkPolicyEgressRule rule(Egress egress) {
    if (egress.ports().isEmpty()) {
      // To Kubernetes, no port means every port.
      throw new IllegalArgumentException("no port granted at " + egress.cidr());
    }
    // @formatter:off
    return new NetworkPolicyEgressRuleBuilder()
        .withPorts(egress.ports().stream().map(IsolatingPolicy::port).toList())
        .addNewTo()
        .withNewIpBlock()
        .withCidr(egress.cidr())
        .withExcept(egress.except())
        .endIpBlock()
        .endTo()
        .build();
    // @formatter:on
  }

  private static NetworkPolicyPort port(Egress.Port port) {
    return new NetworkPolicyPortBuilder()
        .withProtocol(port.protocol())
        .withPort(port.number() == null ? null : new IntOrString(port.number()))
        .build();
  }
}
