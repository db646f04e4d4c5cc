package dev.glovebox.operator.heartbeat;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes HTTP clients whose WebSockets are pinged, and ended with an error when nothing comes back.
 *
 * <p>Without it a watch can be dead for minutes, because neither end says anything while nothing
 * happens, and because java.net.http of JDK 25 loses the end of a connection that is closed without
 * a WebSocket Close frame in a moment in which no message is asked for: its
 * TransportImpl.acknowledgeReception then fails with an InternalError that nobody sees. fabric8
 * 7.9.0 asks for the next message only when the last has been dealt with, and has no pings.
 *
 * <p>Every API server answers pings: RFC 6455, section 5.5.2, says that it must.
 */
public final class HeartbeatHttpClientFactory extends JdkHttpClientFactory {

  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatHttpClientFactory.class);

  /** Some twenty watches a process: four pings a second for all. */
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final Duration interval;
  private final List<Consumer<String>> onDeath = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService timer = timer();

  /** Pings every 5 s. */
  public HeartbeatHttpClientFactory() {
    this(INTERVAL);
  }

  /** For tests. */
  HeartbeatHttpClientFactory(Duration interval) {
    this.interval = interval;
  }

  /**
   * Tells of each WebSocket that is ended because its other end is silent.
   *
   * @param told what happened, for people; called on a thread of its own
   */
  public void onDeath(Consumer<String> told) {
    onDeath.add(told);
  }

  @Override
  protected HttpClient.Builder createNewHttpClientBuilder() {
    return new HeartbeatHttpClientBuilder(
        super.createNewHttpClientBuilder(),
        (uri, listener) -> new Heartbeat(listener, timer, interval, () -> died(uri.getPath())));
  }

  private void died(String path) {
    String what =
        "the API server's end of %s was silent for %d s, through %d pings"
            .formatted(path, interval.multipliedBy(Heartbeat.MISSED).toSeconds(), Heartbeat.MISSED);
    LOG.warn("A watch is begun anew: {}", what);
    onDeath.forEach(told -> told.accept(what));
  }

  /** One thread, which ends with the process; its tasks only look and send. */
  private static ScheduledExecutorService timer() {
    var timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("heartbeat").factory());
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
