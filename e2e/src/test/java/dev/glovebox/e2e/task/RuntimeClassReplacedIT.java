package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A RuntimeClass under a released sandbox is deleted and made anew. Its handler cannot be edited,
 * so this is how another one comes under the same name. The class is the test's own.
 */
@OnCluster
@Tag("local-node")
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
class RuntimeClassReplacedIT {
  private static final String CLASS = "replaced";
  private static final String UNDER = "runtimes: [%s]\n".formatted(CLASS);
  private static final String SMALL = "resources: {cpu: 100m, memory: 128Mi}\n";

  private Workplace workplace;

  @BeforeEach
  void open(Cluster cluster) {
    make(cluster, "runsc");
    workplace = Workplace.open(cluster, "class");
    workplace.underPolicy(
        spec ->
            spec.putArray("runtimes")
                .addObject()
                .put("runtimeClassName", CLASS)
                .put("kind", "GVisor")
                .putArray("handlers")
                .add("runsc"));
  }

  @AfterEach
  void close(Cluster cluster) {
    if (workplace != null) {
      workplace.close();
    }
    classes(cluster).delete();
    cluster.kubectl("delete", "nodecertificate", "node-1." + CLASS, "--ignore-not-found").run();
  }

  @Test
  void beforeTheProofTheTaskIsRefused(Cluster cluster) {
    // The certificate first, while policies are enforced.
    workplace.script("certifies", "echo ran", UNDER + SMALL);
    SandboxTask certified = workplace.finished("certifies");
    assertThat(certified.getStatus().phase())
        .as("%s", certified.getStatus())
        .isEqualTo(Phase.Succeeded);

    LocalNode node = cluster.localNode();
    SandboxTask refused;
    node.inNode("pkill", "-STOP", "-x", "kube-router").succeed();
    try {
      workplace.script("released", "echo ran", UNDER + SMALL);
      workplace.inPhase("released", "Attesting");
      replace(cluster, "runsc");
      refused = workplace.finished("released");
    } finally {
      node.inNode("pkill", "-CONT", "-x", "kube-router").succeed();
    }

    assertThat(refused.getStatus().phase()).as("%s", refused.getStatus()).isEqualTo(Phase.Refused);
    assertThat(refused.getStatus().reason())
        .as("by when the operator looked")
        .isIn("RuntimeClassMissing", "RuntimeHandlerNotAllowed");
    assertThat(refused.getStatus().message()).contains("RuntimeClass " + CLASS);
    assertThat(refused.getStatus().runningTime()).isNull();
  }

  @Test
  void afterTheProofTheSandboxStaysWhatItIsAndTheNextTaskIsRefused(Cluster cluster) {
    try (Ticker ticker = Ticker.start(workplace, "ticker", UNDER)) {
      replace(cluster, "runc");

      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                String name = "next-" + System.nanoTime();
                workplace.script(name, "echo ran", UNDER + SMALL);
                SandboxTask next = workplace.finished(name);
                assertThat(next.getStatus().reason())
                    .as("%s", next.getStatus())
                    .isEqualTo("RuntimeHandlerNotAllowed");
              });
      assertThat(ticker.ticks()).isTrue();
      SandboxTask running = workplace.task("ticker");
      assertThat(running.getStatus().phase())
          .as("%s", running.getStatus())
          .isEqualTo(Phase.Running);
    }
  }

  private static void replace(Cluster cluster, String handler) {
    String before = classes(cluster).get().getMetadata().getUid();
    classes(cluster).delete();
    make(cluster, handler);
    assertThat(classes(cluster).get().getMetadata().getUid()).isNotEqualTo(before);
  }

  private static void make(Cluster cluster, String handler) {
    RuntimeClass made =
        new RuntimeClassBuilder()
            .withNewMetadata()
            .withName(CLASS)
            .endMetadata()
            .withHandler(handler)
            .build();
    cluster.client().resource(made).create();
  }

  private static Resource<RuntimeClass> classes(Cluster cluster) {
    return cluster.client().resources(RuntimeClass.class).withName(CLASS);
  }
}
