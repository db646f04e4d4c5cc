package dev.glovebox.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.fault.ApiServerProxy;
import dev.glovebox.e2e.fault.Fault;
import dev.glovebox.e2e.operator.OperatorAbsence;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Tasks whose operators die: in place of the cluster's operator there are processes behind a proxy.
 * Each task's process writes a line to its volume when it starts, and what the volume holds then is
 * its last word.
 */
record Lives(OperatorAbsence absence, ApiServerProxy proxy, Replicas replicas, Workplace workplace)
    implements AutoCloseable {

  /** The operator, to the API server: wherever it runs. */
  static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  private static final String START =
      "echo start >> /workspace/starts; cp /workspace/starts /dev/termination-log; ";

  private static final String SMALL =
      """
      resources: {cpu: 100m, memory: 128Mi}
      workspace: {size: 16Mi}
      terminationGracePeriodSeconds: 1
      """;

  /** Takes the operator's place; none runs yet. */
  static Lives open(Cluster cluster, String name) {
    var absence = OperatorAbsence.begin(cluster);
    try {
      var proxy = ApiServerProxy.start(cluster, Fault.NONE);
      var replicas = new Replicas(cluster, proxy.url());
      return new Lives(absence, proxy, replicas, Workplace.open(cluster, name));
    } catch (RuntimeException | AssertionError e) {
      absence.close();
      throw e;
    }
  }

  /** Starts operators, and has the node certified, so that nothing waits for a certificate. */
  void begin(int operators) {
    new Certificates(workplace.cluster()).forget();
    replicas.await(operators);
    try (Workplace first = Workplace.open(workplace.cluster(), "certifies")) {
      create(first, "first");
      first.finished("first");
      first.delete("first");
    }
  }

  /** Makes a task. Two seconds, so that the operator sees it running. */
  static void create(Workplace where, String name) {
    where.script(name, START + "sleep 2", SMALL);
  }

  /** By the process's own word on its volume. */
  static void assertStartedOnce(Workplace where, SandboxTask task) {
    var node = where.cluster().localNode();
    String file = node.volumes().resolve(where.volume(task) + "/starts").toString();
    assertThat(node.inNode("cat", file).succeed()).as("starts on the volume").isEqualTo("start\n");
  }

  /** Fails when anything is there of a task that is gone. */
  static void assertNothingIsLeft(Workplace where, SandboxTask task, String volume) {
    var client = where.cluster().client();
    String namespace = where.namespace();
    String name = task.getStatus().podName();
    assertThat(
            Stream.of(
                    client.pods().inNamespace(namespace).withName(name).get(),
                    client.persistentVolumeClaims().inNamespace(namespace).withName(name).get(),
                    client
                        .network()
                        .v1()
                        .networkPolicies()
                        .inNamespace(namespace)
                        .withName(name)
                        .get(),
                    client.persistentVolumes().withName(volume).get())
                .filter(Objects::nonNull))
        .as("left of %s", task.getMetadata().getName())
        .isEmpty();
    var node = where.cluster().localNode();
    assertThat(node.inNode("ls", node.volumes().toString()).succeed().lines())
        .as("directories of volumes")
        .doesNotContain(volume);
  }

  @Override
  public void close() {
    // What is left in the namespaces needs an operator that destroys it.
    try (workplace;
        proxy;
        absence;
        replicas) {
      proxy.fault(Fault.NONE);
    }
  }
}
