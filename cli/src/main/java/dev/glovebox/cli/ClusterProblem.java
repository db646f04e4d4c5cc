package dev.glovebox.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;

/** What to tell somebody whose question the API server did not answer. */
final class ClusterProblem {
  private ClusterProblem() {}

  /** One line: what the server or the connection said, and what to do. */
  static String of(KubernetesClientException e) {
    String said =
        e.getStatus() != null && e.getStatus().getMessage() != null
            ? e.getStatus().getMessage()
            : deepest(e);
    String line = said.lines().findFirst().orElse(e.getClass().getSimpleName());
    return switch (e.getCode()) {
      case 401 -> "the API server does not know you: %s; log in again".formatted(line);
      case 403 -> "%s; ask who runs the cluster for that right".formatted(line);
      case 0 -> "the API server cannot be reached: %s; see: kubectl cluster-info".formatted(line);
      default -> line;
    };
  }

  private static String deepest(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
