package dev.glovebox.e2e.certify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The NodeCertificates of a cluster, and what certification leaves behind. */
public record Certificates(Cluster cluster) {
  static final String NAMESPACE = "glovebox-canary";
  static final String LABEL = "glovebox.dev/certification";
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  private static final Duration VALID = Duration.ofMinutes(10);

  /** Longer than a control pod that gives up, and another try. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** One of them; null = there is none. */
  public NodeCertificate get(String name) {
    return cluster.client().resources(NodeCertificate.class).withName(name).get();
  }

  /** Deletes all of them, so that the next task has its node certified. */
  public void forget() {
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

  /**
   * Writes the lie that the node was certified, over a verdict that says otherwise: what an
   * administrator can do who acts in the operator's name, and nobody else.
   */
  public void forgeCertified(String name, String guestKernel) {
    List<String> answers =
        cluster
            .client()
            .pods()
            .inNamespace(NAMESPACE)
            .withLabel("app.kubernetes.io/name", "glovebox-canary")
            .list()
            .getItems()
            .stream()
            .flatMap(
                pod -> Stream.of("TCP", "UDP").map(p -> pod.getStatus().getPodIP() + ":8787/" + p))
            .toList();
    Instant now = Instant.now();
    forge(
        name,
        status -> {
          status.put("certified", true).put("reason", "Certified").put("guestKernel", guestKernel);
          status.putPOJO("answers", answers);
          status.put("certifiedTime", now.toString());
          status.put("expiryTime", now.plus(VALID).toString());
        });
  }

  /** Changes a certificate's status in the operator's name. */
  public void forge(String name, Consumer<ObjectNode> change) {
    NodeCertificate certificate = get(name);
    var mapper = new ObjectMapper();
    ObjectNode status = mapper.valueToTree(certificate.getStatus());
    change.accept(status);
    certificate.setStatus(mapper.convertValue(status, NodeCertificateStatus.class));
    var operator =
        new ConfigBuilder(cluster.client().getConfiguration())
            .withImpersonateUsername(OPERATOR)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(operator).build()) {
      client.resource(certificate).updateStatus();
    }
  }
}
