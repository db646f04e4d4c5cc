package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What runs inside sandboxes and controls: shell for busybox. */
final class Scripts {
  private Scripts() {}

  /** Where a file of the attacks lies. */
  static Path path(String name) {
    return Checkout.file("e2e/src/test/resources/attack/" + name);
  }

  static String read(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
