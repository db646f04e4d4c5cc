package dev.glovebox.operator.write;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;

/** Every write that a task needs. One call is one request; none is repeated here. */
public interface ClusterWriter {

  /** Creates an object; never changes one that is there. */
  WriteResult create(ObjectKind kind, HasMetadata object);

  /**
   * Takes the scheduling gates off a pod, on the condition that it still is the one that was
   * compared, and writes down on it what was compared.
   *
   * @param heldRecord value of {@link dev.glovebox.core.plan.Names#HELD_POD_ANNOTATION}
   * @param resourceVersion of the pod that was compared; a pod that changed since is not released
   *     (422, as for every failed test of a JSON patch)
   */
  WriteResult release(String namespace, String pod, String resourceVersion, String heldRecord);

  /**
   * Makes the kubelet end a pod at once and keep it: {@code activeDeadlineSeconds: 1}, the one
   * limit of a running pod that may be lowered. Logs and exit code stay.
   */
  WriteResult endPod(String namespace, String pod, String uid);

  /**
   * Puts a NetworkPolicy in the place of one that is there: labels, annotations and spec.
   *
   * @param uid of the one that is there
   */
  WriteResult replacePolicy(NetworkPolicy policy, String uid);

  /**
   * Deletes a pod that must not run any longer: with one second of grace, the least that is not by
   * force, whatever its spec or an earlier deletion gave it.
   */
  WriteResult killPod(String namespace, String pod, String uid);

  /** Deletes an object with the grace period of its own spec; never by force. */
  WriteResult delete(ObjectKind kind, String namespace, String name, Precondition precondition);

  /**
   * Adds the finalizer that keeps a task until everything of it is destroyed.
   *
   * @param task as the server last gave it; its resourceVersion is the condition
   */
  WriteResult addFinalizer(SandboxTask task);

  /** Takes it off again; the task is then gone as soon as nobody else holds it. */
  WriteResult removeFinalizer(SandboxTask task);

  /**
   * Replaces the whole status of a task.
   *
   * @param task as it was when the status was decided; its resourceVersion is the condition
   */
  WriteResult status(SandboxTask task, SandboxTaskStatus status);

  /**
   * What must still be true of an object that is deleted.
   *
   * @param resourceVersion null = any
   */
  record Precondition(String uid, String resourceVersion) {
    /** That it is this very object, in whatever state. */
    public static Precondition uid(String uid) {
      return new Precondition(uid, null);
    }
  }
}
