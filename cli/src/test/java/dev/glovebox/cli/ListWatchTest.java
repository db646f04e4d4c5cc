package dev.glovebox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code list --watch} of somebody whose right is taken away meanwhile. */
class ListWatchTest {
  @TempDir private Path directory;
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void endsAtOnceWithTheRightThatLacksAndTheSameCommand() throws IOException {
    try (var server = new PlainApiServer(this::answer)) {
      Path config = server.kubeconfig(directory);
      var err = new ByteArrayOutputStream();
      var to = new PrintStream(err, true, UTF_8);
      String[] line = {
        "list", "-w", "-l", "a in (b)", "-o", "wide", "--kubeconfig", config.toString()
      };
      assertThat(Main.run(new Screen(to, to, false, false), line)).isEqualTo(ExitCode.UNAVAILABLE);
      assertThat(err.toString(UTF_8))
          .endsWith(
              "error: x cannot list it; ask who runs the cluster for that right. To go on:"
                  + " kubectl glovebox list --watch -n demo -l 'a in (b)' -o wide --kubeconfig %s\n"
                      .formatted(config));
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean version = exchange.getRequestURI().getPath().equals("/version");
    boolean may = version || asked.incrementAndGet() == 1;
    String body =
        version
            ? "{\"gitVersion\": \"v1.99.0\"}"
            : may
                ? "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"metadata\": {}, \"items\": []}"
                : "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"code\": 403, \"message\": \"x cannot list it\"}";
    PlainApiServer.json(exchange, may ? 200 : 403, body);
  }
}
