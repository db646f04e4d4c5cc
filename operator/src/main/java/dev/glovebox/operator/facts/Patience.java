package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Asks an API server again that does not answer, or is out of order, for a limited time: one for
 * all questions together, or a start with many of them would never end.
 */
final class Patience {
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  private final KubernetesClient client;
  private final long deadline;

  /**
   * Begins now.
   *
   * @param patience in all; each question is asked once, even when it is over
   */
  Patience(KubernetesClient client, Duration patience) {
    this.client = client;
    this.deadline = System.nanoTime() + patience.toNanos();
  }

  /**
   * Asks.
   *
   * @param trouble what the API server does when there is no answer, for the message
   * @throws StartFailure when the server refuses, or patience is over
   */
  <T> T ask(String trouble, Supplier<T> question) throws StartFailure {
    while (true) {
      try {
        return question.get();
      } catch (KubernetesClientException e) {
        if (!passes(e) || System.nanoTime() - deadline > 0) {
          throw new StartFailure(
              "the API server at %s %s: %s"
                  .formatted(client.getMasterUrl(), trouble, Reads.words(e)),
              e);
        }
      }
      try {
        Thread.sleep(BETWEEN_TRIES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StartFailure("stopped while starting", e);
      }
    }
  }

  /** Whether asking again may help: there was no answer, or one about the server itself. */
  private static boolean passes(KubernetesClientException failure) {
    return failure.getCode() <= 0 || Reads.isAboutTheServer(failure);
  }
}
