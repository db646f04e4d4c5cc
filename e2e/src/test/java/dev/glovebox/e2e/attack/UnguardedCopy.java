package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;

/**
 * A sandbox's pod without what guards it: no gate, no probe, nobody who compares or watches it. It
 * is what a broken guarantee would have let run, had no second layer held; so it shows that a row's
 * check sees an escape there.
 */
final class UnguardedCopy {
  private UnguardedCopy() {}

  /**
   * Makes a copy, in the namespace that enforces nothing, under a policy like the sandbox's own.
   */
  static void make(Ground ground, SandboxTask task, String name) {
    make(ground, task, name, ground.tasks().pod(task).getSpec().getRuntimeClassName());
  }

  /** The same, under another runtime class. */
  static void make(Ground ground, SandboxTask task, String name, String runtimeClass) {
    ground.apply(
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: %1$s, namespace: %2$s}
        spec: {podSelector: {matchLabels: {control: %1$s}}, policyTypes: [Ingress, Egress]}
        """
            .formatted(name, ground.open().namespace()));
    Pod copy =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(ground.open().namespace())
            .addToLabels("control", name)
            .endMetadata()
            .withNewSpecLike(ground.tasks().pod(task).getSpec())
            .withNodeName(null)
            .withSchedulingGates(List.of())
            .withInitContainers(List.of())
            .withRuntimeClassName(runtimeClass)
            .endSpec()
            .build();
    copy.getSpec()
        .setVolumes(copy.getSpec().getVolumes().stream().map(UnguardedCopy::own).toList());
    ground.cluster().client().resource(copy).create();
  }

  /** The workspace is the sandbox's alone. */
  private static Volume own(Volume volume) {
    return volume.getPersistentVolumeClaim() == null
        ? volume
        : new VolumeBuilder()
            .withName(volume.getName())
            .withEmptyDir(new EmptyDirVolumeSource())
            .build();
  }
}
