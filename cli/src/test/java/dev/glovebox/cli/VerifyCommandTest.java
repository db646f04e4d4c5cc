package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What verify says when nothing is made, and that then nothing is deleted. */
class VerifyCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path directory;

  private int run(int port, String... more) throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "http://127.0.0.1:%d"}}]
            contexts: [{name: a, context: {cluster: a, user: a, namespace: demo}}]
            users: [{name: a, user: {}}]
            current-context: a
            """
                .formatted(port));
    var line = new java.util.ArrayList<>(List.of("verify", "--kubeconfig", config.toString()));
    line.addAll(List.of(more));
    var screen = new Screen(new PrintStream(out, true), new PrintStream(err, true), false, false);
    return Main.run(screen, line.toArray(String[]::new));
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aServerThatIsNotThereIsOneLineAndNothingIsSaidOfATask() throws IOException {
    assertThat(run(1, "--image", "registry.example.com/busybox:1")).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(said())
        .startsWith("error: the API server ")
        .contains(" cannot be reached: ")
        .hasLineCount(1);
  }

  @Test
  void aTaskThatTheServerRefusesIsNeitherLookedForNorDeleted() throws IOException {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (var server =
        new PlainApiServer(
            exchange -> {
              asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
              PlainApiServer.json(
                  exchange,
                  403,
                  """
              {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 403, "reason": "Forbidden", "message": "not you"}""");
            })) {
      int code = run(server.port(), "--image", "registry.example.com/busybox:1");
      assertThat(code).as(said()).isEqualTo(ExitCode.UNAVAILABLE);
    }
    assertThat(said()).startsWith("error: ").contains("not you").hasLineCount(1);
    assertThat(asked.getLast())
        .isEqualTo("POST /apis/glovebox.dev/v1alpha1/namespaces/demo/sandboxtasks");
  }

  /** With one task that does not end, and an operator elsewhere that has no replica. */
  private static String answer(String method, String path) {
    String deployment =
        """
        {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"replicas": 1},
         "metadata": {"name": "glovebox-operator", "namespace": "elsewhere"}}""";
    if (path.equals("/apis/apps/v1/deployments")) {
      return "{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [" + deployment + "]}";
    }
    return switch (path) {
      case "/version" -> "{\"gitVersion\": \"v1.99.0\"}";
      case "/apis/apps/v1/namespaces/elsewhere/deployments/glovebox-operator" -> deployment;
      default ->
          method.equals("POST") || path.contains("/sandboxtasks/")
              ? """
                {"apiVersion": "glovebox.dev/v1alpha1", "kind": "SandboxTask",
                 "metadata": {"name": "x", "namespace": "demo", "uid": "u"}}"""
              : null;
    };
  }

  @Test
  void theCauseIsSoughtWhereTheOperatorIs() throws IOException {
    try (var server =
        new PlainApiServer(
            exchange -> {
              String body = answer(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
              PlainApiServer.json(
                  exchange,
                  body == null ? 403 : 200,
                  body == null ? "{\"kind\": \"Status\", \"message\": \"no\"}" : body);
            })) {
      int code = run(server.port(), "--image", "i", "--timeout", "1s");
      assertThat(code).as(said()).isEqualTo(ExitCode.DEADLINE);
    }
    assertThat(said())
        .contains(
            "doctor finds: OperatorDeployment: Deployment elsewhere/glovebox-operator has 0 of 1 replicas ready",
            "; what to do: kubectl glovebox doctor --operator-namespace elsewhere\n");
  }

  @Test
  void whoNamesNoImageIsToldHowToSeeWhatThePolicyAllows() throws IOException {
    try (var server =
        new PlainApiServer(
            exchange -> {
              String path = exchange.getRequestURI().getPath();
              PlainApiServer.json(
                  exchange,
                  200,
                  path.equals("/version")
                      ? "{\"gitVersion\": \"v1.99.0\"}"
                      : path.contains("/sandboxpolicies/")
                          ? "{\"metadata\": {\"name\": \"default\"}, \"spec\": {}}"
                          : "{\"metadata\": {\"name\": \"demo\"}}");
            })) {
      assertThat(run(server.port(), "-n", "blue")).as(said()).isEqualTo(ExitCode.USAGE);
    }
    assertThat(said())
        .startsWith("error: --image is needed: ")
        .contains("kubectl glovebox policy -n blue --kubeconfig " + directory)
        .hasLineCount(1);
  }

  @Test
  void aTimeIsWrittenAsElsewhere() throws IOException {
    assertThat(run(1, "--image", "i", "--timeout", "soon")).isEqualTo(ExitCode.USAGE);
    assertThat(said()).contains("--timeout", "\"soon\"", "90s, 5m").hasLineCount(1);
    for (String time : List.of("90", "90s", "5m")) {
      assertThat(run(1, "--image", "i", "--timeout", time)).isEqualTo(ExitCode.UNAVAILABLE);
    }
  }
}
