package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a kube-apiserver 1.34 made of the golden objects, word for word ({@code
 * src/test/capture-admitted} asked it).
 */
final class AdmittedFiles {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private AdmittedFiles() {}

  /** For example {@code read("minimal/released-Pod.json")}; a new tree each time. */
  static ObjectNode read(String file) {
    try {
      return (ObjectNode)
          MAPPER.readTree(Files.readString(Path.of("src/test/resources/golden", file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text as a tree. */
  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
