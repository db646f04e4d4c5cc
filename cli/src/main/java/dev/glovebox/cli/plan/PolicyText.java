package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.Times;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.PolicyTerms;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The policy in force in a namespace, for people: every limit, defaults filled in. */
public final class PolicyText {
  private PolicyText() {}

  /** Field by field, under the names of {@code kubectl explain sandboxpolicy.spec}. */
  public static List<String> lines(Facts.NamespaceFacts namespace, SandboxPolicy policy) {
    SandboxPolicySpec spec = PolicyTerms.of(policy).spec();
    boolean named = namespace.labels().containsKey(Names.POLICY_LABEL);
    return new Sections()
        .add("namespace", namespace.name())
        .add(
            "policy",
            "%s, generation %s: %s"
                .formatted(
                    policy.getMetadata().getName(),
                    policy.getMetadata().getGeneration(),
                    named
                        ? "the namespace names it (label %s)".formatted(Names.POLICY_LABEL)
                        : "the namespace names no other (label %s)".formatted(Names.POLICY_LABEL)))
        .add(
            "runtimes",
            spec.runtimes().stream()
                .map(
                    one ->
                        "%s: kind %s, handlers %s"
                            .formatted(one.runtimeClassName(), one.kind(), listed(one.handlers())))
                .toList())
        .add(
            "images",
            List.of(
                "registries " + listed(spec.images().registries()),
                "requireDigest %s, pullPolicy %s, pullSecretNames %s"
                    .formatted(
                        spec.images().requireDigest(),
                        spec.images().pullPolicy(),
                        listed(spec.images().pullSecretNames()))))
        .add("users", "%d to %d".formatted(spec.users().min(), spec.users().max()))
        .add(
            "resources",
            List.of(
                "max " + amounts(spec.resources().max()),
                "default " + amounts(spec.resources().defaults())))
        .add(
            "workspace",
            List.of(
                "types %s, maxSize %s"
                    .formatted(listed(spec.workspace().types()), shown(spec.workspace().maxSize())),
                "storageClassNames %s, accessMode %s"
                    .formatted(
                        listed(spec.workspace().storageClassNames()),
                        spec.workspace().accessMode())))
        .add(
            "times",
            List.of(
                "max " + seconds(spec.times().max()),
                "default " + seconds(spec.times().defaults())))
        .add("tasks", "at most %d unfinished".formatted(spec.maxActiveTasksPerNamespace()))
        .add(
            "network",
            List.of(
                "modes " + listed(spec.network().modes()),
                "allowedCidrs " + listed(spec.network().allowedCidrs()),
                "blockedCidrs %s, besides the built-in ones and the cluster's own"
                    .formatted(listed(spec.network().blockedCidrs()))))
        .add("pods", pods(spec))
        .add("hatches", "dangerouslyAllow " + listed(spec.dangerouslyAllow()))
        .add("report only", listed(spec.reportOnly()))
        .lines();
  }

  private static List<String> pods(SandboxPolicySpec spec) {
    var pods = spec.pods();
    return List.of(
        "serviceAccountName %s, priorityClassName %s"
            .formatted(
                pods.serviceAccountName(),
                pods.priorityClassName().isEmpty() ? "none" : pods.priorityClassName()),
        "nodeSelector %s, %d tolerations"
            .formatted(pairs(pods.nodeSelector()), pods.tolerations().size()),
        "labels %s, copyLabels %s".formatted(pairs(pods.labels()), listed(pods.copyLabels())),
        "homeSize %s, tmpSize %s".formatted(pods.homeSize(), pods.tmpSize()));
  }

  private static String amounts(Resources resources) {
    return "cpu %s, memory %s, ephemeralStorage %s"
        .formatted(
            shown(resources.cpu()), shown(resources.memory()), shown(resources.ephemeralStorage()));
  }

  private static String seconds(Times times) {
    return "provisionSeconds %s, runSeconds %s, ttlSecondsAfterFinished %s"
        .formatted(
            shown(times.provisionSeconds()),
            shown(times.runSeconds()),
            shown(times.ttlSecondsAfterFinished()));
  }

  /** A limit that is missing allows nothing; a default that is missing is the built-in one. */
  private static String shown(Object value) {
    return value == null ? "not set" : value.toString();
  }

  private static String listed(List<?> values) {
    return values == null || values.isEmpty()
        ? "none"
        : values.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static String pairs(Map<String, String> map) {
    return map.isEmpty()
        ? "none"
        : map.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .sorted()
            .collect(Collectors.joining(", "));
  }
}
