package dev.glovebox.operator.reconcile;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.PolicyUnion;
import dev.glovebox.core.verify.policies.Opening;
import dev.glovebox.operator.facts.NetworkPolicies;
import dev.glovebox.operator.facts.PolicyWatch;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Every policy that selects the pod, of whatever kind, is ours or opens nothing. */
final class ReadBackStep implements Step {
  /**
   * What cannot be read for this long will not be read; the task is refused, and may be retried.
   */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final NetworkPolicies policies;
  private final boolean last;
  private final Supplier<Optional<String>> unwatched;

  private ReadBackStep(
      NetworkPolicies policies, boolean last, Supplier<Optional<String>> unwatched) {
    this.policies = policies;
    this.last = last;
    this.unwatched = unwatched;
  }

  /**
   * Before a volume is made: what the server knew when it took our policy, which is quick to get.
   */
  static ReadBackStep early(NetworkPolicies policies) {
    return new ReadBackStep(policies, false, Optional::empty);
  }

  /**
   * When the gate is about to go: what is true at the moment of asking. It costs 5 to 77 ms more
   * (measured, idle and with nodes): the server asks its store how far that is, and waits for its
   * cache to get there. A younger resourceVersion of another object, such as the status just
   * written, would cost the same, for the cache of policies must wait for it just so; and
   * Kubernetes does not promise that versions of different kinds can be compared. What is made
   * after the answer is seen by the watch, some milliseconds later and long before the probe has
   * passed; so nothing goes on that the watch would not see.
   */
  static ReadBackStep last(NetworkPolicies policies, PolicyWatch watch) {
    return new ReadBackStep(policies, true, () -> watch.notKnown());
  }

  @Override
  public Progress run(Pass pass) {
    var ours = new OwnObject(pass.policyObject());
    String notOlderThan = last ? null : ours.resourceVersion();
    return switch (policies.list(pass.namespace(), pass.uid(), notOlderThan)) {
      case Lookup.Unreadable<List<NetworkPolicy>> no ->
          unread("the NetworkPolicies of the namespace: " + no.message(), pass);
      case Lookup.Absent<List<NetworkPolicy>> never ->
          unread("the NetworkPolicies of the namespace: the server says there are none", pass);
      case Lookup.Found<List<NetworkPolicy>> found -> judge(found.value(), ours, pass);
    };
  }

  private Progress judge(List<NetworkPolicy> all, OwnObject ours, Pass pass) {
    if (all.stream().noneMatch(policy -> policy.getMetadata().getUid().equals(ours.uid()))) {
      return unread("the task's own NetworkPolicy is not in the list", pass);
    }
    Map<String, String> labels = labels(pass);
    Optional<Opening> widens = PolicyUnion.widening(labels, all, pass.objectName(), ours.uid());
    return widens.isPresent() ? widened(widens.get().message()) : judgeOthers(labels, ours, pass);
  }

  private Progress judgeOthers(Map<String, String> labels, OwnObject ours, Pass pass) {
    return switch (policies.otherWidening(
        pass.namespace(), labels, pass.objectName(), ours.uid())) {
      case Lookup.Unreadable<Optional<String>> no ->
          unread("the other kinds of network policy: " + no.message(), pass);
      case Lookup.Absent<Optional<String>> never ->
          unread("the other kinds of network policy: the server says there are none", pass);
      case Lookup.Found<Optional<String>> found ->
          found.value().map(ReadBackStep::widened).orElseGet(this::watched);
    };
  }

  private Progress watched() {
    return unwatched.get().map(PlanStep::nothingIsReleased).orElseGet(Progress.Proceed::new);
  }

  private static Progress widened(String message) {
    return Progress.Stop.of(Reason.NetworkPolicyWidened, message);
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
