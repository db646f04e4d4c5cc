package dev.glovebox.e2e.cluster;

import java.time.Duration;

/** Puts Glovebox on a cluster the way a user does. */
public final class Installation {
  private Installation() {}

  /** The CRDs and nothing else. */
  static void crdsOnly(Cluster cluster) {
    cluster
        .kubectl("apply", "--server-side", "-f", Checkout.file("crds/yaml").toString())
        .succeed();
    cluster
        .kubectl("wait", "--for=condition=Established", "--timeout=30s", "crd", "--all")
        .succeed();
  }

  /** Images, chart and a ready operator; on the local cluster by the quickstart's own script. */
  static void whole(Cluster cluster) {
    if (cluster.node().isPresent()) {
      Command.of(Checkout.file("cluster/install").toString(), "--name", cluster.node().get().name())
          .within(Duration.ofMinutes(10))
          .succeed();
      return;
    }
    // Elsewhere the images come from a registry of the user's: the values file says which.
    String values = System.getProperty("glovebox.values");
    if (values == null) {
      installedAlready(cluster);
      return;
    }
    cluster
        .helm(
            "upgrade",
            "--install",
            "glovebox",
            Checkout.file("helm/glovebox").toString(),
            "--namespace",
            "glovebox-system",
            "--create-namespace",
            "--values",
            values,
            "--wait",
            "--timeout",
            "5m")
        .within(Duration.ofMinutes(6))
        .succeed();
  }

  /** What is installed is what is tested. */
  private static void installedAlready(Cluster cluster) {
    var operator =
        cluster
            .client()
            .apps()
            .deployments()
            .inNamespace("glovebox-system")
            .withName("glovebox-operator");
    if (!operator.isReady()) {
      throw new AssertionError(
          "on a cluster of your own, Glovebox is installed and ready in glovebox-system, or"
              + " -Dglovebox.values=FILE names a Helm values file with the images to install");
    }
  }
}
