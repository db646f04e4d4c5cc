package dev.glovebox.e2e.admission;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * A namespace that the admission policy on the operator's own account leaves out: an administrator
 * has weakened it. So what is found there is found by the operator's comparison alone.
 */
public record SparedNamespace(Cluster cluster, String namespace) implements AutoCloseable {
  private static final String POLICY = "glovebox-deputy";
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  /** Leaves the workplace's namespace out, and waits until the API server does. */
  public static SparedNamespace of(Workplace workplace) throws IOException {
    var spared = new SparedNamespace(workplace.cluster(), workplace.namespace());
    spared
        .policy()
        .edit(
            policy -> {
              policy
                  .getSpec()
                  .getMatchConditions()
                  .add(
                      new MatchCondition(
                          "request.?namespace.orValue('') != '%s'".formatted(spared.namespace),
                          "spares-" + spared.namespace));
              return policy;
            });
    Config config = Config.fromKubeconfig(Files.readString(spared.cluster.kubeconfig()));
    config.setImpersonateUsername(OPERATOR);
    try (var operator = new KubernetesClientBuilder().withConfig(config).build()) {
      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                try {
                  operator.resource(bare(spared.namespace)).dryRun(true).create();
                  return true;
                } catch (KubernetesClientException e) {
                  return !e.getMessage().contains(POLICY);
                }
              });
    }
    return spared;
  }

  /** A pod that the policy denies. */
  private static Pod bare(String namespace) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: gbx-bare, namespace: %s}
        spec: {containers: [{name: task, image: any}]}
        """
            .formatted(namespace),
        Pod.class);
  }

  private Resource<ValidatingAdmissionPolicy> policy() {
    return cluster.client().resources(ValidatingAdmissionPolicy.class).withName(POLICY);
  }

  @Override
  public void close() {
    policy()
        .edit(
            policy -> {
              policy
                  .getSpec()
                  .getMatchConditions()
                  .removeIf(condition -> condition.getName().equals("spares-" + namespace));
              return policy;
            });
  }
}
