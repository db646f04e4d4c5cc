package dev.glovebox.cli.doctor;

import java.util.List;
import java.util.stream.Stream;

/**
 * Webhooks and MutatingAdmissionPolicies that may change what the operator makes: then tasks are
 * Refused/AdmissionMutated.
 */
final class MutatingWebhooks implements Check {
  private static final String EXEMPT =
      "exempt these namespaces in its namespaceSelector, or objects with label app.kubernetes.io/managed-by=glovebox in its objectSelector";

  @Override
  public String look(Seen seen, Findings findings) {
    List<AdmissionHook> webhooks = AdmissionHooks.mutating(Seen.need(seen.webhooks()));
    List<AdmissionHook> policies =
        AdmissionHooks.policies(
            Seen.need(seen.mutatingPolicies()), Seen.need(seen.mutatingBindings()));
    HookTargets targets = HookTargets.of(seen);
    Stream.concat(webhooks.stream(), policies.stream())
        .forEach(hook -> judge(hook, targets.where(hook), findings));
    return "of %d mutating webhooks and %d bound MutatingAdmissionPolicies none may change sandboxes (namespaces: %d)"
        .formatted(webhooks.size(), policies.size(), targets.namespaces());
  }

  private static void judge(AdmissionHook hook, List<String> where, Findings findings) {
    if (!where.isEmpty()) {
      findings.warning(
          "%s may change sandboxes' %s in %s%s; what it changes is refused: a task with AdmissionMutated, a node without a certificate"
              .formatted(
                  hook.what(),
                  String.join(", ", hook.kinds()),
                  String.join(", ", where),
                  hook.conditional()
                      ? ", where its matchConditions let it, which doctor cannot evaluate"
                      : ""),
          EXEMPT);
    }
  }
}
