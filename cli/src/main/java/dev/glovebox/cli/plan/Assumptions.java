package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is taken to be so where no cluster is asked, in words: each line names what the planner was
 * given.
 *
 * @param policy in force
 */
record Assumptions(SandboxPolicySpec policy, OrdinarySite site) {

  Open namespace(Facts.NamespaceFacts namespace) {
    return assumed(
        Subject.NAMESPACE,
        "%s is taken to be there, with %s and no annotations"
            .formatted(
                namespace.name(),
                namespace.labels().isEmpty()
                    ? "no labels"
                    : "labels " + pairs(namespace.labels())));
  }

  /**
   * Everything but namespace, policy and ConfigMaps.
   *
   * @param claim whether the task wants a volume
   */
  List<Open> ofTheCluster(boolean claim) {
    List<Open> open = new ArrayList<>();
    open.add(
        assumed(
            Subject.OPERATOR_CONFIGURATION,
            "the probe's image is shown with a digest of zeros; no ranges are taken to be blocked by the chart's values"));
    open.add(assumed(Subject.RUNTIME_CLASSES, classes()));
    open.add(
        assumed(
            Subject.NODES,
            "one is taken to be ready, with %severy handler above"
                .formatted(
                    policy.pods() == null
                            || policy.pods().nodeSelector() == null
                            || policy.pods().nodeSelector().isEmpty()
                        ? ""
                        : "labels %s and ".formatted(pairs(policy.pods().nodeSelector())))));
    open.add(
        assumed(Subject.CERTIFICATES, "the node is taken to be certified under every class above"));
    open.add(
        assumed(
            Subject.CANARIES,
            "one is taken to answer at "
                + site.canaries().stream()
                    .map(Facts.CanaryFacts::address)
                    .collect(Collectors.joining(", "))));
    open.add(
        assumed(
            Subject.ADDRESSES,
            "pods, Services and nodes are taken to be in %s, and nothing that the task is granted to be the cluster's own"
                .formatted(String.join(", ", site.network().ranges()))));
    open.add(
        assumed(
            Subject.POLICY_ENGINE,
            "it is taken not to have started again since the node was certified"));
    if (claim) {
      open.add(assumed(Subject.STORAGE_CLASSES, storageClasses()));
    }
    open.add(
        assumed(
            Subject.SERVICE_ACCOUNT,
            "the policy's is taken to be there, without pull secrets of its own"));
    open.add(assumed(Subject.QUOTA, "there are taken to be none"));
    open.add(assumed(Subject.ADMISSION_POLICIES, "they are taken to be in force"));
    open.add(assumed(Subject.NAME, "no other SandboxTask is taken to have it"));
    return open;
  }

  private String classes() {
    var classes = OrdinaryCluster.runtimeClasses(policy).values();
    return classes.isEmpty()
        ? "there are taken to be none: the policy allows none"
        : "those that the policy allows are taken to be there, without overhead: "
            + classes.stream()
                .map(one -> "%s (handler %s)".formatted(one.name(), one.handler()))
                .collect(Collectors.joining(", "));
  }

  private String storageClasses() {
    var names = OrdinaryCluster.storageClasses(policy).keySet();
    return names.isEmpty()
        ? "there are taken to be none: the policy allows none"
        : "those that the policy allows are taken to be there, with reclaimPolicy Delete: "
            + String.join(", ", names);
  }

  private static Open assumed(Subject subject, String why) {
    return new Open(subject, State.ASSUMED, why);
  }

  private static String pairs(Map<String, String> map) {
    return map.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
