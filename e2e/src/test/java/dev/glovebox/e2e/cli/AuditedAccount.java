package dev.glovebox.e2e.cli;

import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.AuditLog.Request;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The service account of which the local cluster's API server writes down every request ({@code
 * write_audit_policy} in cluster/lib). It may do everything, so that nothing but the program keeps
 * it from anything.
 */
final class AuditedAccount implements AutoCloseable {
  private static final String NAME = "audited";
  private static final String USER = "system:serviceaccount:default:" + NAME;
  private static final Set<String> READS = Set.of("get", "list", "watch");

  private final Cluster cluster;
  private final Path kubeconfig;
  private final Instant opened = Instant.now();

  private AuditedAccount(Cluster cluster, Path kubeconfig) {
    this.cluster = cluster;
    this.kubeconfig = kubeconfig;
  }

  /** Makes it, and a kubeconfig with a token of its own in the directory. */
  static AuditedAccount open(Cluster cluster, Path directory) throws IOException {
    cluster.create(
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: audited, namespace: default}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: audited}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
        subjects: [{kind: ServiceAccount, name: audited, namespace: default}]
        """);
    Path kubeconfig = directory.resolve(NAME);
    Files.copy(cluster.kubeconfig(), kubeconfig);
    var account = new AuditedAccount(cluster, kubeconfig);
    String token = cluster.kubectl("create", "token", NAME, "-n", "default").succeed().strip();
    account.kubectl("config", "set-credentials", NAME, "--token=" + token).succeed();
    account.kubectl("config", "set-context", "--current", "--user=" + NAME).succeed();
    return account;
  }

  /** kubectl as this account. */
  Command kubectl(String... arguments) {
    return cluster.kubectl(arguments).with("KUBECONFIG", kubeconfig.toString());
  }

  /** The program as this account. */
  Plugin plugin() {
    return Plugin.of(cluster).with("KUBECONFIG", kubeconfig.toString());
  }

  /** All that it has asked for since it was opened, of a resource or not. */
  List<Request> requests() {
    return new AuditLog(cluster.localNode().auditLog())
        .requestsBy(USER).stream().filter(request -> request.when().isAfter(opened)).toList();
  }

  /** Of these what changes something, or would if it were no dry run, and what is about Secrets. */
  static List<Request> writesAndSecrets(List<Request> requests) {
    return requests.stream()
        .filter(
            request -> !READS.contains(request.verb()) || request.resource().startsWith("secrets"))
        .toList();
  }

  /** Whether a request is not by this account. */
  static boolean isByAnother(Request request) {
    return !request.user().equals(USER);
  }

  @Override
  public void close() {
    cluster.client().rbac().clusterRoleBindings().withName(NAME).delete();
    cluster.client().serviceAccounts().inNamespace("default").withName(NAME).delete();
  }
}
