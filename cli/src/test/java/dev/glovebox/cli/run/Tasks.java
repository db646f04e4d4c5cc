package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Tasks as the API server gives them, for tests. */
final class Tasks {
  private Tasks() {}

  /** A task with a status of this YAML in flow style, such as {@code {phase: Running}}. */
  static SandboxTask with(String status) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: hello, namespace: agents, uid: u-1, creationTimestamp: "2026-11-30T07:00:00Z"}
        spec: {image: x, network: {mode: None}}
        status: %s
        """
            .formatted(status),
        SandboxTask.class);
  }
}
