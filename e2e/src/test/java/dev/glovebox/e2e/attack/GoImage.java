package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Command;
import dev.glovebox.e2e.cluster.LocalNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** An image with one Go program in it, for what a shell cannot try. */
final class GoImage {
  private GoImage() {}

  /**
   * Builds it from a source file of the attacks and puts it into the local node's store.
   *
   * @param name of the program, {@code /NAME} in the image, and of the source, {@code NAME.go}
   * @param setuid whether it has the setuid bit, and belongs to root
   * @return its reference by digest
   */
  static String load(LocalNode node, String name, boolean setuid) {
    try {
      Path work = Files.createDirectories(node.state().resolve("run/" + name + "/root"));
      Path archive = work.resolveSibling(name + ".tar");
      Path source = work.resolveSibling("main.go");
      Files.copy(Scripts.path(name + ".go"), source, StandardCopyOption.REPLACE_EXISTING);
      String program = work.resolve(name).toString();
      Command.of("go", "build", "-o", program, source.toString())
          .with("CGO_ENABLED", "0")
          .with("PATH", System.getenv("PATH") + ":/usr/local/go/bin")
          .succeed();
      Command.of("chmod", setuid ? "4755" : "0755", program).succeed();
      List<String> line = new ArrayList<>(List.of(Checkout.file("cluster/oci-image").toString()));
      if (setuid) {
        line.add("--keep-setuid");
      }
      line.addAll(
          List.of(
              archive.toString(),
              "glovebox.local/%s:1".formatted(name),
              work.toString(),
              "--",
              "/" + name));
      Command.of(line.toArray(String[]::new)).succeed();
      return Command.of(
              Checkout.file("cluster/load").toString(), "--name", node.name(), archive.toString())
          .succeed()
          .lines()
          .filter(said -> said.contains("@sha256:"))
          .findFirst()
          .orElseThrow()
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
