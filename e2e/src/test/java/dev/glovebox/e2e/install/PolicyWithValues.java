package dev.glovebox.e2e.install;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicySpec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * One of the chart's admission policies as it is with other values, in force until it is closed.
 *
 * @param before what was in force
 */
record PolicyWithValues(Cluster cluster, String name, ValidatingAdmissionPolicySpec before)
    implements AutoCloseable {
  private static final String NO_IMAGE = "sha256:" + "0".repeat(64);

  /**
   * Renders the policy with the chart and puts it in the place of the one that is there.
   *
   * @param template its file in the chart's directory of admission policies
   * @param values as of helm's {@code --set}
   */
  static PolicyWithValues inForce(Cluster cluster, String template, String... values) {
    String rendered =
        cluster
            .helm(
                "template",
                "glovebox",
                Checkout.file("helm/glovebox").toString(),
                "--namespace=glovebox-system",
                "--kube-version=1.34.0",
                "--show-only=templates/admission/" + template,
                "--set=operator.image.digest=" + NO_IMAGE,
                "--set=probe.image.digest=" + NO_IMAGE,
                "--set=" + String.join(",", values))
            .succeed();
    var policy =
        cluster
            .client()
            .load(new ByteArrayInputStream(rendered.getBytes(StandardCharsets.UTF_8)))
            .items()
            .stream()
            .filter(ValidatingAdmissionPolicy.class::isInstance)
            .map(ValidatingAdmissionPolicy.class::cast)
            .findFirst()
            .orElseThrow(() -> new AssertionError("no admission policy in " + rendered));
    String name = policy.getMetadata().getName();
    var before =
        cluster
            .client()
            .resources(ValidatingAdmissionPolicy.class)
            .withName(name)
            .require()
            .getSpec();
    var replaced = new PolicyWithValues(cluster, name, before);
    replaced.set(policy.getSpec());
    return replaced;
  }

  private void set(ValidatingAdmissionPolicySpec spec) {
    cluster
        .client()
        .resources(ValidatingAdmissionPolicy.class)
        .withName(name)
        .edit(
            policy -> {
              policy.setSpec(spec);
              return policy;
            });
  }

  @Override
  public void close() {
    set(before);
  }
}
