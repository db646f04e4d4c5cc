package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What doctor makes of an API server's no. */
class DoctorCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run(String status) throws IOException {
    String no =
        Answers.http(
            status + "\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT",
            "application/json",
            "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"message\": \"not you\"}");
    try (var server = new Answers(null, no)) {
      Path config =
          Files.writeString(
              directory.resolve("kubeconfig"),
              """
              clusters: [{name: a, cluster: {server: "%s"}}]
              contexts: [{name: a, context: {cluster: a}}]
              current-context: a
              """
                  .formatted(server.address("http")));
      var both = new PrintStream(out, true);
      return Main.run(
          new Screen(both, both, false, false), "doctor", "--kubeconfig", config.toString());
    }
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whereNothingMayBeReadEveryCheckIsUnknown() throws IOException {
    assertThat(run("403 Forbidden")).as(said()).isEqualTo(ExitCode.NO);
    assertThat(said()).contains("not you").containsPattern("(\\d+) checks: 0 ok, .* \\1 unknown");
  }

  @Test
  void aServerThatDoesNotKnowTheUserIsAsGoodAsNone() throws IOException {
    assertThat(run("401 Unauthorized")).as(said()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(said()).startsWith("error: ").hasLineCount(1);
  }
}
