package dev.glovebox.e2e.attack;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a pod must not have, as the API server holds it; written without a look at the renderer. */
final class HardenedPod {
  private final List<String> violations = new ArrayList<>();

  private HardenedPod() {}

  /** In words; empty = none. */
  static List<String> violations(Pod pod) {
    var check = new HardenedPod();
    PodSpec spec = pod.getSpec();
    check.never("hostNetwork", Boolean.TRUE.equals(spec.getHostNetwork()));
    check.never("hostPID", Boolean.TRUE.equals(spec.getHostPID()));
    check.never("hostIPC", Boolean.TRUE.equals(spec.getHostIPC()));
    check.never("shareProcessNamespace", Boolean.TRUE.equals(spec.getShareProcessNamespace()));
    check.never("no runtime class", spec.getRuntimeClassName() == null);
    check.never("a token", !Boolean.FALSE.equals(spec.getAutomountServiceAccountToken()));
    check.never("service links", !Boolean.FALSE.equals(spec.getEnableServiceLinks()));
    check.never("host aliases", !spec.getHostAliases().isEmpty());
    check.never("no deadline", spec.getActiveDeadlineSeconds() == null);
    check.never("may be restarted", !"Never".equals(spec.getRestartPolicy()));
    spec.getVolumes().forEach(check::volume);
    Stream.of(spec.getInitContainers(), spec.getContainers())
        .flatMap(List::stream)
        .forEach(container -> check.container(spec, container));
    return check.violations;
  }

  /** A sandbox's pod has none of them. */
  static void judge(Pod pod, Evidence evidence) {
    List<String> violations = violations(pod);
    evidence.tried("a sandbox's pod", violations.isEmpty(), violations);
  }

  private void volume(Volume volume) {
    boolean known =
        volume.getEmptyDir() != null
            || volume.getPersistentVolumeClaim() != null
            || volume.getConfigMap() != null
            || (volume.getProjected() != null
                && volume.getProjected().getSources().stream()
                    .allMatch(source -> source.getSecret() != null));
    never("volume " + volume.getName(), !known);
  }

  private void container(PodSpec spec, Container container) {
    String name = "container " + container.getName() + ": ";
    SecurityContext security = container.getSecurityContext();
    if (security == null) {
      violations.add(name + "no security context");
      return;
    }
    never(name + "privileged", Boolean.TRUE.equals(security.getPrivileged()));
    never(name + "escalation", !Boolean.FALSE.equals(security.getAllowPrivilegeEscalation()));
    never(name + "writable root", !Boolean.TRUE.equals(security.getReadOnlyRootFilesystem()));
    var capabilities = security.getCapabilities();
    never(
        name + "capabilities",
        capabilities == null
            || !capabilities.getAdd().isEmpty()
            || !capabilities.getDrop().equals(List.of("ALL")));
    Long user = security.getRunAsUser();
    if (user == null && spec.getSecurityContext() != null) {
      user = spec.getSecurityContext().getRunAsUser();
    }
    never(name + "root", user == null || user < 1000);
    never(name + "ports", !container.getPorts().isEmpty());
    never(name + "envFrom", !container.getEnvFrom().isEmpty());
    never(name + "devices", !container.getVolumeDevices().isEmpty());
    never(
        name + "no limits",
        container.getResources() == null
            || container.getResources().getLimits() == null
            || !container.getResources().getLimits().containsKey("memory"));
  }

  private void never(String what, boolean seen) {
    if (seen) {
      violations.add(what);
    }
  }
}
