package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which runtime, and on which nodes. The first class that is allowed, exists, has an allowed
 * handler and a certified node that is ready is taken; once a pod exists there is no second choice.
 * A class whose nodes are about to get their first verdict is waited for, not passed over.
 */
final class RuntimeSelection {

  /** Most nodes in a pod's affinity, where each is a term. */
  private static final int MAX_NODES = 500;

  /** What came of it. */
  sealed interface Result {}

  /** It can run. The nodes are sorted by name, and not empty. */
  record Selected(
      AllowedRuntime runtime, Facts.RuntimeClassFacts runtimeClass, List<Facts.NodeFacts> nodes)
      implements Result {}

  /** It cannot run now. */
  record Unavailable(Decision decision) implements Result {}

  /** How far a class got before it was out; later is further. */
  private enum Stage {
    NOT_ALLOWED(Reason.PolicyViolation),
    MISSING(Reason.RuntimeClassMissing),
    WRONG_HANDLER(Reason.RuntimeHandlerNotAllowed),
    NO_NODE(Reason.NoNodeWithRuntime),
    NOT_CERTIFIED(Reason.NodeNotCertified),
    NOT_ENFORCED(Reason.NetworkNotEnforced),
    NO_NODE_NOW(Reason.NoNodeWithRuntime),
    INCONCLUSIVE(Reason.CertificationInconclusive),
    PENDING(Reason.NodeNotCertified);

    private final Reason reason;

    Stage(Reason reason) {
      this.reason = reason;
    }

    /** Whether it may change by itself. */
    private boolean passes() {
      return compareTo(NO_NODE_NOW) >= 0;
    }
  }

  /** A class that is out, and why. */
  private record Out(Stage stage, String message) implements Result {}

  private final SandboxPolicySpec policy;
  private final String policyName;
  private final Facts facts;

  private RuntimeSelection(SandboxPolicySpec policy, String policyName, Facts facts) {
    this.policy = policy;
    this.policyName = policyName;
    this.facts = facts;
  }

  /**
   * Selects. Of several classes that are all out the one that got furthest gives the reason, and
   * the message lists all.
   *
   * @param names RuntimeClasses in order of preference
   * @param policy with defaults filled in
   * @return {@link Selected} or {@link Unavailable}
   */
  static Result select(
      List<String> names, SandboxPolicySpec policy, String policyName, Facts facts) {
    RuntimeSelection selection = new RuntimeSelection(policy, policyName, facts);
    List<Out> out = new ArrayList<>();
    for (String name : names) {
      Result result = selection.consider(name);
      if (!(result instanceof Out miss)) {
        return result;
      }
      out.add(miss);
      if (miss.stage() == Stage.PENDING) {
        break;
      }
    }
    Stage furthest =
        out.stream().map(Out::stage).max(Comparator.naturalOrder()).orElse(Stage.NOT_ALLOWED);
    String message = Text.joined(out.stream().map(Out::message).toList());
    return new Unavailable(
        furthest.passes()
            ? new Waiting(furthest.reason, message)
            : new Refusal(furthest.reason, message));
  }

  private Result consider(String name) {
    String shown = Text.shown(name);
    Optional<AllowedRuntime> allowed =
        policy.runtimes().stream().filter(r -> r.runtimeClassName().equals(name)).findFirst();
    if (allowed.isEmpty()) {
      return new Out(
          Stage.NOT_ALLOWED,
          "%s: SandboxPolicy \"%s\" does not allow it".formatted(shown, policyName));
    }
    Facts.RuntimeClassFacts runtimeClass = facts.runtimeClasses().get(name);
    if (runtimeClass == null) {
      return new Out(Stage.MISSING, "%s: there is no RuntimeClass of that name".formatted(shown));
    }
    List<String> handlers = SpecRules.orEmpty(allowed.get().handlers());
    if (!handlers.contains(runtimeClass.handler())) {
      return new Out(
          Stage.WRONG_HANDLER,
          "%s: the RuntimeClass has handler \"%s\"; SandboxPolicy \"%s\" allows only %s (spec.runtimes)"
              .formatted(
                  shown,
                  runtimeClass.handler(),
                  policyName,
                  handlers.isEmpty() ? "none" : String.join(", ", handlers)));
    }
    return nodes(shown, allowed.get(), runtimeClass);
  }

