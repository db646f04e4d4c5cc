package dev.glovebox.e2e.operator;

import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;

/** The operator's Deployment: it is changed, and waited for until all its pods are as it says. */
public record OperatorDeployment(Cluster cluster) {
  static final String NAMESPACE = "glovebox-system";
  static final String NAME = "glovebox-operator";
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A change of its pods by a kubectl command that ends with the Deployment and these words. */
  public void change(String verb, String... more) {
    List<String> line = new ArrayList<>(List.of("--namespace=" + NAMESPACE));
    line.addAll(List.of(verb.split(" ")));
    line.add("deployment/" + NAME);
    line.addAll(List.of(more));
    cluster.kubectl(line.toArray(String[]::new)).succeed();
    cluster
        .kubectl(
            "--namespace=" + NAMESPACE,
            "rollout",
            "status",
            "deployment/" + NAME,
            "--timeout=" + PATIENCE.toSeconds() + "s")
        .within(PATIENCE.plusSeconds(10))
        .succeed();
  }

  /** So many operators, and no other, all of them ready. */
  public void scale(int replicas) {
    resource().scale(replicas);
    Awaitility.await(replicas + " operators")
        .atMost(PATIENCE)
        .until(() -> pods().size() == replicas && pods().stream().allMatch(Readiness::isPodReady));
  }

  /** How many operators there are to be. */
  public int replicas() {
    return resource().get().getSpec().getReplicas();
  }

  /** Those that have ended, as an evicted one has, stay on the list. */
  private List<Pod> pods() {
    return cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("app.kubernetes.io/name", NAME)
        .list()
        .getItems()
        .stream()
        .filter(pod -> !ENDED.contains(pod.getStatus().getPhase()))
        .toList();
  }

  private RollableScalableResource<Deployment> resource() {
    return cluster.client().apps().deployments().inNamespace(NAMESPACE).withName(NAME);
  }
}
