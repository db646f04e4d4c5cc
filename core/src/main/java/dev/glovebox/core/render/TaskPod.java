package dev.glovebox.core.render;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodDNSConfigBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The pod of a task, without the plan's hash. */
final class TaskPod {
  /** With dnsPolicy None the API server wants at least one; nothing listens at this one. */
  static final List<String> NO_RESOLVER = List.of("127.0.0.1");

  private TaskPod() {}

  static Pod of(Plan plan) {
    var spec = plan.spec();
    var rules = plan.policySpec().pods();
    // @formatter:off
    return new PodBuilder()
        .withMetadata(TaskMetadata.owned(plan, plan.podLabels()))
        .withNewSpec()
        .addNewSchedulingGate(Names.RELEASE_GATE)
        .withRuntimeClassName(plan.runtimeClass().name())
        .withOverhead(overhead(plan.runtimeClass()))
        .withInitContainers(TaskContainers.probe(plan))
        .withContainers(TaskContainers.task(plan))
        .withVolumes(TaskVolumes.volumes(plan))
        .withSecurityContext(securityContext(spec.runAsUser()))
        .withServiceAccountName(rules.serviceAccountName())
        // The deprecated mirror, which the API server would add.
        .withServiceAccount(rules.serviceAccountName())
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withImagePullSecrets(
            plan.pullSecretNames().stream().map(LocalObjectReference::new).toList())
        .withDnsPolicy("None")
        .withDnsConfig(new PodDNSConfigBuilder().withNameservers(nameservers(plan)).build())
        .withRestartPolicy("Never")
        // The backstop that ends the pod when there is no operator.
        .withActiveDeadlineSeconds(
            (long) spec.timeouts().provisionSeconds() + spec.timeouts().runSeconds())
        // Never 0: the API server would drop the pod at its deletion without waiting for the
        // kubelet.
        .withTerminationGracePeriodSeconds(Math.max(1L, spec.terminationGracePeriodSeconds()))
        .withPriorityClassName(emptyToNull(rules.priorityClassName()))
        .withSchedulerName("default-scheduler")
        .withNodeSelector(Placement.nodeSelector(plan))
        .withTolerations(Placement.tolerations(plan))
        .withAffinity(Placement.affinity(plan.nodes()))
        .endSpec()
        .build();
    // @formatter:on
  }

  /** Exactly the RuntimeClass's: the API server refuses a pod that says otherwise. */
  static Map<String, Quantity> overhead(Facts.RuntimeClassFacts runtimeClass) {
    var overhead = new TreeMap<String, Quantity>();
    runtimeClass.overhead().forEach((name, value) -> overhead.put(name, new Quantity(value)));
    return overhead;
  }

  static PodSecurityContext securityContext(Long user) {
    return new PodSecurityContextBuilder()
        .withRunAsNonRoot(true)
        .withRunAsUser(user)
        .withRunAsGroup(user)
        .withFsGroup(user)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .build();
  }

  private static List<String> nameservers(Plan plan) {
    var dns = plan.spec().network().dns();
    var granted = dns == null || dns.servers() == null ? List.<String>of() : dns.servers();
    return granted.isEmpty() ? NO_RESOLVER : granted;
  }

  private static String emptyToNull(String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
