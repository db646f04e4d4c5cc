package dev.glovebox.cli.doctor;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Webhooks that may change what the operator makes: then tasks are Refused/AdmissionMutated. */
final class MutatingWebhooks implements Check {
  /** What the operator makes, by its group; every one has version v1. */
  private static final Map<String, List<String>> OURS =
      new TreeMap<>(
          Map.of(
              "",
              List.of("pods", "persistentvolumeclaims"),
              "networking.k8s.io",
              List.of("networkpolicies")));

  @Override
  public String look(Seen seen, Findings findings) {
    List<MutatingWebhookConfiguration> all = Seen.need(seen.webhooks());
    SandboxLabels labels = SandboxLabels.of(Seen.need(seen.policies()));
    List<Namespace> namespaces =
        Stream.concat(
                TaskNamespaces.of(seen).stream(),
                Seen.need(seen.namespaces()).stream()
                    .filter(one -> one.getMetadata().getName().equals(Canaries.NAMESPACE)))
            .toList();
    for (MutatingWebhookConfiguration configuration : all) {
      for (MutatingWebhook webhook : configuration.getWebhooks()) {
        judge(configuration.getMetadata().getName(), webhook, namespaces, labels, findings);
      }
    }
    return "%d MutatingWebhookConfigurations, %d namespaces"
        .formatted(all.size(), namespaces.size());
  }

  private static void judge(
      String configuration,
      MutatingWebhook webhook,
      List<Namespace> namespaces,
      SandboxLabels labels,
      Findings findings) {
    TreeSet<String> kinds = new TreeSet<>();
    OURS.forEach(
        (group, resources) ->
            resources.stream()
                .filter(
                    resource ->
                        webhook.getRules().stream().anyMatch(r -> matches(r, group, resource)))
                .forEach(kinds::add));
    if (kinds.isEmpty() || !labels.mayMatch(webhook.getObjectSelector())) {
      return;
    }
    List<String> where =
        namespaces.stream()
            .filter(
                one -> {
                  var of = new TreeMap<>(TaskNamespaces.labels(one));
                  of.put("kubernetes.io/metadata.name", one.getMetadata().getName());
                  return SandboxLabels.exactly(of).mayMatch(webhook.getNamespaceSelector());
                })
            .map(one -> one.getMetadata().getName())
            .toList();
    if (!where.isEmpty()) {
      findings.warning(
          "webhook %s of MutatingWebhookConfiguration %s may change sandboxes' %s in %s%s; a change that it makes is Refused with AdmissionMutated"
              .formatted(
                  webhook.getName(),
                  configuration,
                  String.join(", ", kinds),
                  String.join(", ", where),
                  webhook.getMatchConditions().isEmpty()
                      ? ""
                      : ", where its matchConditions let it"),
          "exempt these namespaces in its namespaceSelector, or objects with label app.kubernetes.io/managed-by=glovebox in its objectSelector");
    }
  }

  private static boolean matches(RuleWithOperations rule, String group, String resource) {
    return any(rule.getApiGroups(), group)
        && any(rule.getApiVersions(), "v1")
        && (any(rule.getOperations(), "CREATE") || any(rule.getOperations(), "UPDATE"))
        && (any(rule.getResources(), resource) || rule.getResources().contains("*/*"))
        && !"Cluster".equals(rule.getScope());
  }

  private static boolean any(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }
}
