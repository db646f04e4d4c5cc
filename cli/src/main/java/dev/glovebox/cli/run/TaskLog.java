package dev.glovebox.cli.run;

import dev.glovebox.cli.Failure;
import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Reads a task's log to its end, whatever happens to connections: nothing lost, nothing twice. The
 * last reading is always a whole one after the container's end, so that a stream that was cut just
 * then hides nothing.
 */
final class TaskLog {
  private static final int NOT_STARTED = 400;
  private static final int NOT_FOUND = 404;
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** After the container's end: how often a log that cannot be read is asked for again. */
  private static final int LAST_TRIES = 20;

  private static final int BUFFER = 32_768;

  /** Where the log comes from. */
  interface Source {
    /**
     * The log from somewhere on, with a time before each line.
     *
     * @param follow whether the stream stays open until the container has ended
     * @param since null for the start
     * @param tail at most so many lines of what is there; null for all
     * @throws KubernetesClientException if the API server answers with an error; 400 means that the
     *     container has not started, 404 that the pod is gone
     * @throws IOException if it cannot be reached
     */
    InputStream open(boolean follow, Instant since, Integer tail)
        throws IOException, InterruptedException;

    /** Gives up waiting for an answer: {@code open} throws. From any thread. */
    default void abandon() {}
  }

  /** Where the log's bytes go. */
  interface Sink {
    /**
     * Some bytes of the log.
     *
     * @return false if nobody reads on
     */
    boolean take(byte[] bytes);
  }

  private final Source source;
  private final Sink sink;
  private final Integer tail;
  private final Duration pause;
  private final LogResume resume = new LogResume();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile InputStream open;
  private boolean gone;

  TaskLog(Source source, Integer tail, Sink sink) {
    this(source, tail, sink, PAUSE);
  }

  /**
   * A log that has not been read.
   *
   * @param tail at most so many lines of what is there; null for all
   * @param pause between two tries
   */
  TaskLog(Source source, Integer tail, Sink sink, Duration pause) {
    this.source = source;
    this.tail = tail;
    this.sink = sink;
    this.pause = pause;
  }

  /** The container has ended: what is there now is all. */
  void containerEnded() {
    ended.countDown();
  }

  /** Breaks off a stream on which nothing comes any more. The log is asked for again. */
  void breakOff() throws IOException {
    InputStream stream = open;
    if (stream == null) {
      source.abandon();
    } else {
      stream.close();
    }
  }

  /** What is there now, once. Returns why it may be incomplete; empty if it is whole. */
  String read() throws InterruptedException {
    String problem = once(false);
    return problem == null ? "" : problem;
  }

  /**
   * Hands the log on as it comes until the container has ended.
   *
   * @return why it may be incomplete; empty if it is whole
   */
  String follow() throws InterruptedException {
    int tries = 0;
    while (true) {
      boolean last = ended.getCount() == 0;
      String problem = once(!last);
      if (problem == null) {
        return "";
      }
      if (last && problem.isEmpty()) {
        return resume.gap() ? "some lines are missing: the kubelet rotated the log meanwhile" : "";
      }
      if (gone || (last && ++tries >= LAST_TRIES)) {
        return problem;
      }
      if (last) {
        Thread.sleep(pause);
      } else {
        ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** One answer. Empty when it came to its end; null when there is no sense in another. */
  private String once(boolean follow) throws InterruptedException {
    try (InputStream stream = source.open(follow, resume.since(), tail)) {
      open = stream;
      resume.begin();
      byte[] buffer = new byte[BUFFER];
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        byte[] more = resume.next(buffer, 0, n);
        if (more.length > 0 && !sink.take(more)) {
          return null;
        }
      }
      return TerminationMessage.clean(resume.foreign());
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case NOT_FOUND -> gone();
        case NOT_STARTED -> "there is no log: " + TerminationMessage.clean(e.getMessage());
        default -> "the log cannot be read: " + TerminationMessage.clean(e.getMessage());
      };
    } catch (IOException | Failure e) { // the latter of a program for credentials
      return "the log cannot be read: " + TerminationMessage.clean(e.getMessage());
    } finally {
      open = null;
    }
  }

  private String gone() {
    gone = true;
    return "the pod is gone, and what was not yet read of its log with it";
  }
}
