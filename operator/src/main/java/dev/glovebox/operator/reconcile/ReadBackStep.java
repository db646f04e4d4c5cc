package dev.glovebox.operator.reconcile;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.PolicyUnion;
import dev.glovebox.core.verify.policies.Opening;
import dev.glovebox.operator.facts.NetworkPolicies;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Every NetworkPolicy that selects the pod is ours, or opens nothing. */
final class ReadBackStep implements Step {
  /**
   * What cannot be read for this long will not be read; the task is refused, and may be retried.
   */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final NetworkPolicies policies;

  ReadBackStep(NetworkPolicies policies) {
    this.policies = policies;
  }

  @Override
  public Progress run(Pass pass) {
    if (policies.otherPolicyGroups() instanceof Lookup.Unreadable<List<String>> no) {
      return unread("the API groups of other network policy kinds: " + no.message(), pass);
    }
    var ours = new OwnObject(pass.policyObject());
    return switch (policies.list(pass.namespace(), pass.uid(), ours.resourceVersion())) {
      case Lookup.Unreadable<List<NetworkPolicy>> no ->
          unread("the NetworkPolicies of the namespace: " + no.message(), pass);
      case Lookup.Absent<List<NetworkPolicy>> never ->
          unread("the NetworkPolicies of the namespace: the server says there are none", pass);
      case Lookup.Found<List<NetworkPolicy>> found -> judge(found.value(), ours, pass);
    };
  }

  private static Progress judge(List<NetworkPolicy> all, OwnObject ours, Pass pass) {
    if (all.stream().noneMatch(policy -> policy.getMetadata().getUid().equals(ours.uid()))) {
      return unread("the task's own NetworkPolicy is not in the list", pass);
    }
    Optional<Opening> widens =
        PolicyUnion.widening(labels(pass), all, pass.objectName(), ours.uid());
    return widens.isEmpty()
        ? new Progress.Proceed()
        : Progress.Stop.of(Reason.NetworkPolicyWidened, widens.get().message());
  }

  private static Map<String, String> labels(Pass pass) {
    Map<String, String> labels = new TreeMap<>();
    pass.podObject()
        .path("metadata")
        .path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  /** Waits a little, counted from the pod's creation and not from when this operator started. */
  private static Progress unread(String what, Pass pass) {
    Duration podAge = Duration.between(pass.created(), new OwnObject(pass.podObject()).created());
    return new Progress.Hold(
        new Waiting(Reason.ReadBackFailed, "cannot read " + what), podAge.plus(PATIENCE));
  }
}
