package dev.glovebox.cli.run;

import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/**
 * Why a question to the API server has not brought what was asked for.
 *
 * @param words a line: what was said, and what may help
 */
public record Obstacle(Kind kind, String words) {
  /** What to do about it differs: to wait, to log in, to ask for a right. */
  enum Kind {
    SILENCE("no answer from"),
    ERRORS("only errors from"),
    CREDENTIALS("no credentials for"),
    /** It does not know who asks, or forbids it: asking again is of no use. */
    REFUSAL("a refusal of");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /**
   * Of what a question threw.
   *
   * @throws RuntimeException the same, if it is about something else
   */
  static Obstacle of(RuntimeException thrown) {
    for (Throwable one = thrown; one != null; one = one.getCause()) {
      if (one instanceof Failure failure) { // of a program for credentials: see ExecPlugin
        return new Obstacle(Kind.CREDENTIALS, failure.getMessage());
      }
    }
    if (thrown instanceof KubernetesClientException e) {
      return new Obstacle(kind(e), ClusterProblem.of(e));
    }
    throw thrown;
  }

  private static Kind kind(KubernetesClientException e) {
    if (ClusterProblem.unanswered(e)) {
      return Kind.SILENCE;
    }
    return e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED
            || e.getCode() == HttpURLConnection.HTTP_FORBIDDEN
        ? Kind.REFUSAL
        : Kind.ERRORS;
  }

  /** For a sentence: {@code no answer from the API server}. */
  String what() {
    return kind.words + " the API server";
  }
}
