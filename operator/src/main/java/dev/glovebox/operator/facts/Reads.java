package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads of the API server as {@link Lookup}s: 404 is Absent, every other failure Unreadable. */
final class Reads {

  private static final int TOO_MANY_REQUESTS = 429;

  /** Before the second try and the third. */
  private static final List<Duration> PAUSES =
      List.of(Duration.ofMillis(100), Duration.ofMillis(400));

  private Reads() {}

  /**
   * One read, tried again a little later when the server was out of order or busy, or lost the
   * connection: a moment of that is no reason to refuse a task. After silence, which has taken long
   * enough, it is tried once more: the connection may have been dead.
   *
   * @param what for the message, such as {@code secrets agents/npm-token}
   * @param read returns null, as fabric8 does, when the server says 404
   */
  static <T, R> Lookup<R> one(String what, Supplier<T> read, Function<T, R> facts) {
    boolean silent = false;
    for (Duration pause : PAUSES) {
      try {
        return once(what, read, facts);
      } catch (KubernetesClientException e) {
        boolean silentNow = isSilence(e);
        if (!passes(e) || (silent && silentNow)) {
          return unreadable(what, e);
        }
        silent |= silentNow;
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Lookup.Unreadable<>(what + " could not be read: the operator is stopping");
      }
    }
    try {
      return once(what, read, facts);
    } catch (KubernetesClientException e) {
      return unreadable(what, e);
    }
  }

  private static <T, R> Lookup<R> once(String what, Supplier<T> read, Function<T, R> facts) {
    try {
      T object = read.get();
      return object == null ? new Lookup.Absent<>() : new Lookup.Found<>(facts.apply(object));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return new Lookup.Absent<>();
      }
      throw e;
    } catch (RuntimeException e) {
      // Anything else (a response that does not parse, an interrupt) also leaves us not knowing.
      return new Lookup.Unreadable<>(what + " could not be read: " + e);
    }
  }

  private static <R> Lookup<R> unreadable(String what, KubernetesClientException e) {
    return new Lookup.Unreadable<>(what + " could not be read: " + words(e));
  }

  private static boolean passes(KubernetesClientException failure) {
    return isAboutTheServer(failure)
        || (failure.getCode() <= 0 && failure.getCause() instanceof IOException);
  }

  /** Whether the answer says how the server is, busy or out of order, and nothing of the object. */
  static boolean isAboutTheServer(KubernetesClientException failure) {
    return failure.getCode() == TOO_MANY_REQUESTS
        || failure.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
  }

  private static boolean isSilence(KubernetesClientException failure) {
    return failure.getCause() instanceof IOException lost
        && (lost instanceof HttpTimeoutException
            || lost.getCause() instanceof HttpTimeoutException);
  }

  /** Starts reads that then run at the same time, each on a virtual thread of its own. */
  static final class Together implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    <T> Future<Lookup<T>> start(Callable<Lookup<T>> read) {
      return threads.submit(read);
    }

    /** Waits for one of them. */
    static <T> Lookup<T> result(Future<Lookup<T>> read) {
      try {
        return read.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Lookup.Unreadable<>("reading was interrupted: the operator is stopping");
      } catch (ExecutionException e) {
        return new Lookup.Unreadable<>("reading failed: " + e.getCause());
      }
    }

    /**
     * Runs all of them and returns when all are done, or on an interrupt.
     *
     * @param atOnce how many of them may run at the same time
     */
    void all(List<Runnable> actions, int atOnce) {
      Semaphore places = new Semaphore(atOnce);
      try {
        threads.invokeAll(
            actions.stream()
                .map(
                    action ->
                        Executors.callable(
                            () -> {
                              places.acquireUninterruptibly();
                              try {
                                action.run();
                              } finally {
                                places.release();
                              }
                            }))
                .toList());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }

  /** The server's own words where it gave some, with the code. */
  static String words(KubernetesClientException e) {
    if (e.getStatus() != null && e.getStatus().getMessage() != null) {
      return e.getCode() + " " + e.getStatus().getMessage();
    }
    // No answer at all: the JDK's exceptions often carry no message, their names say it.
    List<String> causes = new ArrayList<>();
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      causes.add(
          cause.getMessage() == null ? kind(cause) : kind(cause) + ": " + cause.getMessage());
    }
    return causes.isEmpty() ? String.valueOf(e.getMessage()) : String.join(", by ", causes);
  }

  /** HttpTimeoutException is "http timeout": users of tasks read this too. */
  private static String kind(Throwable cause) {
    return cause
        .getClass()
        .getSimpleName()
        .replaceFirst("(Exception|Error)$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
