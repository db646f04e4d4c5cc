package dev.glovebox.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a task whose creation the API server has not answered when Ctrl-C comes. */
class VerifyRunTest {
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch created = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private HttpServer server;
  private KubernetesClient client;
  private volatile int thereAfterLooks = Integer.MAX_VALUE;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    Config config = Config.empty();
    config.setMasterUrl("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    config.setRequestRetryBackoffLimit(0);
    config.setRequestTimeout((int) Duration.ofMinutes(1).toMillis());
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterEach
  void end() {
    over.countDown();
    client.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(exchange.getRequestMethod());
      if (exchange.getRequestMethod().equals("POST")) {
        created.countDown();
        over.await();
        return;
      }
      boolean there = asked.stream().filter("GET"::equals).count() > thereAfterLooks;
      byte[] body =
          (there
                  ? """
                    {"apiVersion": "glovebox.dev/v1alpha1", "kind": "SandboxTask",
                     "metadata": {"name": "verify-1", "namespace": "demo", "uid": "u"}}"""
                  : """
                    {"apiVersion": "v1", "kind": "Status", "code": 404, "details": {"name": "verify-1"}}""")
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(there ? 200 : 404, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Not closed: as when the process ends. */
  private void interruptedWhileCreating() throws InterruptedException {
    var wanted = new SandboxTask();
    wanted.setMetadata(new ObjectMetaBuilder().withName("verify-1").withNamespace("demo").build());
    var run = new VerifyRun(client, said::add, () -> "", wanted);
    Runtime.getRuntime().removeShutdownHook(run.hook);
    var running = threads.submit(() -> run.ended(Duration.ofMinutes(1)));
    assertThat(created.await(30, TimeUnit.SECONDS)).isTrue();
    run.remove("interrupted: ");
    assertThat(running.isDone()).isFalse();
  }

  @Test
  void oneThatComesAboutALittleLaterIsDeleted() throws Exception {
    thereAfterLooks = 2;
    interruptedWhileCreating();
    assertThat(said)
        .containsExactly("interrupted: task verify-1 is deleted, and all that it had goes with it");
    assertThat(asked).containsExactly("POST", "GET", "GET", "GET", "DELETE");
  }

  @Test
  void oneThatIsNotSeenIsNotSaidToBeAbsent() throws Exception {
    interruptedWhileCreating();
    assertThat(said)
        .containsExactly(
            "interrupted: task verify-1 may be left: the API server has not said whether it was made; to remove it: kubectl glovebox delete --ignore-not-found verify-1 -n demo");
  }
}
