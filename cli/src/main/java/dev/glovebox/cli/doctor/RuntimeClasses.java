package dev.glovebox.cli.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether each SandboxPolicy has a RuntimeClass that it can use. */
final class RuntimeClasses implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    var policies = Seen.need(seen.policies());
    if (policies.isEmpty()) {
      findings.failed(
          "there is no SandboxPolicy: every task is Refused with PolicyMissing",
          "make one called default; kubectl explain sandboxpolicy.spec");
    }
    Map<String, List<AllowedClass>> byPolicy =
        AllowedClass.all(seen).stream()
            .collect(
                Collectors.groupingBy(
                    AllowedClass::policy, LinkedHashMap::new, Collectors.toList()));
    policies.forEach(
        policy -> {
          String name = policy.getMetadata().getName();
          judge(name, byPolicy.getOrDefault(name, List.of()), findings);
        });
    String absent =
        byPolicy.values().stream()
            .flatMap(List::stream)
            .filter(one -> one.found() == null)
            .map(AllowedClass::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return "SandboxPolicies with a RuntimeClass that they can use: %d%s"
        .formatted(
            policies.size(),
            absent.isEmpty() ? "" : "; allowed, but not on this cluster: " + absent);
  }

  private static void judge(String policy, List<AllowedClass> classes, Findings findings) {
    classes.stream()
        .filter(one -> one.found() != null && !one.usable())
        .forEach(
            one ->
                findings.failed(
                    "RuntimeClass %s has handler %s; SandboxPolicy %s allows only %s for it"
                        .formatted(
                            one.name(), one.found().getHandler(), policy, one.runtime().handlers()),
                    "correct the RuntimeClass, or spec.runtimes of the policy"));
    if (classes.stream().allMatch(one -> one.found() == null)) {
      findings.failed(
          "SandboxPolicy %s: none of its RuntimeClasses exists: %s"
              .formatted(
                  policy,
                  classes.isEmpty()
                      ? "it names none"
                      : classes.stream().map(AllowedClass::name).collect(Collectors.joining(", "))),
          "install gVisor or Kata with its RuntimeClass, or name yours in spec.runtimes");
    }
  }
}
