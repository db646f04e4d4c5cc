package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A namespace that does not exist, one where nothing is, and one that may not be looked at. */
class MissingNamespaceTest {
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  @TempDir private Path directory;

  private record Said(int code, String err) {}

  /** Against an API server that has no task, and answers so when asked for the namespace. */
  private Said run(int namespace, String line) throws IOException {
    try (var server = new PlainApiServer(exchange -> answer(exchange, namespace))) {
      Path config = server.kubeconfig(directory);
      var err = new ByteArrayOutputStream();
      var both = new PrintStream(err, true);
      int code =
          Main.run(
              new Screen(both, both, false, false),
              Stream.of(("--kubeconfig " + config + " " + line).split(" "))
                  .map(word -> word.equals("''") ? "" : word)
                  .toArray(String[]::new));
      return new Said(code, err.toString(StandardCharsets.UTF_8));
    }
  }

  private static void answer(HttpExchange exchange, int namespace) throws IOException {
    String path = exchange.getRequestURI().getPath();
    int code = path.endsWith("/namespaces/demo") ? namespace : OK;
    String body =
        path.equals("/version")
            ? "{\"gitVersion\": \"v1.99.0\"}"
            : "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"metadata\": {}, \"items\": []}";
    if (path.endsWith("/persistentvolumes")) {
      code = FORBIDDEN;
    }
    if (path.equals("/apis")) {
      body = "{\"kind\": \"APIGroupList\", \"groups\": [{\"name\": \"crd.projectcalico.org\"}]}";
    }
    if (path.matches(".*/sandboxtasks/.+")) {
      code = NOT_FOUND;
    }
    if (code != OK) {
      body =
          """
          {"kind": "Status", "apiVersion": "v1", "code": %d, "message": "no", "details": {"name": "x"}}"""
              .formatted(code);
    } else if (path.endsWith("/namespaces/demo")) {
      body =
          "{\"kind\": \"Namespace\", \"apiVersion\": \"v1\", \"metadata\": {\"name\": \"demo\"}}";
    }
    PlainApiServer.json(exchange, code, body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list",
        "logs x",
        "wait x",
        "wait --for Destroyed x",
        "cancel x",
        "delete x",
        "delete --ignore-not-found x",
        "inspect x",
        "policy"
      })
  void oneThatDoesNotExistIsSaidToByEveryCommand(String command) throws IOException {
    Said said = run(NOT_FOUND, command);
    assertThat(said.err())
        .isEqualTo(
            "error: namespace \"demo\" does not exist in context \"work\"; kubectl get namespaces shows those that there are\n");
    assertThat(said.code()).isEqualTo(ExitCode.NO);
  }

  @Test
  void doctorDoesNotPassItByWhereItIsGiven() throws IOException {
    assertThat(run(NOT_FOUND, "doctor -n demo"))
        .isEqualTo(
            new Said(
                ExitCode.NO,
                "error: namespace \"demo\" does not exist in context \"work\"; kubectl get namespaces shows those that there are\n"));
    for (int seen : new int[] {OK, FORBIDDEN}) {
      assertThat(run(seen, "doctor -n demo").err()).contains(" checks: ");
    }
    assertThat(run(NOT_FOUND, "doctor").err()).contains(" checks: ");
    assertThat(run(OK, "doctor --operator-namespace ''"))
        .extracting(Said::code)
        .isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(ints = {OK, FORBIDDEN})
  void oneThatExistsOrIsNotSeenHasNothing(int namespace) throws IOException {
    Said list = run(namespace, "list");
    assertThat(list.err()).isEqualTo("No resources found in demo namespace.\n");
    assertThat(list.code()).isZero();

    Said logs = run(namespace, "logs x");
    assertThat(logs.err())
        .startsWith("error: task \"x\" not found in namespace \"demo\" in context \"work\"; ");
    assertThat(logs.code()).isEqualTo(ExitCode.NO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wait --for Destroyed x", "delete --ignore-not-found sandboxtask/x"})
  void aNameThatIsNotThereIsSaidWhereItIsNoError(String command) throws IOException {
    assertThat(run(OK, command))
        .isEqualTo(
            new Said(0, "there is no task \"x\" in namespace \"demo\" in context \"work\"\n"));
  }

  @Test
  void aLabelThatNoTaskHasIsNamed() throws IOException {
    String line = "no task in namespace \"demo\" in context \"work\" has the label nosuch=label";
    String remedy = "; kubectl glovebox list shows those that there are\n";
    assertThat(run(OK, "wait -l nosuch=label"))
        .isEqualTo(new Said(ExitCode.NO, "error: " + line + remedy));
    for (String command : new String[] {"cancel", "delete", "wait --for Destroyed"}) {
      assertThat(run(OK, command + " -l nosuch=label")).isEqualTo(new Said(0, line + "\n"));
    }

    assertThat(run(OK, "wait --all").err())
        .isEqualTo("error: there is no task in namespace \"demo\" in context \"work\"" + remedy);
    assertThat(run(OK, "delete --all").err()).isEqualTo("No resources found in demo namespace.\n");
    assertThat(run(NOT_FOUND, "wait -l nosuch=label").err()).contains("\"demo\" does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"logs ''", "wait x ''", "cancel ''", "delete sandboxtask/", "inspect sbt/"})
  void anEmptyNameIsNotUnderstood(String command) throws IOException {
    Said said = run(OK, command);
    assertThat(said.err())
        .startsWith("error: TASK \"")
        .contains("is a variable of the shell empty?")
        .hasLineCount(1);
    assertThat(said.code()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(ints = {OK, FORBIDDEN})
  void whatInspectCouldNotReadIsToldWithItsNo(int namespace) throws IOException {
    Said said = run(namespace, "inspect nosuch");
    assertThat(said.err())
        .startsWith("error: task \"nosuch\", or anything left of one, not found")
        .endsWith("; not everything could be read: PersistentVolumes: no\n")
        .hasLineCount(1);
    assertThat(said.code()).isEqualTo(ExitCode.NO);
  }

  @Test
  void ofAllNamespacesNoneIsMeant() throws IOException {
    assertThat(run(NOT_FOUND, "list -A")).isEqualTo(new Said(0, "No resources found\n"));
  }
}
