package dev.glovebox.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.fault.ApiServerProxy;
import dev.glovebox.e2e.fault.Fault;
import dev.glovebox.e2e.operator.OperatorAbsence;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tasks whose operators die: in place of the cluster's operator there are processes behind a proxy.
 * Each task is alone in its namespace. Its process writes a line to its volume when it starts, what
 * the volume holds then is its last word, and it ends when it is told.
 */
record Lives(OperatorAbsence absence, ApiServerProxy proxy, Replicas replicas)
    implements AutoCloseable {

  /** The operator, to the API server: wherever it runs. */
  static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  /** Name of every task. */
  static final String TASK = "mortal";

  private static final String SCRIPT =
      "echo start >> /workspace/starts; cp /workspace/starts /dev/termination-log;"
          + " until [ -s /workspace/exit ]; do sleep 1; done; exit $(cat /workspace/exit)";

  private static final String SMALL =
      """
      resources: {cpu: 100m, memory: 128Mi}
      workspace: {size: 16Mi}
      terminationGracePeriodSeconds: 20
      """;

  /** Takes the operator's place; none runs yet. */
  static Lives open(Cluster cluster) {
    var absence = OperatorAbsence.begin(cluster);
    try {
      var proxy = ApiServerProxy.start(cluster, Fault.NONE);
      return new Lives(absence, proxy, new Replicas(cluster, proxy.url()));
    } catch (RuntimeException | AssertionError e) {
      absence.close();
      throw e;
    }
  }

  /** Starts an operator, and has the node certified, so that nothing waits for a certificate. */
  void begin(Cluster cluster) {
    new Certificates(cluster).forget();
    replicas.await(1);
    try (Workplace first = Workplace.open(cluster, "certifies")) {
      first.script("first", "true", SMALL);
      first.finished("first");
      first.delete("first");
    }
  }

  /** Makes the namespace's task. */
  static void create(Workplace where, String more) {
    where.script(TASK, SCRIPT, SMALL + more);
  }

  /** Tells the process of the namespace's task to end; its claim must be bound. */
  static void exit(Workplace where, int code) {
    var node = where.cluster().localNode();
    String file = node.volumes().resolve(where.volume(where.task(TASK)) + "/exit").toString();
    node.inNode("sh", "-c", "echo %d > %s".formatted(code, file)).succeed();
  }

  /** The process's own word on its volume: a line for each start. */
  static String starts(Workplace where, SandboxTask task) {
    var node = where.cluster().localNode();
    String file = node.volumes().resolve(where.volume(task) + "/starts").toString();
    return node.inNode("cat", file).succeed();
  }

  /** What is there of a task. */
  static Stream<HasMetadata> objects(Workplace where, SandboxTask task) {
    var client = where.cluster().client();
    String namespace = where.namespace();
    return Stream.of(
            client.pods().inNamespace(namespace).list().getItems(),
            client.persistentVolumeClaims().inNamespace(namespace).list().getItems(),
            client.network().v1().networkPolicies().inNamespace(namespace).list().getItems())
        .flatMap(List::stream)
        .filter(
            object ->
                task.getMetadata()
                    .getUid()
                    .equals(object.getMetadata().getLabels().get("glovebox.dev/task-uid")))
        .map(HasMetadata.class::cast);
  }

  /** Fails when anything is there of a task that is gone, or its volume. */
  static void assertNothingIsLeft(Workplace where, SandboxTask task, String volume) {
    assertThat(objects(where, task)).as("left of %s", task).isEmpty();
    if (volume.isEmpty()) {
      return;
    }
    assertThat(where.cluster().client().persistentVolumes().withName(volume).get()).isNull();
    var node = where.cluster().localNode();
    assertThat(node.inNode("ls", node.volumes().toString()).succeed().lines())
        .as("directories of volumes")
        .doesNotContain(volume);
  }

  @Override
  public void close() {
    // What is left in the namespaces needs an operator that destroys it.
    try (proxy;
        absence;
        replicas) {
      proxy.fault(Fault.NONE);
    }
  }
}
