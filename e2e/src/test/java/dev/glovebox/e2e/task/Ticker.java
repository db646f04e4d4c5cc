package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;

/** A running task that shows ten times a second that its process lives, in its log. */
final class Ticker implements AutoCloseable {
  private static final String SCRIPT = "while :; do echo tick; sleep 0.1; done";
  private static final Duration ALIVE = Duration.ofMillis(800);

  private final SandboxTask task;
  private final LogWatch log;
  private final AtomicReference<Instant> last;

  private Ticker(SandboxTask task, LogWatch log, AtomicReference<Instant> last) {
    this.task = task;
    this.log = log;
    this.last = last;
  }

  /** Starts one, and waits until it ticks and the operator shows it as running. */
  static Ticker start(Workplace workplace, String name, String more) {
    workplace.script(name, SCRIPT, "resources: {cpu: 200m, memory: 128Mi}\n" + more);
    SandboxTask task = workplace.inPhase(name, "Running");
    var last = new AtomicReference<>(Instant.EPOCH);
    LogWatch log =
        workplace
            .cluster()
            .client()
            .pods()
            .inNamespace(workplace.namespace())
            .withName(task.getStatus().podName())
            .inContainer("task")
            .watchLog(
                new OutputStream() {
                  @Override
                  public void write(int b) {
                    last.set(Instant.now());
                  }

                  @Override
                  public void write(byte[] bytes, int from, int length) {
                    last.set(Instant.now());
                  }
                });
    var ticker = new Ticker(task, log, last);
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(ticker::ticks);
    return ticker;
  }

  /** The task when it was first seen running. */
  SandboxTask task() {
    return task;
  }

  /** Whether it ticked just now. */
  boolean ticks() {
    return last.get().isAfter(Instant.now().minus(ALIVE));
  }

  /** Waits until it has been silent for two seconds, and returns when it ticked last. */
  Instant death() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> last.get().isBefore(Instant.now().minusSeconds(2)));
    assertThat(last.get()).isAfter(Instant.EPOCH);
    return last.get();
  }

  @Override
  public void close() {
    log.close();
  }
}
