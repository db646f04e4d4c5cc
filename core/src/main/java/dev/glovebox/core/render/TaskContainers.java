package dev.glovebox.core.render;

import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The two containers: the probe, which comes first and decides, and the task. */
final class TaskContainers {
  /**
   * What the kubelet injects for the Service {@code kubernetes} whatever {@code enableServiceLinks}
   * says, as long as the pod does not set it itself.
   */
  static final List<String> SERVICE_VARIABLES =
      List.of(
          "KUBERNETES_SERVICE_HOST",
          "KUBERNETES_SERVICE_PORT",
          "KUBERNETES_SERVICE_PORT_HTTPS",
          "KUBERNETES_PORT",
          "KUBERNETES_PORT_443_TCP",
          "KUBERNETES_PORT_443_TCP_PROTO",
          "KUBERNETES_PORT_443_TCP_PORT",
          "KUBERNETES_PORT_443_TCP_ADDR");

  private TaskContainers() {}

  /** It sees the workspace, and no secret and no ConfigMap. */
  static Container probe(Plan plan) {
    return probe(resources(plan), plan.probeImage(), plan.probePullPolicy())
        .withArgs("attest", ProbeArgument.of(plan).json())
        .withVolumeMounts(TaskVolumes.workspaceMount(plan))
        .build();
  }

  /** The probe, whatever it is told to do. */
  static ContainerBuilder probe(ResourceRequirements resources, String image, String pullPolicy) {
    var env = new ArrayList<EnvVar>();
    // Before all others: the kubelet expands it in the argument.
    env.add(
        new EnvVarBuilder()
            .withName(Names.HOST_IP_VARIABLE)
            .withNewValueFrom()
            .withNewFieldRef("v1", "status.hostIP")
            .endValueFrom()
            .build());
    env.addAll(fixedEnvironment());
    return common(resources, true)
        .withName(Names.PROBE_CONTAINER)
        .withImage(image)
        .withImagePullPolicy(pullPolicy)
        .withEnv(env);
  }

  static Container task(Plan plan) {
    var spec = plan.spec();
    var env = new ArrayList<EnvVar>();
    for (var variable : orEmpty(spec.env())) {
      env.add(literal(variable));
    }
    // The kubelet lets the last of a name win.
    env.addAll(fixedEnvironment());
    return common(resources(plan), !orEmpty(spec.dangerouslyAllow()).contains(Risk.WritableRoot))
        .withName(Names.TASK_CONTAINER)
        .withImage(spec.image())
        .withImagePullPolicy(plan.policySpec().images().pullPolicy().name())
        .withCommand(orEmpty(spec.command()))
        .withArgs(orEmpty(spec.args()))
        .withWorkingDir(spec.workingDir())
        .withEnv(env)
        .withVolumeMounts(TaskVolumes.taskMounts(plan))
        .build();
  }

  private static ContainerBuilder common(ResourceRequirements resources, boolean readOnlyRoot) {
    return new ContainerBuilder()
        .withResources(resources)
        .withSecurityContext(securityContext(readOnlyRoot))
        .withTerminationMessagePath("/dev/termination-log")
        .withTerminationMessagePolicy("File");
  }

  private static ResourceRequirements resources(Plan plan) {
    var resources = plan.spec().resources();
    return resources(resources.cpu(), resources.memory(), resources.ephemeralStorage());
  }

  /** Requests equal to limits, on every container: nothing for a LimitRange to fill in. */
  static ResourceRequirements resources(Quantity cpu, Quantity memory, Quantity storage) {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("cpu", cpu);
    amounts.put("memory", memory);
    amounts.put("ephemeral-storage", storage);
    return new ResourceRequirementsBuilder().withLimits(amounts).withRequests(amounts).build();
  }

  private static SecurityContext securityContext(boolean readOnlyRoot) {
    return new SecurityContextBuilder()
        .withAllowPrivilegeEscalation(false)
        .withPrivileged(false)
        .withReadOnlyRootFilesystem(readOnlyRoot)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .build();
  }

  private static List<EnvVar> fixedEnvironment() {
    var env = new ArrayList<EnvVar>();
    env.add(new EnvVarBuilder().withName("HOME").withValue(Names.HOME_PATH).build());
    for (var name : SERVICE_VARIABLES) {
      env.add(new EnvVarBuilder().withName(name).withValue("").build());
    }
    return env;
  }

  /** The kubelet expands {@code $(NAME)} in values; a literal stays one with every $ doubled. */
  private static EnvVar literal(EnvVariable variable) {
    var value = variable.value() == null ? "" : variable.value();
    return new EnvVarBuilder()
        .withName(variable.name())
        .withValue(value.replace("$", "$$"))
        .build();
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
