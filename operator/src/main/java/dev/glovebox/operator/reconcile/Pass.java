package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.render.Rendered;
import dev.glovebox.core.verify.IsolationLoss;
import dev.glovebox.operator.status.Phases;
import dev.glovebox.operator.status.StatusWriter;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One pass over one task: the task as it is, and what the steps of this pass have found out. Made
 * anew for each pass and thrown away after it.
 */
final class Pass {
  private final Instant now;
  private boolean fresh;
  private SandboxTask task;
  private Plan plan;
  private Rendered rendered;
  private JsonNode policyObject;
  private JsonNode podObject;
  private Pod pod;
  private PodProgress progress;
  private List<String> podChanges = List.of();
  private boolean deletionSent;
  private IsolationLoss lost;
  private final Set<String> made = new HashSet<>();

  /**
   * A pass.
   *
   * @param fresh whether the task was read from the server, not from an informer
   */
  Pass(SandboxTask task, boolean fresh, Instant now) {
    this.task = task;
    this.fresh = fresh;
    this.now = now;
  }

  SandboxTask task() {
    return task;
  }

  /** Whether the task is as the server had it in this pass. */
  boolean fresh() {
    return fresh;
  }

  /** The operator's clock at the start of the pass. */
  Instant now() {
    return now;
  }

  String namespace() {
    return task.getMetadata().getNamespace();
  }

  String uid() {
    return task.getMetadata().getUid();
  }

  /** Name of the task's pod, claim and NetworkPolicy. */
  String objectName() {
    return Names.objectName(task.getMetadata().getName(), uid());
  }

  Instant created() {
    return Instant.parse(task.getMetadata().getCreationTimestamp());
  }

  boolean cancelled() {
    return task.getSpec().desiredState() == DesiredState.Cancelled;
  }

  /** UID of the pod that was recorded before its release; empty = no pod was ever released. */
  Optional<String> recordedPod() {
    return Phases.podUid(task);
  }

  /** Takes over what was just written, so that a second write of this pass is decided on it. */
  void written(StatusWriter.Written written) {
    replace(written.resourceVersion(), task.getMetadata().getFinalizers(), written.status());
  }

  /** Takes over that the task has the finalizer now. */
  void finalizerAdded(String resourceVersion) {
    List<String> finalizers = new ArrayList<>(task.getMetadata().getFinalizers());
    finalizers.add(Names.FINALIZER);
    replace(resourceVersion, finalizers, task.getStatus());
  }

  private void replace(String resourceVersion, List<String> finalizers, SandboxTaskStatus status) {
    var next = new SandboxTask();
    next.setMetadata(
        new ObjectMetaBuilder(task.getMetadata())
            .withResourceVersion(resourceVersion)
            .withFinalizers(finalizers)
            .build());
    next.setSpec(task.getSpec());
    next.setStatus(status);
    task = next;
    fresh = true;
  }

  Plan plan() {
    return plan;
  }

  void plan(Plan value) {
    plan = value;
    rendered = null;
  }

  /** The plan's objects, rendered and hashed once for all steps of this pass. */
  Rendered rendered() {
    if (rendered == null) {
      rendered = Rendered.of(plan);
    }
    return rendered;
  }

  /** The NetworkPolicy as the server keeps it, raw. */
  JsonNode policyObject() {
    return policyObject;
  }

  void policyObject(JsonNode value) {
    policyObject = value;
  }

  /** The held pod as the server keeps it, raw. */
  JsonNode podObject() {
    return podObject;
  }

  void podObject(JsonNode value) {
    podObject = value;
  }

  /** Takes note of the UID of an object that this pass has just made. */
  void made(String uid) {
    made.add(uid);
  }

  /** Whether this pass made it, whatever a webhook has done to its labels. */
  boolean hasMade(String uid) {
    return made.contains(uid);
  }

  /** The recorded pod; null = it is gone, and the server said so. */
  Pod pod() {
    return pod;
  }

  /** How far the recorded pod is; null exactly when it is gone. */
  PodProgress progress() {
    return progress;
  }

  /** Fields in which the recorded pod is not what was released. */
  List<String> podChanges() {
    return podChanges;
  }

  void podChanges(List<String> value) {
    podChanges = value;
  }

  /** Whether the pod's deletion was asked for, though the pod that was seen does not show it. */
  boolean deletionSent() {
    return deletionSent;
  }

  void deletionWasSent() {
    deletionSent = true;
  }

  /** For what the pod is to be deleted at once; empty = for nothing. */
  Optional<IsolationLoss> lost() {
    return Optional.ofNullable(lost);
  }

  void lost(IsolationLoss value) {
    lost = value;
  }

  void pod(Pod value) {
    pod = value;
    progress = value == null ? null : PodProgress.of(value);
  }
}
