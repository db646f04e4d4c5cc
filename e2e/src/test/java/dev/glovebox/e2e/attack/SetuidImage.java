package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Command;
import dev.glovebox.e2e.cluster.LocalNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** An image with a setuid-root program that prints who it runs as. */
final class SetuidImage {
  private SetuidImage() {}

  static void tryIt(Ground ground, Evidence evidence) {
    if (ground.cluster().node().isEmpty()) {
      Applicability.missing(Row.A30, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    String image = load(ground.cluster().localNode());
    String spec = "image: %s\ncommand: [/whoami]\n%s".formatted(image, Ground.SMALL);
    ground.tasks().create("setuid", spec);
    ground.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: setuid, namespace: %s}
        spec:
          restartPolicy: Never
          containers: [{name: control, image: %s, command: [/whoami], securityContext: {runAsUser: 10001}}]
        """
            .formatted(ground.open().namespace(), image));
    String control = ground.output(ground.open(), "setuid");
    evidence.control("without no-new-privileges it is root", control.contains("euid=0"), control);
    SandboxTask task = ground.tasks().finished("setuid");
    String inside = ground.tasks().log(task);
    evidence.control("it ran inside", inside.contains("euid="), inside);
    evidence.tried("it becomes root inside", !inside.contains("euid=0"), inside);
  }

  /** Builds the program and the image, and puts it into the node's store. */
  private static String load(LocalNode node) {
    try {
      Path work = Files.createDirectories(node.state().resolve("run/setuid/root"));
      Path archive = work.resolveSibling("setuid.tar");
      Files.copy(
          Scripts.path("whoami.go"),
          work.resolveSibling("main.go"),
          StandardCopyOption.REPLACE_EXISTING);
      Command.of(
              "go",
              "build",
              "-o",
              work.resolve("whoami").toString(),
              work.resolveSibling("main.go").toString())
          .with("CGO_ENABLED", "0")
          .with("PATH", System.getenv("PATH") + ":/usr/local/go/bin")
          .succeed();
      Command.of("chmod", "4755", work.resolve("whoami").toString()).succeed();
      Command.of(
              Checkout.file("cluster/oci-image").toString(),
              "--keep-setuid",
              archive.toString(),
              "glovebox.local/setuid:1",
              work.toString(),
              "--",
              "/whoami")
          .succeed();
      return Command.of(
              Checkout.file("cluster/load").toString(), "--name", node.name(), archive.toString())
          .succeed()
          .lines()
          .filter(line -> line.contains("@sha256:"))
          .findFirst()
          .orElseThrow()
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
