package dev.glovebox.operator.facts;

import java.util.Arrays;
import java.util.List;

/**
 * What the operator's service account may do, as far as every installation gives it. Not here,
 * though the chart gives them: reading Secrets, ConfigMaps and service accounts, which may be given
 * for some namespaces only; and other kinds of policy, which most clusters do not have.
 */
public final class Rights {

  /** Everywhere; without them the operator cannot do its work. */
  public static final List<Right> CLUSTER =
      List.of(
          right("glovebox.dev", "sandboxtasks", "get", "list", "watch", "patch", "delete"),
          right("glovebox.dev", "sandboxtasks/status", "update"),
          right("glovebox.dev", "sandboxtasks/finalizers", "update"),
          right("glovebox.dev", "sandboxpolicies", "get", "list", "watch"),
          right("glovebox.dev", "sandboxpolicies/status", "update"),
          right("glovebox.dev", "nodecertificates", "get", "list", "watch", "create"),
          right("glovebox.dev", "nodecertificates/status", "update"),
          right("", "pods", "get", "list", "watch", "create", "patch", "delete"),
          right("", "persistentvolumeclaims", "get", "list", "watch", "create", "delete"),
          right("", "persistentvolumes", "get", "list", "watch"),
          right("", "nodes", "get", "list", "watch"),
          right("", "namespaces", "get", "list", "watch"),
          right("", "services", "get", "list", "watch"),
          right(
              "networking.k8s.io",
              "networkpolicies",
              "get",
              "list",
              "watch",
              "create",
              "patch",
              "delete"),
          right("networking.k8s.io", "servicecidrs", "list"),
          right("discovery.k8s.io", "endpointslices", "list"),
          right("node.k8s.io", "runtimeclasses", "get", "list", "watch"),
          right("storage.k8s.io", "storageclasses", "get", "list", "watch"),
          right("admissionregistration.k8s.io", "validatingadmissionpolicies", "list", "watch"),
          right(
              "admissionregistration.k8s.io",
              "validatingadmissionpolicybindings",
              "list",
              "watch"));

  /** In the operator's own namespace, where one of several operators is chosen. */
  public static final List<Right> OWN_NAMESPACE =
      List.of(right("coordination.k8s.io", "leases", "get", "create", "patch"));

  /** Everywhere, and nothing depends on them: Events may be lost. */
  public static final List<Right> EVENTS =
      List.of(right("", "events", "list"), right("events.k8s.io", "events", "create"));

  /**
   * A right.
   *
   * @param group empty = core
   * @param resource with its subresource, if any, after a slash
   */
  public record Right(String group, String resource, List<String> verbs) {
    /** As RBAC names it: {@code networkpolicies.networking.k8s.io}. */
    public String named() {
      return group.isEmpty() ? resource : resource + "." + group;
    }
  }

  private Rights() {}

  private static Right right(String group, String resource, String... verbs) {
    return new Right(group, resource, Arrays.asList(verbs));
  }
}
