package dev.glovebox.core.render;

import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodDNSConfigBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A pod on one node that runs nothing but the probe, hardened as a task's pod is: what it meets is
 * what a sandbox meets.
 *
 * @param runtimeClass it runs under
 * @param node the only one that it may go to
 * @param tolerations of its own, besides the RuntimeClass's and the API server's defaults
 * @param image of the probe, by digest
 * @param arguments of the probe
 * @param activeDeadlineSeconds ends it when nobody else does
 */
public record ProbePod(
    String namespace,
    String name,
    Map<String, String> labels,
    Facts.RuntimeClassFacts runtimeClass,
    Facts.NodeFacts node,
    List<Toleration> tolerations,
    List<String> pullSecretNames,
    String image,
    String pullPolicy,
    List<String> arguments,
    long activeDeadlineSeconds) {

  /** The user of every container of Glovebox's own. */
  private static final long USER = 65532;

  /** Of a JVM's or a shell's size nothing is needed: the probe and the guest kernel's own share. */
  private static final Quantity CPU = new Quantity("100m");

  private static final Quantity MEMORY = new Quantity("128Mi");
  private static final Quantity STORAGE = new Quantity("32Mi");

  /** The pod, with what the API server would fill in filled in. */
  public Pod rendered() {
    // @formatter:off
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .withLabels(new TreeMap<>(labels))
        .endMetadata()
        .withNewSpec()
        .withRuntimeClassName(runtimeClass.name())
        .withOverhead(TaskPod.overhead(runtimeClass))
        .withContainers(
            TaskContainers.probe(TaskContainers.resources(CPU, MEMORY, STORAGE), image, pullPolicy)
                .withArgs(arguments)
                .build())
        .withSecurityContext(TaskPod.securityContext(USER))
        .withServiceAccountName("default")
        .withServiceAccount("default")
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withImagePullSecrets(pullSecretNames.stream().map(LocalObjectReference::new).toList())
        .withDnsPolicy("None")
        .withDnsConfig(new PodDNSConfigBuilder().withNameservers(TaskPod.NO_RESOLVER).build())
        .withRestartPolicy("Never")
        .withActiveDeadlineSeconds(activeDeadlineSeconds)
        .withTerminationGracePeriodSeconds(1L)
        .withSchedulerName("default-scheduler")
        .withNodeSelector(new TreeMap<>(runtimeClass.nodeSelector()))
        .withTolerations(Tolerations.admitted(tolerations, runtimeClass.tolerations()))
        .withAffinity(Placement.affinity(List.of(node)))
        .endSpec()
        .build();
    // @formatter:on
  }
}
