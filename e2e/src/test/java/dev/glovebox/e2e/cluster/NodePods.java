package dev.glovebox.e2e.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** Plain pods, each on a node that the test chooses, that meet Pod Security {@code restricted}. */
record NodePods(Workplace workplace) {
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A pod that answers on TCP port 8080 and logs who asked; returns when it has an address. */
  Pod listener(String name, String node) {
    create(name, node, "httpd -f -v -p 8080 -h /proc/self", "volumes: []");
    return await(name, "Running");
  }

  /** Whether a new pod on a node gets an answer from an address's TCP port 8080 within 2 s. */
  boolean reaches(String node, String address) {
    String name = "knock-" + COUNTER.incrementAndGet();
    // The pause is longer than a policy engine takes, so that only what stays open counts.
    create(
        name,
        node,
        "sleep 3; echo GET /comm | nc -w 2 %s 8080 | grep . || echo silent".formatted(address),
        "volumes: []");
    await(name, "Succeeded");
    String said = log(name);
    workplace
        .cluster()
        .client()
        .pods()
        .inNamespace(workplace.namespace())
        .withName(name)
        .withGracePeriod(0)
        .delete();
    return !said.contains("silent");
  }

  /** A pod with a volume of its claim, which has the pod's name, at /data. */
  void withVolume(String name, String node, String script) {
    String claim =
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 4Mi}}}
        """
            .formatted(name);
    workplace.cluster().client().resource(claim).inNamespace(workplace.namespace()).create();
    create(
        name,
        node,
        script,
        "volumes: [{name: data, persistentVolumeClaim: {claimName: " + name + "}}]");
  }

  private void create(String name, String node, String script, String volumes) {
    String mounts = volumes.contains("data") ? "[{name: data, mountPath: /data}]" : "[]";
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s, labels: {app: %1$s}}
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 1
          automountServiceAccountToken: false
          nodeSelector: {kubernetes.io/hostname: %2$s}
          securityContext: {runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001, seccompProfile: {type: RuntimeDefault}}
          containers:
          - name: main
            image: %3$s
            command: [sh, -c, "%4$s"]
            volumeMounts: %5$s
            securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
          %6$s
        """
            .formatted(name, node, workplace.busybox(), script, mounts, volumes);
    workplace
        .cluster()
        .client()
        .resource(Serialization.unmarshal(yaml, Pod.class))
        .inNamespace(workplace.namespace())
        .create();
  }

  /** Waits until a pod is in a phase, and returns it. */
  Pod await(String name, String phase) {
    var pod = workplace.cluster().client().pods().inNamespace(workplace.namespace()).withName(name);
    Awaitility.await("pod " + name + " is " + phase)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> phase.equals(pod.get().getStatus().getPhase()));
    return pod.get();
  }

  /** What a pod printed. */
  String log(String name) {
    return workplace
        .cluster()
        .client()
        .pods()
        .inNamespace(workplace.namespace())
        .withName(name)
        .getLog();
  }
}
