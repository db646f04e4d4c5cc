package dev.glovebox.e2e.cluster;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the project lies: the tests use its scripts, chart and examples as a user would. */
public final class Checkout {
  private Checkout() {}

  /** The root of the checkout. */
  public static Path root() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("cluster/up")) && Files.isDirectory(at.resolve("helm"))) {
        return at;
      }
    }
    throw new IllegalStateException(
        "no checkout of Glovebox above " + Path.of("").toAbsolutePath());
  }

  /** A file of the checkout. */
  public static Path file(String relative) {
    return root().resolve(relative);
  }
}
