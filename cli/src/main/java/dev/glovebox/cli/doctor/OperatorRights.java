package dev.glovebox.cli.doctor;

import java.util.List;

/** Whether the operator's service account may do what it must. */
final class OperatorRights implements Check {
  /**
   * Rights on one resource.
   *
   * @param namespaced only in the operator's own namespace
   */
  record Rule(String group, String resource, List<String> verbs, boolean namespaced) {}

  private static final List<String> READ = List.of("get", "list", "watch");

  /**
   * Those of the chart that every installation has; a test compares them with it. Secrets and other
   * kinds of network policy are not among them: the chart's values give them up on purpose.
   */
  static final List<Rule> RULES =
      List.of(
          rule("glovebox.dev", "sandboxtasks", "get", "list", "watch", "patch", "delete"),
          rule("glovebox.dev", "sandboxtasks/status", "update"),
          rule("glovebox.dev", "sandboxtasks/finalizers", "update"),
          rule("glovebox.dev", "sandboxpolicies", "get", "list", "watch"),
          rule("glovebox.dev", "nodecertificates", "get", "list", "watch", "create"),
          rule("glovebox.dev", "sandboxpolicies/status", "update"),
          rule("glovebox.dev", "nodecertificates/status", "update"),
          rule("", "pods", "get", "list", "watch", "create", "patch", "delete"),
          rule("", "persistentvolumeclaims", "get", "list", "watch", "create", "delete"),
          rule(
              "networking.k8s.io",
              "networkpolicies",
              "get",
              "list",
              "watch",
              "create",
              "patch",
              "delete"),
          new Rule("", "persistentvolumes", READ, false),
          new Rule("", "nodes", READ, false),
          new Rule("", "namespaces", READ, false),
          new Rule("", "services", READ, false),
          rule("discovery.k8s.io", "endpointslices", "list"),
          rule("networking.k8s.io", "servicecidrs", "list"),
          new Rule("node.k8s.io", "runtimeclasses", READ, false),
          new Rule("storage.k8s.io", "storageclasses", READ, false),
          rule("admissionregistration.k8s.io", "validatingadmissionpolicies", "list", "watch"),
          rule(
              "admissionregistration.k8s.io", "validatingadmissionpolicybindings", "list", "watch"),
          rule("", "events", "list"),
          rule("events.k8s.io", "events", "create"),
          new Rule("coordination.k8s.io", "leases", List.of("get", "create", "patch"), true));

  private static Rule rule(String group, String resource, String... verbs) {
    return new Rule(group, resource, List.of(verbs), false);
  }

  @Override
  public String look(Seen seen, Findings findings) {
    List<String> denied = Seen.need(seen.deniedRights());
    if (!denied.isEmpty()) {
      findings.failed(
          "service account %s/%s may not %s"
              .formatted(
                  seen.operatorNamespace(), OperatorDeployment.NAME, String.join("; ", denied)),
          "install the chart's roles again (helm upgrade)");
    }
    return "%d rights of the operator's service account"
        .formatted(RULES.stream().mapToInt(rule -> rule.verbs().size()).sum());
  }
}
