package dev.glovebox.cli.plan;

import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.InvalidConfiguration;
import dev.glovebox.operator.OperatorConfig;
import dev.glovebox.operator.facts.ListedView;
import dev.glovebox.operator.facts.PolicyEngine;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the platform team told the operator, as its Deployment shows it. */
public final class OperatorDeployment {
  private static final String NAMESPACE = "glovebox-system";
  private static final String NAME = "glovebox-operator";
  private static final String CANARY_NAMESPACE = "glovebox-canary";
  private static final String OWN_NAMESPACE = "metadata.namespace";

  private OperatorDeployment() {}

  /**
   * Reads it.
   *
   * @return Found or Unreadable, never Absent: without the Deployment nothing is known
   */
  public static Lookup<OperatorConfig> read(KubernetesClient client) {
    try {
      Deployment found = client.apps().deployments().inNamespace(NAMESPACE).withName(NAME).get();
      return found == null
          ? new Lookup.Unreadable<>(
              "there is no Deployment %s in namespace %s".formatted(NAME, NAMESPACE))
          : of(found);
    } catch (KubernetesClientException e) {
      return new Lookup.Unreadable<>(
          "Deployment %s/%s could not be read: %s"
              .formatted(
                  NAMESPACE,
                  NAME,
                  e.getStatus() == null ? ClusterProblem.of(e) : e.getStatus().getMessage()));
    }
  }

  /** Its environment, read by the operator's own code. */
  static Lookup<OperatorConfig> of(Deployment deployment) {
    List<Container> containers = deployment.getSpec().getTemplate().getSpec().getContainers();
    Map<String, String> environment = new HashMap<>();
    environment.put("HOSTNAME", NAME);
    for (EnvVar variable :
        containers.isEmpty() ? List.<EnvVar>of() : containers.getFirst().getEnv()) {
      if (variable.getValueFrom() == null) {
        environment.put(variable.getName(), variable.getValue() == null ? "" : variable.getValue());
      } else if (variable.getValueFrom().getFieldRef() != null
          && OWN_NAMESPACE.equals(variable.getValueFrom().getFieldRef().getFieldPath())) {
        environment.put(variable.getName(), deployment.getMetadata().getNamespace());
      } else {
        return new Lookup.Unreadable<>(
            "variable %s of Deployment %s/%s comes from elsewhere"
                .formatted(variable.getName(), NAMESPACE, NAME));
      }
    }
    try {
      return new Lookup.Found<>(OperatorConfig.from(environment));
    } catch (InvalidConfiguration e) {
      return new Lookup.Unreadable<>(
          "Deployment %s/%s: %s".formatted(NAMESPACE, NAME, e.getMessage()));
    }
  }

  /** What of it a plan holds. */
  static Lookup<Facts.Platform> platform(Lookup<OperatorConfig> config) {
    return switch (config) {
      case Lookup.Found<OperatorConfig> found ->
          new Lookup.Found<>(
              new Facts.Platform(
                  found.value().probeImage(),
                  found.value().probePullPolicy(),
                  found.value().blockedCidrs().stream().map(Cidr::text).toList()));
      case Lookup.Absent<OperatorConfig> absent -> new Lookup.Absent<>();
      case Lookup.Unreadable<OperatorConfig> no -> new Lookup.Unreadable<>(no.message());
    };
  }

  /** Where to look; where the chart puts things, as far as it is not known. */
  static ListedView.Settings settings(Lookup<OperatorConfig> config) {
    return config instanceof Lookup.Found<OperatorConfig> found
        ? new ListedView.Settings(
            found.value().canaryNamespace(),
            found.value().policyEngine(),
            found.value().clusterCidrs(),
            found.value().admissionPolicies())
        : new ListedView.Settings(
            CANARY_NAMESPACE, new PolicyEngine.Pods("", ""), List.of(), List.of());
  }
}
