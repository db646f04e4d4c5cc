package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;

/**
 * inside.sh in a sandbox and in a pod that may do everything.
 *
 * @param secret what is in the secret that the task was handed
 * @param task the one that ran it
 */
record InsideCells(
    Ground ground, String secret, SandboxTask task, Findings inside, Findings control) {

  static InsideCells open(Cluster cluster) {
    Ground ground = Ground.open(cluster, "attack-in");
    String secret = "canary" + Long.toString(System.nanoTime(), 36);
    String api = cluster.apiServerAddress();
    ground.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: canary, namespace: %1$s, labels: {glovebox.dev/usable-by-tasks: "true"}}
        stringData: {value: %3$s}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: skills, namespace: %1$s, labels: {glovebox.dev/usable-by-tasks: "true"}}
        data: {skill: as given}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: environment, namespace: %2$s}
        data: {FROM_A_MAP: "yes"}
        """
            .formatted(ground.tasks().namespace(), ground.open().namespace(), secret));
    String script = "API=%s\nHOST=%s\n".formatted(api, "") + Scripts.read("inside.sh");
    ground
        .tasks()
        .script(
            "inside",
            script,
            """
            env: [{name: OWN, value: given}]
            secrets: [{secretName: canary, key: value, path: /run/secrets/canary}]
            configMaps: [{name: skills, mountPath: /context/skills}]
            resources: {cpu: 500m, memory: 256Mi}
            """);
    ground
        .tasks()
        .script("forger", "API=%s\n".formatted(api) + Scripts.read("forge.sh"), Ground.SMALL);
    ground.pod(
        ground.open(),
        "inside",
        "API=%s\nHOST=%s\n".formatted(api, "/host") + Scripts.read("inside.sh"),
        """
        securityContext: {privileged: true}
        envFrom: [{configMapRef: {name: environment}}]
        volumeMounts:
        - {name: host, mountPath: /host, readOnly: true}
        - {name: context, mountPath: /context/skills}
        - {name: workspace, mountPath: /workspace}
        """,
        """
        volumes:
        - {name: host, hostPath: {path: /}}
        - {name: context, emptyDir: {}}
        - {name: workspace, emptyDir: {}}
        """);
    Findings control = new Findings(ground.output(ground.open(), "inside"));
    SandboxTask task = ground.tasks().finished("inside");
    return new InsideCells(ground, secret, task, new Findings(ground.tasks().log(task)), control);
  }

  /** A pod that only its host path keeps out of a namespace for tasks. */
  static Pod hostPathPod(Ground ground) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: host-path, namespace: %s}
        spec:
          containers:
          - {name: c, image: %s, volumeMounts: [{name: h, mountPath: /h}], %s}
          volumes: [{name: h, hostPath: {path: /}}]
        """
            .formatted(
                ground.tasks().namespace(), ground.tasks().busybox(), NetworkCells.RESTRICTED),
        Pod.class);
  }
}
