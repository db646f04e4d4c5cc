package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedKeysTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.gvisor.flag.host-uds",
        "dev.gvisor.spec.mount.x.source",
        "dev.gvisor.internal.seccomp.task",
        "io.katacontainers.config.hypervisor.virtio_fs_extra_args",
        "io.katacontainers.config.hypervisor.kernel_params",
        "io.kubernetes.cri.untrusted-workload",
        "io.kubernetes.cri-o.Devices",
        "io.containers.trace-syscall",
        "shm-size.crio.io",
        "seccomp-profile.crio.io/task",
        "crio.io/x",
        "k8s.v1.cni.cncf.io/networks",
        "v1.multus-cni.io/default-network",
        "cni.projectcalico.org/podIP",
        "kubernetes.io/ingress-bandwidth",
        "kubernetes.io/egress-bandwidth",
        "container.apparmor.security.beta.kubernetes.io/task",
        "seccomp.security.alpha.kubernetes.io/pod",
        "sidecar.istio.io/inject",
        "cluster-autoscaler.kubernetes.io/safe-to-evict",
        "cdi.k8s.io/devices",
        "Dev.GVisor.flag.x",
      })
  void theseAreReserved(String key) {
    assertThat(ReservedKeys.obeyedBy(key)).as(key).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "team",
        "example.com/dev.gvisor.flag",
        "dev.gvisors/x",
        "mycrio.io/x",
        "kubernetes.io/metadata.name",
        "app.kubernetes.io/name",
        "kubectl.kubernetes.io/last-applied-configuration",
        "pod-security.kubernetes.io/enforce",
        "glovebox.dev/policy",
      })
  void nearMissesAreNot(String key) {
    assertThat(ReservedKeys.obeyedBy(key)).as(key).isEmpty();
  }
}
