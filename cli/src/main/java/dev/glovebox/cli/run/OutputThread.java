package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Hands a task's output on while another thread watches the task. */
final class OutputThread {
  /** A stream that says nothing more so long after the end is taken for dead, and asked anew. */
  private static final long STILL_MILLISECONDS = 5000;

  private static final int WAITS = 12;

  /**
   * So long without output a stream is asked for anew, for what stands between may have dropped its
   * connection without a word: load balancers do so after some minutes.
   */
  private static final long SILENT_NANOSECONDS = Duration.ofMinutes(5).toNanos();

  private final TaskLog log;
  private final Thread thread;
  private volatile String problem = "";
  private volatile boolean handing;
  private final AtomicLong handed = new AtomicLong();
  private volatile long heard = System.nanoTime();

  private OutputThread(TaskLog.Source source, Integer tail, TaskLog.Sink sink, Runnable atEnd) {
    this.log = new TaskLog(source, tail, bytes -> hand(bytes, sink));
    this.thread = Thread.ofPlatform().daemon().name("task-log").unstarted(() -> run(atEnd));
  }

  /**
   * Begins to hand on what comes.
   *
   * @param tail at most so many lines of what is there; null for all
   * @param atEnd runs when no more comes
   */
  static OutputThread start(
      KubernetesClient client, SandboxTask task, Integer tail, TaskLog.Sink sink, Runnable atEnd) {
    var connection =
        new LogConnection(client, task.getMetadata().getNamespace(), task.getStatus().podName());
    var started = new OutputThread(connection, tail, sink, atEnd);
    started.thread.start();
    return started;
  }

  /** Whether it waits for more. */
  boolean alive() {
    return thread.isAlive();
  }

  /** Asks for the log anew, from where it is. Nothing is lost and nothing comes twice. */
  void renew() {
    heard = System.nanoTime();
    breakOff();
  }

  /** The same after a long time without output. */
  void renewIfSilent() {
    if (!handing && System.nanoTime() - heard >= SILENT_NANOSECONDS) {
      renew();
    }
  }

  /**
   * The container has ended: returns when its output is out, or cannot be had.
   *
   * @return why it may be incomplete; empty if it is whole
   */
  String finish() throws InterruptedException {
    log.containerEnded();
    int still = 0;
    while (thread.isAlive() && still < WAITS) {
      long before = handed.get();
      thread.join(STILL_MILLISECONDS);
      if (handing || handed.get() != before) {
        still = 0; // slow, or a pager that is not read on: either has its time
      } else if (thread.isAlive()) {
        still++;
        breakOff();
      }
    }
    return thread.isAlive() ? "the rest of the log did not come" : problem;
  }

  private boolean hand(byte[] bytes, TaskLog.Sink sink) {
    handing = true;
    heard = System.nanoTime();
    boolean more = sink.take(bytes);
    handed.incrementAndGet();
    handing = false;
    return more;
  }

  private void breakOff() {
    try {
      log.breakOff();
    } catch (IOException e) {
      problem = "the log cannot be closed: " + e.getMessage();
    }
  }

  private void run(Runnable atEnd) {
    try {
      problem = log.follow();
    } catch (InterruptedException e) {
      problem = "interrupted";
    }
    atEnd.run();
  }
}
