package dev.glovebox.e2e.attack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Leaves the local node four pod addresses for new pods, until it is closed. */
record AddressPool(Optional<Path> configuration, String before) implements AutoCloseable {

  static AddressPool ofFour(Cluster cluster) {
    return cluster
        .node()
        .map(node -> shrink(configuration(node.state())))
        .orElse(new AddressPool(Optional.empty(), ""));
  }

  private static Path configuration(Path state) {
    try (var files = Files.walk(state.resolve("etc"))) {
      return files
          .filter(file -> file.toString().endsWith(".conflist"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no CNI configuration under " + state));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AddressPool shrink(Path file) {
    try {
      String before = Files.readString(file);
      var json = new ObjectMapper().readTree(before);
      ObjectNode range = (ObjectNode) json.findValue("ranges").get(0).get(0);
      String subnet = range.get("subnet").asText();
      // Far from the addresses that are in use.
      String prefix = subnet.substring(0, subnet.indexOf(".0/") + 1);
      range.put("rangeStart", prefix + "240").put("rangeEnd", prefix + "243");
      Files.writeString(file, json.toPrettyString());
      return new AddressPool(Optional.of(file), before);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    configuration.ifPresent(
        file -> {
          try {
            Files.writeString(file, before);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
