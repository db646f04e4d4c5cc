package dev.glovebox.e2e.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The NodeCertificates of a cluster, and what certification leaves behind. */
record Certificates(Cluster cluster) {
  static final String NAMESPACE = "glovebox-canary";
  static final String LABEL = "glovebox.dev/certification";
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  /** Longer than a control pod that gives up, and another try. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** One of them; null = there is none. */
  NodeCertificate get(String name) {
    return cluster.client().resources(NodeCertificate.class).withName(name).get();
  }

  /** Deletes all of them, so that the next task has its node certified. */
  void forget() {
    cluster.kubectl("delete", "nodecertificates", "--all").succeed();
  }

  /** Waits until something holds of one, and returns it. */
  NodeCertificate await(String name, String what, Predicate<NodeCertificateStatus> condition) {
    var last = new AtomicReference<NodeCertificate>();
    Awaitility.await(name + " " + what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              NodeCertificate now = get(name);
              last.set(now);
              return now != null && now.getStatus() != null && condition.test(now.getStatus());
            });
    return last.get();
  }

  /** Waits until no object of a certification is there any more. */
  void assertNothingIsLeft() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(
                      cluster
                          .client()
                          .pods()
                          .inNamespace(NAMESPACE)
                          .withLabel(LABEL)
                          .list()
                          .getItems())
                  .isEmpty();
              assertThat(
                      cluster
                          .client()
                          .resources(NetworkPolicy.class)
                          .inNamespace(NAMESPACE)
                          .withLabel(LABEL)
                          .list()
                          .getItems())
                  .isEmpty();
            });
  }

  /** Pods that the operator has made for certifications so far, by the server's word. */
  long podsMade() {
    return new AuditLog(cluster.localNode().auditLog())
        .writesBy(OPERATOR).stream()
            .filter(
                request ->
                    request.verb().equals("create")
                        && request.resource().equals("pods")
                        && request.namespace().equals(NAMESPACE)
                        && request.code() == 201)
            .count();
  }

  /** Writes into a certificate's status what an administrator could. */
  void forge(String name, String statusJson) {
    cluster
        .kubectl(
            "patch",
            "nodecertificate",
            name,
            "--subresource=status",
            "--type=merge",
            "--patch",
            "{\"status\":" + statusJson + "}")
        .succeed();
  }
}
