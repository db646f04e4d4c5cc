package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;

/** Hands a task's output on while another thread watches the task. */
final class OutputThread {
  /** A stream that says nothing more so long after the end is taken for dead, and asked anew. */
  private static final long STILL_MILLISECONDS = 5000;

  private static final int WAITS = 12;

  private final TaskLog log;
  private final Progress progress;
  private final PlainText filter = new PlainText();
  private final Thread thread;
  private volatile String problem = "";

  private OutputThread(KubernetesClient client, SandboxTask task, Progress progress) {
    this.progress = progress;
    var connection =
        new LogConnection(client, task.getMetadata().getNamespace(), task.getStatus().podName());
    this.log = new TaskLog(connection, null, this::take);
    this.thread = Thread.ofPlatform().daemon().name("task-log").unstarted(this::run);
  }

  static OutputThread start(KubernetesClient client, SandboxTask task, Progress progress) {
    var started = new OutputThread(client, task, progress);
    started.thread.start();
    return started;
  }

  /** The container has ended: returns when its output is out, or cannot be had. */
  void finish() throws InterruptedException {
    log.containerEnded();
    for (int i = 0; i < WAITS && thread.isAlive(); i++) {
      thread.join(STILL_MILLISECONDS);
      if (thread.isAlive()) {
        breakOff();
      }
    }
    if (thread.isAlive()) {
      problem = "the rest of its log did not come";
    }
    if (!problem.isEmpty()) {
      progress.line("Its output may be incomplete: " + problem);
    }
  }

  private void breakOff() {
    try {
      log.breakOff();
    } catch (IOException e) {
      problem = "its log cannot be closed: " + e.getMessage();
    }
  }

  private void run() {
    try {
      problem = log.follow();
    } catch (InterruptedException e) {
      problem = "interrupted";
    }
    progress.output(filter.end().getBytes(UTF_8));
  }

  /** Read to its end even if nobody reads standard output: the run goes on for its exit code. */
  private boolean take(byte[] bytes) {
    progress.output(filter.next(bytes, 0, bytes.length).getBytes(UTF_8));
    return true;
  }
}
