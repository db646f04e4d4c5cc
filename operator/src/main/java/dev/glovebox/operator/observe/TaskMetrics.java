package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.Risk;
import java.time.Duration;

/** What is counted of tasks. Labels are from closed sets: never a task's name or namespace. */
public interface TaskMetrics {

  /**
   * A terminal status was written.
   *
   * @param phase Succeeded, Failed or Refused
   * @param reason a constant of {@code Reason}; empty for Succeeded
   */
  void ended(Phase phase, String reason);

  /** The pod of a task was made with something given up that the policy allows to give up. */
  void riskTaken(Risk risk);

  /**
   * What the isolation of a proved pod rests on changed, and it was deleted.
   *
   * @param what a constant of {@code IsolationLoss.What}
   */
  void isolationLost(String what);

  /** A step of a reconcile took this long. {@code step} is the step's class or constant name. */
  void step(String step, Duration took);

  /**
   * A write to the API server.
   *
   * @param verb create, update, patch or delete
   * @param outcome simple name of the {@code WriteResult}; Unavailable also without an answer
   */
  void apiWrite(String kind, String verb, String outcome);

  /**
   * From the creation of the task to the release of its pod. A creation time has whole seconds, so
   * this is up to 1 s too long; the operator's own share is the sum of the steps.
   */
  void createdToReleased(Duration took);

  /**
   * From the end of the probe to the start of the task's container, by the kubelet's clock, which
   * has whole seconds.
   */
  void provedToRunning(Duration took);

  /** From the start of the task's process to its end, by the kubelet's clock: whole seconds. */
  void ran(Duration took);

  /**
   * From the deletion of a task to the moment when nothing of it is left, up to 1 s too long as
   * deletion times have whole seconds.
   */
  void destroyed(Duration took);

  /** From now on these are shown at each scrape. */
  void show(TaskCounts counts);
}
