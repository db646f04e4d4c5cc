package dev.glovebox.operator.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Informers over connections that end in every way that a client can miss. */
class HeartbeatTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final List<String> deaths = new CopyOnWriteArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  private KubernetesClient client(WatchServer server) {
    var connections = new HeartbeatHttpClientFactory(INTERVAL);
    connections.onDeath(deaths::add);
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl(server.url())
                .withHttp2Disable(true)
                .build())
        .withHttpClientFactory(connections)
        .withTaskExecutorSupplier(Executors::newVirtualThreadPerTaskExecutor)
        .build();
  }

  /** The client loses this end: what it reads last takes it some time. */
  @Test
  void aConnectionThatIsClosedWithoutACloseFrameWhileAnEventIsDealtWithIsBegunAnew()
      throws Exception {
    try (var server =
            new WatchServer(
                (number, here, connection) -> {
                  if (number == 1) {
                    connection.added("a", 2);
                    connection.added("b", 3);
                    Thread.sleep(INTERVAL);
                  } else {
                    connection.added("c", 4);
                    connection.answerPings(here.pings);
                  }
                });
        var client = client(server);
        var pods = client.pods().inAnyNamespace().runnableInformer(0)) {
      pods.addIndexers(Map.of("slow", HeartbeatTest::slow));
      pods.start();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(pods.getIndexer().listKeys())
                      .containsExactlyInAnyOrder("d/a", "d/b", "d/c"));
      assertThat(pods.isWatching()).isTrue();
    }
  }

  @Test
  void aServerThatIsSilentIsLeftAndThatIsTold() throws Exception {
    try (var server =
            new WatchServer(
                (number, here, connection) -> {
                  if (number == 1) {
                    ended.await();
                  } else {
                    connection.answerPings(here.pings);
                  }
                });
        var client = client(server);
        var pods = client.pods().inAnyNamespace().runnableInformer(0)) {
      pods.start();
      await().atMost(PATIENCE).until(() -> server.watches.get() == 2);
      assertThat(deaths)
          .containsExactly(
              "the API server's end of /api/v1/pods was silent for 3 s, through 3 pings");
    } finally {
      ended.countDown();
    }
  }

  @Test
  void aServerThatOnlyAnswersPingsIsStayedWith() throws Exception {
    try (var server =
            new WatchServer((number, here, connection) -> connection.answerPings(here.pings));
        var client = client(server);
        var pods = client.pods().inAnyNamespace().runnableInformer(0)) {
      pods.start();
      await().atMost(PATIENCE).until(() -> server.pings.get() > 2 * Heartbeat.MISSED);
      assertThat(server.watches).hasValue(1);
      assertThat(deaths).isEmpty();
      assertThat(pods.isWatching()).isTrue();
    }
  }

  @Test
  void aClosedWatchIsNotPinged() throws IOException {
    try (var server =
            new WatchServer((number, here, connection) -> connection.answerPings(here.pings));
        var client = client(server)) {
      try (var pods = client.pods().inAnyNamespace().runnableInformer(0)) {
        pods.start();
        await().atMost(PATIENCE).until(() -> server.pings.get() > 0);
      }
      // One may be under way.
      await().pollDelay(INTERVAL.multipliedBy(2)).until(() -> true);
      int pings = server.pings.get();
      await().pollDelay(INTERVAL.multipliedBy(4)).until(() -> true);
      assertThat(server.pings).hasValue(pings);
      assertThat(deaths).isEmpty();
    }
  }

  private static List<String> slow(Pod pod) {
    try {
      Thread.sleep(INTERVAL.multipliedBy(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.of(pod.getMetadata().getName());
  }
}
