package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.PolicyInForce;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.IsolationLoss;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.PolicyWatch;
import dev.glovebox.operator.status.Phases;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether what a released pod's isolation rests on is as it was at the release. Asked in every pass
 * from the release to the end, and answered from informers: no request as long as nothing is wrong.
 *
 * <p>A task that runs is killed by {@link Stops}, once the reason is on record. Until then what was
 * found is found again by whoever comes after a crash, because the pod's own record says what was
 * to be. A task that has not started is refused.
 */
final class WatchStep implements Step {
  /** A pod that runs while it is stopped for one of these is deleted at once anyway. */
  private static final Set<Reason> KILLED =
      Set.of(Reason.IsolationLost, Reason.ProofRejected, Reason.AdmissionMutated);

  private final PolicyWatch policies;
  private final ClusterView view;
  private final ObjectReads reads;
  private final Kill kill;

  WatchStep(PolicyWatch policies, ClusterView view, ObjectReads reads, Kill kill) {
    this.policies = policies;
    this.view = view;
    this.reads = reads;
    this.kill = kill;
  }

  @Override
  public Progress run(Pass pass) {
    boolean running = pass.progress() instanceof PodProgress.Running;
    if (running && (RunStep.hasEnded(pass.pod()) || isKilled(pass))) {
      return new Progress.Proceed();
    }
    // Where a policy is missing the server has the last word: an informer may be behind.
    Optional<NetworkPolicy> ours = policies.labelled(pass.namespace(), pass.objectName());
    Optional<IsolationLoss> ofPolicy = ofPolicy(pass, ours);
    if (ofPolicy.isPresent()) {
      switch (reads.object(ObjectKind.NETWORK_POLICY, pass.namespace(), pass.objectName())) {
        case Lookup.Unreadable<JsonNode> no -> {
          return new Progress.Retry("NetworkPolicy: " + no.message());
        }
        case Lookup.Absent<JsonNode> gone -> ours = Optional.empty();
        case Lookup.Found<JsonNode> found ->
            ours =
                Optional.of(new OwnObject(found.value()))
                    .filter(policy -> policy.belongsTo(pass.uid()))
                    .map(OwnObject::asPolicy);
      }
      ofPolicy = ofPolicy(pass, ours);
    }
    Optional<IsolationLoss> loss = ofPolicy.isPresent() ? ofPolicy : others(pass, ours.get());
    if (loss.isEmpty()) {
      return new Progress.Proceed();
    }
    if (running || pass.progress() instanceof PodProgress.ProbePassed) {
      // Nothing stands before the task any more: it runs, or starts at any moment.
      pass.lost(loss.get());
    } else {
      kill.close(pass, loss.get());
    }
    return Progress.Stop.of(
        running ? Reason.IsolationLost : loss.get().refusal(), loss.get().words());
  }

  private static boolean isKilled(Pass pass) {
    return Phases.of(pass.task()) == Phase.Stopping
        && Phases.reason(pass.task()).filter(KILLED::contains).isPresent();
  }

  private static Optional<IsolationLoss> ofPolicy(Pass pass, Optional<NetworkPolicy> ours) {
    return IsolationLoss.ofPolicy(pass.pod(), pass.objectName(), ours);
  }

  private Optional<IsolationLoss> others(Pass pass, NetworkPolicy ours) {
    Pod pod = pass.pod();
    Phase phase = Phases.of(pass.task());
    boolean shown = phase == Phase.Running || phase == Phase.Stopping;
    // Before the proof is in the status a changed pod is the proof's matter: AdmissionMutated or
    // ProofRejected.
    return (shown
            ? IsolationLoss.ofPod(pass.objectName(), pass.podChanges())
            : Optional.<IsolationLoss>empty())
        .or(() -> IsolationLoss.ofOthers(widening(pass, ours)))
        .or(
            () ->
                shown
                    ? Optional.empty()
                    : IsolationLoss.ofRuntimeClass(
                        pod, view.runtimeClass(pod.getSpec().getRuntimeClassName())))
        .or(() -> sandboxPolicy(pass))
        .or(() -> certificate(pass))
        .or(() -> IsolationLoss.ofReach(view.grantedReach().opened(IsolationLoss.granted(ours))));
  }

  private Optional<String> widening(Pass pass, NetworkPolicy ours) {
    Map<String, String> labels = pass.pod().getMetadata().getLabels();
    String uid = ours.getMetadata().getUid();
    String released = pass.task().getStatus().startTime();
    return policies
        .widening(pass.namespace(), labels, pass.objectName(), uid)
        .or(
            () ->
                released == null
                    ? Optional.empty()
                    : policies.widened(
                        pass.namespace(), labels, pass.objectName(), uid, Instant.parse(released)));
  }

  private Optional<IsolationLoss> sandboxPolicy(Pass pass) {
    // Not to know the namespace shows nothing; it cannot be gone while the pod is there.
    return view.namespace(pass.namespace()) instanceof Lookup.Found<Facts.NamespaceFacts> found
        ? IsolationLoss.ofSandboxPolicy(
            PolicyInForce.refusal(
                pass.task(), handler(pass.task().getStatus()), found.value(), view.policies()))
        : Optional.empty();
  }

  private static String handler(SandboxTaskStatus status) {
    return status.isolation() == null || status.isolation().runtime() == null
        ? null
        : status.isolation().runtime().handler();
  }

  private Optional<IsolationLoss> certificate(Pass pass) {
    String node = pass.pod().getSpec().getNodeName();
    String proved = pass.task().getStatus().provedTime();
    return node == null || node.isEmpty()
        ? Optional.empty()
        : IsolationLoss.ofCertificate(
            view.certificate(node, pass.pod().getSpec().getRuntimeClassName()),
            proved == null ? null : Instant.parse(proved));
  }
}