  private Result nodes(String shown, AllowedRuntime allowed, Facts.RuntimeClassFacts runtimeClass) {
    List<Facts.NodeFacts> having = having(runtimeClass, policy, facts);
    if (having.isEmpty()) {
      return new Out(
          Stage.NO_NODE,
          "%s: no node that the RuntimeClass's and the policy's node selectors match lists handler %s"
                  .formatted(shown, runtimeClass.handler())
              + " in status.runtimeHandlers");
    }
    List<Facts.NodeFacts> usable = having.stream().filter(RuntimeSelection::usable).toList();
    if (usable.isEmpty()) {
      return new Out(
          Stage.NO_NODE_NOW,
          "%s: nodes with handler %s are not ready, cordoned, or do not say their kernel: %s"
              .formatted(shown, runtimeClass.handler(), names(having)));
    }
    return switch (CertifiedNodes.among(usable, runtimeClass, facts)) {
      case CertifiedNodes.Some some ->
          new Selected(allowed, runtimeClass, some.nodes().stream().limit(MAX_NODES).toList());
      case CertifiedNodes.None none ->
          new Out(stage(none.lack()), "%s: %s".formatted(shown, none.why()));
    };
  }

  private static Stage stage(CertifiedNodes.Lack lack) {
    return switch (lack) {
      case REFUTED -> Stage.NOT_CERTIFIED;
      case NOT_ENFORCED -> Stage.NOT_ENFORCED;
      case INCONCLUSIVE -> Stage.INCONCLUSIVE;
      case PENDING -> Stage.PENDING;
    };
  }

  /** What each of these classes needs certified: its usable nodes, if it is allowed and there. */
  static List<RuntimeDemand.Wanted> demand(
      List<String> names, SandboxPolicySpec policy, Facts facts) {
    List<RuntimeDemand.Wanted> wanted = new ArrayList<>();
    for (String name : names) {
      Facts.RuntimeClassFacts runtimeClass = facts.runtimeClasses().get(name);
      policy.runtimes().stream()
          .filter(runtime -> runtime.runtimeClassName().equals(name))
          .filter(
              runtime ->
                  runtimeClass != null
                      && SpecRules.orEmpty(runtime.handlers()).contains(runtimeClass.handler()))
          .findFirst()
          .map(
              runtime ->
                  new RuntimeDemand.Wanted(
                      runtime,
                      runtimeClass,
                      having(runtimeClass, policy, facts).stream()
                          .filter(RuntimeSelection::usable)
                          .toList()))
          .ifPresent(wanted::add);
    }
    return List.copyOf(wanted);
  }

  private static List<Facts.NodeFacts> having(
      Facts.RuntimeClassFacts runtimeClass, SandboxPolicySpec policy, Facts facts) {
    return facts.nodes().stream()
        .filter(node -> matches(node, runtimeClass.nodeSelector()))
        .filter(node -> matches(node, policy.pods().nodeSelector()))
        .filter(node -> node.handlers().contains(runtimeClass.handler()))
        .sorted(Comparator.comparing(Facts.NodeFacts::name))
        .toList();
  }

  private static boolean matches(Facts.NodeFacts node, Map<String, String> selector) {
    return node.labels().entrySet().containsAll(selector.entrySet());
  }

  /** A node that does not say its kernel cannot be told from the guest's, so nothing is proved. */
  private static boolean usable(Facts.NodeFacts node) {
    return node.ready()
        && !node.unschedulable()
        && !blank(node.bootId())
        && !blank(node.kernelVersion());
  }

  private static boolean blank(String text) {
    return text == null || text.isBlank();
  }

  private static String names(List<Facts.NodeFacts> nodes) {
    String first = String.join(", ", nodes.stream().limit(5).map(Facts.NodeFacts::name).toList());
    return nodes.size() > 5 ? first + " and %d more".formatted(nodes.size() - 5) : first;
  }
}
