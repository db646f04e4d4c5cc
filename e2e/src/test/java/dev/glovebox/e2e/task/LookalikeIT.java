package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A runtime class that is allowed by name and handler, and whose handler is really runc. */
@OnCluster
@Tag("local-node")
class LookalikeIT {
  private static final String LEAVE_A_TRACE = "echo started > /workspace/trace";

  @Test
  void a_class_that_is_really_runc_is_found_out_before_the_task_leaves_a_trace(Cluster cluster) {
    allow(cluster, "lookalike", "runsc-lookalike");
    try (Workplace workplace = Workplace.open(cluster, "lookalike")) {
      cluster
          .kubectl("label", "namespace", workplace.namespace(), "glovebox.dev/policy=lookalike")
          .succeed();
      workplace.script("fooled", LEAVE_A_TRACE, "runtimes: [lookalike]");

      SandboxTask fooled = workplace.finished("fooled");

      assertThat(fooled.getStatus().phase()).as("%s", fooled.getStatus()).isEqualTo(Phase.Refused);
      assertThat(fooled.getStatus().reason()).isEqualTo("AttestationFailed");
      assertThat(fooled.getStatus().failedChecks()).contains("SharedKernel");
      assertThat(filesIn(workplace, fooled)).doesNotContain("trace");

      // The same task in real gVisor leaves its trace, seen in the same way.
      workplace.script("honest", LEAVE_A_TRACE, "runtimes: [gvisor]");
      SandboxTask honest = workplace.finished("honest");
      assertThat(honest.getStatus().phase()).as("%s", honest.getStatus()).isEqualTo(Phase.Succeeded);
      assertThat(filesIn(workplace, honest)).contains("trace");
    } finally {
      cluster.client().resources(SandboxPolicy.class).withName("lookalike").delete();
    }
  }

  /** What lies in the task's volume, seen on the node. */
  private static String filesIn(Workplace workplace, SandboxTask task) {
    var claims =
        workplace
            .cluster()
            .client()
            .persistentVolumeClaims()
            .inNamespace(workplace.namespace())
            .withLabel("glovebox.dev/task-uid", task.getMetadata().getUid())
            .list()
            .getItems();
    assertThat(claims).as("claim of %s", task.getMetadata().getName()).hasSize(1);
    var node = workplace.cluster().localNode();
    return node.inNode(
            "ls",
            "-la",
            node.state().resolve("volumes/" + claims.getFirst().getSpec().getVolumeName()).toString())
        .succeed();
  }

  private static void allow(Cluster cluster, String runtimeClass, String handler) {
    var client = cluster.client();
    client
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: node.k8s.io/v1
                kind: RuntimeClass
                metadata: {name: %s}
                handler: %s
                """
                    .formatted(runtimeClass, handler),
                RuntimeClass.class))
        .serverSideApply();
    SandboxPolicy standard = client.resources(SandboxPolicy.class).withName("default").get();
    String yaml =
        Serialization.asYaml(standard.getSpec())
            .replace("runtimes:", "runtimes:\n- {runtimeClassName: %s, kind: GVisor, handlers: [%s]}"
                .formatted(runtimeClass, handler));
    client
        .resource(
            Serialization.unmarshal(
                "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxPolicy\nmetadata: {name: %s}\nspec:\n%s"
                    .formatted(runtimeClass, yaml.replace("---\n", "").indent(2)),
                SandboxPolicy.class))
        .serverSideApply();
  }
}
