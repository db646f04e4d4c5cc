package dev.glovebox.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.HttpURLConnection;

/** What to tell somebody whose question the API server did not answer. */
public final class ClusterProblem {
  private static final String NOT_INSTALLED =
      "the API server does not know what it was asked for: Glovebox is not installed there; see docs/install.md";

  private ClusterProblem() {}

  /** One line: what the server or the connection said, and what to do. */
  public static String of(KubernetesClientException e) {
    String said =
        e.getStatus() != null && e.getStatus().getMessage() != null
            ? e.getStatus().getMessage()
            : deepest(e);
    String line = said.lines().findFirst().orElse(e.getClass().getSimpleName());
    if (unanswered(e)) {
      return "the API server cannot be reached: %s; see: kubectl cluster-info".formatted(line);
    }
    return switch (e.getCode()) {
      case 401 -> "the API server does not know you: %s; log in again".formatted(line);
      case 403 -> "%s; ask who runs the cluster for that right".formatted(line);
      case 404 -> unknownKind(e) ? NOT_INSTALLED : line;
      default -> line;
    };
  }

  /** Whether there was no answer at all: what was asked for may have been done all the same. */
  public static boolean unanswered(KubernetesClientException e) {
    return e.getCode() < HttpURLConnection.HTTP_OK; // the client has 0 or -1 then
  }

  /** The server knows no such kind: a missing object would be named. */
  private static boolean unknownKind(KubernetesClientException e) {
    return e.getStatus() == null
        || e.getStatus().getDetails() == null
        || e.getStatus().getDetails().getName() == null;
  }

  private static String deepest(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      if (cause instanceof ConnectException && cause.getMessage() == null) {
        return "connection refused"; // the JDK's client says it without a word
      }
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
