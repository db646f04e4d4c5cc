package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.install.Users;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;

/**
 * Where attacks are tried: a namespace for tasks, one beside it for what may do everything, and the
 * users who try.
 *
 * @param tasks enforces Pod Security {@code restricted}
 * @param open enforces nothing: controls run there as root, with runc, under no policy
 * @param users each has every right that RBAC can give
 */
record Ground(Cluster cluster, Workplace tasks, Workplace open, Users users, HasMetadata rights)
    implements AutoCloseable {
  /** Enough to try things, little enough for many at once on two cores. */
  static final String SMALL = "resources: {cpu: 200m, memory: 128Mi}\n";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static Ground open(Cluster cluster, String name) {
    Workplace tasks = Workplace.open(cluster, name);
    Workplace open = Workplace.unrestricted(cluster, name + "-open");
    var rights = (ClusterRoleBinding) Users.rights(tasks.namespace());
    // Not the operator: a right that it lacks must stay lacking.
    rights.getSubjects().removeIf(subject -> subject.getName().contains("glovebox-system"));
    cluster.client().resource(rights).create();
    return new Ground(cluster, tasks, open, new Users(cluster.client()), rights);
  }

  /** Applies YAML; documents are separated by {@code ---}. */
  void apply(String yaml) {
    cluster.create(yaml);
  }

  /** Starts a pod with a script in busybox; {@code more} is further YAML of its spec. */
  void pod(Workplace where, String name, String script, String container, String more) {
    apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s, labels: {control: %s}}
        spec:
          restartPolicy: Never
          # Not 0: such a pod is gone from the API before its process is.
          terminationGracePeriodSeconds: 1
          containers:
          - name: control
            image: %s
            command: [/bin/sh, -c]
            args:
            - |
        %s
        %s
        %s
        """
            .formatted(
                name,
                where.namespace(),
                name,
                where.busybox(),
                script.indent(6),
                container.indent(4),
                more.indent(2)));
  }

  /** The pod as soon as it has an address. */
  Pod withAddress(Workplace where, String name) {
    var pod = cluster.client().pods().inNamespace(where.namespace()).withName(name);
    Awaitility.await(name + " has an address")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> pod.get().getStatus().getPodIP() != null);
    return pod.get();
  }

  /** What a pod printed so far; "" while it has not started. */
  String log(Workplace where, String name) {
    var pod = cluster.client().pods().inNamespace(where.namespace()).withName(name);
    var started = pod.get().getStatus().getContainerStatuses();
    boolean waits =
        started.isEmpty()
            || started.getFirst().getState() == null
            || started.getFirst().getState().getWaiting() != null;
    return waits ? "" : pod.getLog();
  }

  /** What a pod printed, once it has ended. */
  String output(Workplace where, String name) {
    var pod = cluster.client().pods().inNamespace(where.namespace()).withName(name);
    Awaitility.await(name + " has ended")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> Set.of("Succeeded", "Failed").contains(pod.get().getStatus().getPhase()));
    return pod.getLog();
  }

  @Override
  public void close() {
    users.close();
    tasks.close();
    open.close();
    cluster.client().resource(rights).delete();
    // Whoever counts packets next must not count those of this ground's pods.
    for (Workplace one : List.of(tasks, open)) {
      Awaitility.await("the pods of " + one.namespace() + " are gone")
          .atMost(PATIENCE)
          .until(
              () ->
                  cluster.client().pods().inNamespace(one.namespace()).list().getItems().isEmpty());
    }
  }
}
