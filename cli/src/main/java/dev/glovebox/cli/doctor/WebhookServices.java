package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Lookup;
import java.util.List;
import java.util.stream.Stream;

/** Whether webhooks that must be asked about what the operator makes can be asked. */
final class WebhookServices implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    HookTargets targets = HookTargets.of(seen);
    List<AdmissionHook> asked =
        failingClosed(
                AdmissionHooks.mutating(Seen.need(seen.webhooks())),
                AdmissionHooks.validating(Seen.need(seen.validatingWebhooks())))
            .filter(hook -> !targets.where(hook).isEmpty())
            .toList();
    for (AdmissionHook hook : asked) {
      Lookup<Integer> ready = seen.readyEndpoints().get(hook.service());
      if (ready instanceof Lookup.Unreadable<Integer> unreadable) {
        findings.unknown(
            "whether Service %s of %s answers: %s"
                .formatted(hook.service(), hook.what(), unreadable.message()),
            Seen.ASK_FOR_RIGHT);
      } else if (!(ready instanceof Lookup.Found<Integer> found) || found.value() == 0) {
        findings.warning(
            "%s has failurePolicy Fail, and its Service %s has no ready endpoint: sandboxes' %s cannot be made in %s"
                .formatted(
                    hook.what(),
                    hook.service(),
                    String.join(", ", hook.kinds()),
                    String.join(", ", targets.where(hook))),
            "start what the Service selects, or take the webhook away if what it belongs to is gone");
      }
    }
    return "webhooks that must answer before a sandbox is made: %d, each with a ready endpoint (namespaces: %d)"
        .formatted(asked.size(), targets.namespaces());
  }

  /** Those that fail closed, are asked about some kind of ours, and are reached by a Service. */
  static Stream<AdmissionHook> failingClosed(
      List<AdmissionHook> mutating, List<AdmissionHook> validating) {
    return Stream.concat(mutating.stream(), validating.stream())
        .filter(AdmissionHook::failsClosed)
        .filter(hook -> hook.service() != null && !hook.kinds().isEmpty());
  }
}
