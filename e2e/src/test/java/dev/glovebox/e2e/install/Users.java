package dev.glovebox.e2e.install;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Who tries what. Each has every right that RBAC can give: whatever is denied, the admission
 * policies deny.
 */
public final class Users implements AutoCloseable {
  private static final String DEVELOPER = "developer";

  private final KubernetesClient administrator;
  private final List<KubernetesClient> opened = new ArrayList<>();

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
        .addNewSubject(null, "Group", "system:serviceaccounts:kube-system", null)
        .build();
  }

  /** Someone with every right, who is neither the operator nor of the platform group. */
  public KubernetesClient developer() {
    return as(DEVELOPER);
  }

  /** The operator's service account. */
  public KubernetesClient operator() {
    return as(
        "system:serviceaccount:glovebox-system:glovebox-operator",
        "system:serviceaccounts",
        "system:serviceaccounts:glovebox-system");
  }

  /** A member of the platform group. */
  public KubernetesClient platform() {
    return as("alice", "glovebox:platform");
  }

  /** One of the cluster's own controllers: it finishes pods whose node is gone. */
  public KubernetesClient podCollector() {
    return as(
        "system:serviceaccount:kube-system:pod-garbage-collector",
        "system:serviceaccounts",
        "system:serviceaccounts:kube-system");
  }

  /** Another: it empties namespaces that are being deleted. */
  KubernetesClient namespaceController() {
    return as(
        "system:serviceaccount:kube-system:namespace-controller",
        "system:serviceaccounts",
        "system:serviceaccounts:kube-system");
  }

  /** The scheduler, which binds pods to nodes. */
  KubernetesClient scheduler() {
    return as("system:kube-scheduler");
  }

  /** The administrator of the cluster, who is in system:masters. */
  public KubernetesClient administrator() {
    return administrator;
  }

  private KubernetesClient as(String user, String... groups) {
    var config =
        new ConfigBuilder(administrator.getConfiguration())
            .withImpersonateUsername(user)
            .withImpersonateGroups(groups)
            .build();
    var client = new KubernetesClientBuilder().withConfig(config).build();
    opened.add(client);
    return client;
  }

  @Override
  public void close() {
    opened.forEach(KubernetesClient::close);
  }
}
