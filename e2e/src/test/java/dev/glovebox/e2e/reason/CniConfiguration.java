package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.LocalNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What node-1's network plug-in is told, changed for a moment. The runtime takes it up at once. */
final class CniConfiguration {
  private CniConfiguration() {}

  /** Has a part of it, which must be there, replaced while something is done. */
  static void with(LocalNode node, String part, String other, Runnable meanwhile) {
    Path file = node.state().resolve("etc/cni/10-bridge.conflist");
    String before = read(file);
    assertThat(before).contains(part);
    write(file, before.replace(part, other));
    try {
      meanwhile.run();
    } finally {
      write(file, before);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** At once, under a name that is no configuration's until it is whole. */
  private static void write(Path file, String text) {
    try {
      Path whole = Files.writeString(file.resolveSibling("next"), text);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
