package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;

/**
 * What informers do not keep. A pod with everything takes 22 KB of heap, without managedFields and
 * the parts of the spec that are never read from the cache about 5 KB; with 5,000 live tasks that
 * is the difference between fitting into the limit and not.
 */
final class Stripped {
  private Stripped() {}

  /** Only managedFields go. */
  static <R extends HasMetadata> R metadata(R object) {
    object.getMetadata().setManagedFields(null);
    return object;
  }

  /**
   * Not kept: what only a plan is made of, which is made of the task that the server has. A task
   * may have 128 KiB of arguments and variables, and as much again of annotations; without them a
   * hostile user's two thousand tasks, ended or waiting, are no more than anybody's.
   */
  static SandboxTask task(SandboxTask task) {
    metadata(task);
    task.getMetadata().setAnnotations(null);
    task.getMetadata().setLabels(null);
    SandboxTaskSpec spec = task.getSpec();
    if (spec != null) {
      task.setSpec(
          new SandboxTaskSpec(
              spec.image(),
              null,
              null,
              spec.workingDir(),
              null,
              null,
              null,
              spec.runtimes(),
              spec.runAsUser(),
              spec.resources(),
              spec.workspace(),
              spec.network(),
              spec.timeouts(),
              spec.terminationGracePeriodSeconds(),
              spec.ttlSecondsAfterFinished(),
              spec.desiredState(),
              spec.dangerouslyAllow()));
    }
    return task;
  }

  /**
   * Kept: status, labels, and of the spec the node, gates, deadline, security context and the
   * containers with their arguments (the probe's says what was to be proved).
   */
  static Pod pod(Pod pod) {
    metadata(pod);
    PodSpec spec = pod.getSpec();
    spec.setVolumes(List.of());
    spec.setTolerations(List.of());
    spec.setAffinity(null);
    return pod;
  }

  static PersistentVolume volume(PersistentVolume volume) {
    metadata(volume);
    volume.getSpec().setNodeAffinity(null);
    return volume;
  }
}
