package dev.glovebox.cli.connect;

import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;

/** Which file an entry of a kubeconfig came from: the client notes it beside each that it reads. */
final class KubeconfigPaths {
  private KubeconfigPaths() {}

  static Path of(NamedCluster cluster) {
    return file(cluster.getAdditionalProperties());
  }

  static Path of(NamedAuthInfo user) {
    return file(user.getAdditionalProperties());
  }

  private static Path file(Map<String, Object> notes) {
    return notes.values().stream()
        .filter(File.class::isInstance)
        .map(one -> ((File) one).toPath())
        .findFirst()
        .orElse(null);
  }

  /** A path of an entry: relative to the entry's file, as kubectl takes it. */
  static Path resolved(Path file, String path) {
    return file == null ? Path.of(path) : file.toAbsolutePath().resolveSibling(path);
  }
}
