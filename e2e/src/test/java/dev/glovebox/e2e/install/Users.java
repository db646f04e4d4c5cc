package dev.glovebox.e2e.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who tries what. Each has every right that RBAC can give: whatever is denied, the admission
 * policies deny.
 */
public final class Users implements AutoCloseable {
  private static final String DEVELOPER = "developer";

  private final KubernetesClient administrator;
  private final Map<String, KubernetesClient> opened = new ConcurrentHashMap<>();

  /** Users of the administrator's cluster. */
  public Users(KubernetesClient administrator) {
    this.administrator = administrator;
  }

  /** What gives them their rights. */
  public static HasMetadata rights(String name) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
        .addNewSubject("rbac.authorization.k8s.io", "User", DEVELOPER, null)
        .addNewSubject(null, "Group", "system:serviceaccounts:glovebox-system", null)
        .addNewSubject(null, "Group", "glovebox:platform", null)
        .addNewSubject(null, "User", "system:kube-scheduler", null)
        .addNewSubject(null, "User", "system:kube-controller-manager", null)
        .addNewSubject(null, "Group", "system:serviceaccounts:kube-system", null)
        .build();
  }

  /** Someone with every right, who is neither the operator nor of the platform group. */
  public KubernetesClient developer() {
    return as(DEVELOPER);
  }

  /** The operator's service account. */
  public KubernetesClient operator() {
    return account("glovebox-system", "glovebox-operator");
  }

  /** A member of the platform group. */
  public KubernetesClient platform() {
    return as("alice", "glovebox:platform");
  }

  /** The developer, as a member of a group that is nothing by itself. */
  KubernetesClient member(String group) {
    return as(DEVELOPER, group);
  }

  /** One of the cluster's own controllers: it finishes pods whose node is gone. */
  public KubernetesClient podCollector() {
    return account("kube-system", "pod-garbage-collector");
  }

  /** Another: it empties namespaces that are being deleted. */
  KubernetesClient namespaceController() {
    return account("kube-system", "namespace-controller");
  }

  /** The scheduler, which binds pods to nodes. */
  KubernetesClient scheduler() {
    return user("system:kube-scheduler");
  }

  /** A kubelet; its rights are those of the node's own pods. */
  KubernetesClient kubelet(String node) {
    return as("system:node:" + node, "system:nodes");
  }

  /** A service account; it has rights when {@link #rights} gives them to its namespace. */
  KubernetesClient account(String namespace, String name) {
    return as(
        "system:serviceaccount:%s:%s".formatted(namespace, name),
        "system:serviceaccounts",
        "system:serviceaccounts:" + namespace);
  }

  /** A user of no group. */
  KubernetesClient user(String name) {
    return as(name);
  }

  /** The administrator of the cluster, who is in system:masters. */
  public KubernetesClient administrator() {
    return administrator;
  }

  /** One client each: to make one takes longer than most requests. */
  private KubernetesClient as(String user, String... groups) {
    return opened.computeIfAbsent(
        user + " " + String.join(" ", groups),
        any -> {
          var config =
              new ConfigBuilder(administrator.getConfiguration())
                  .withImpersonateUsername(user)
                  .withImpersonateGroups(groups)
                  .build();
          return new KubernetesClientBuilder().withConfig(config).build();
        });
  }

  @Override
  public void close() {
    opened.values().forEach(KubernetesClient::close);
  }
}
