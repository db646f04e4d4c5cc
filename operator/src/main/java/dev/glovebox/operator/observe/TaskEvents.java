package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.SandboxTask;

/**
 * Kubernetes Events on a task, for people who run {@code kubectl describe}. Sent on another thread
 * and lost when the server does not take them: the status is what counts.
 */
public interface TaskEvents {

  /** Something went as it should: {@code Running}, {@code Succeeded}. */
  void normal(SandboxTask task, String reason, String message);

  /** A refusal, a failure, a risk in use, trouble while destroying. */
  void warning(SandboxTask task, String reason, String message);
}
