package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Command;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Endings;
import dev.glovebox.e2e.reason.Shows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images from a registry that wants a login. */
@OnCluster
@Tag("local-node")
class RegistryIT {
  /**
   * The "world" namespace, under the name that the node knows it by; plain HTTP is set up for it.
   */
  private static final String REGISTRY = "registry.world:5000";

  private static final String USER = "puller";

  private static final String PASSWORD = "only-for-this-test";
  private static final String LOGIN = USER + ":" + PASSWORD;

  @TempDir Path temporary;

  @Test
  @Shows(Reason.ImagePullFailed)
  void aPrivateImageRunsWithTheLoginAndIsRefusedAtOnceWithoutItOrWhenItDoesNotExist(Cluster cluster)
      throws IOException, InterruptedException {
    LocalNode node = cluster.localNode();
    Process registry = startRegistry(node);
    try (Workplace workplace = Workplace.open(cluster, "registry")) {
      String image = push(node, workplace.busybox());
      workplace.underPolicy(RegistryIT::allowRegistry);
      Endings endings = Endings.from(cluster);

      workplace.create("without", spec(image));
      endings
          .of(workplace, "without")
          .is(Reason.ImagePullFailed)
          .beforeProvisionSecondsWereOver()
          .saying(image, "pull access denied");

      cluster
          .kubectl(
              "-n",
              workplace.namespace(),
              "create",
              "secret",
              "docker-registry",
              "registry-login",
              "--docker-server=" + REGISTRY,
              "--docker-username=" + USER,
              "--docker-password=" + PASSWORD)
          .succeed();
      cluster
          .kubectl(
              "-n",
              workplace.namespace(),
              "patch",
              "serviceaccount",
              "default",
              "-p",
              "{\"imagePullSecrets\":[{\"name\":\"registry-login\"}]}")
          .succeed();
      workplace.create("with", spec(image));
      workplace.create(
          "absent", spec(image.replaceAll("[0-9a-f]{64}", "0123456789abcdef".repeat(4))));
      SandboxTask with = workplace.finished("with");
      assertThat(with.getStatus().phase()).as("%s", with.getStatus()).isEqualTo(Phase.Succeeded);
      assertThat(with.getStatus().effective().imageID()).contains("sha256:");
      // 404, of a registry that would have said if the login were no good.
      endings
          .of(workplace, "absent")
          .is(Reason.ImagePullFailed)
          .beforeProvisionSecondsWereOver()
          .saying("busybox@sha256:0123456789abcdef", "not found");
    } finally {
      registry.descendants().forEach(ProcessHandle::destroy);
      registry.destroy();
      assertThat(registry.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** More seconds than any test waits: what ends was certain before. */
  private static String spec(String image) {
    return "image: %s\ncommand: [/bin/true]\ntimeouts: {provisionSeconds: 600}\n".formatted(image);
  }

  /** Debian's registry in the world namespace, with a login. */
  private Process startRegistry(LocalNode node) throws IOException {
    Path passwords = temporary.resolve("htpasswd");
    Files.writeString(passwords, Command.of("htpasswd", "-nbB", USER, PASSWORD).succeed());
    Path configuration = temporary.resolve("registry.yml");
    Files.writeString(
        configuration,
        """
        version: 0.1
        storage: {filesystem: {rootdirectory: %s}}
        http: {addr: ":5000"}
        auth: {htpasswd: {realm: test, path: %s}}
        """
            .formatted(temporary.resolve("blobs"), passwords));
    List<String> line = node.inWorld("docker-registry", "serve", configuration.toString()).line();
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("registry.log").toFile())
            .start();
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(
                        node.inNode("curl", "-s", "-u", LOGIN, "http://" + REGISTRY + "/v2/")
                            .run()
                            .exitCode())
                    .isZero());
    // The login is really asked for: otherwise the test below would show nothing.
    assertThat(
            node.inNode(
                    "curl",
                    "-s",
                    "-o",
                    "/dev/null",
                    "-w",
                    "%{http_code}",
                    "http://" + REGISTRY + "/v2/")
                .succeed())
        .isEqualTo("401");
    return process;
  }

  /**
   * Pushes the image and removes it from the node, so that it has to be pulled. Returns it by
   * digest.
   */
  private static String push(LocalNode node, String busybox) {
    String name = REGISTRY + "/tools/busybox:1";
    node.inNode("ctr", "images", "tag", "--force", busybox, name).succeed();
    node.inNode("ctr", "images", "push", "--local", "--plain-http", "--user", LOGIN, name)
        .succeed();
    node.inNode("ctr", "images", "rm", name).succeed();
    return REGISTRY + "/tools/busybox@" + busybox.substring(busybox.indexOf("sha256:"));
  }

  private static void allowRegistry(ObjectNode policy) {
    ObjectNode images = (ObjectNode) policy.get("images");
    images.put("pullPolicy", "Always");
    images.putArray("registries").add(REGISTRY + "/tools/");
    images.putArray("pullSecretNames").add("registry-login");
  }
}
