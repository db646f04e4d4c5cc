package dev.glovebox.cli;

import static dev.glovebox.cli.Answers.http;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.cli.connect.NoAnswer;
import dev.glovebox.cli.connect.Place;
import io.fabric8.kubernetes.client.Config;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say of an API server that does not answer, on real sockets. */
class UnreachableTest {
  private static final Pattern JAVA =
      Pattern.compile(
          "Exception|\\bjava|\\bjavax|\\bsun\\.|fabric8|jackson|@[0-9a-f]{6}|\\bnull\\b");

  private static final AtomicInteger FILES = new AtomicInteger();

  @TempDir private static Path directory;

  private record Said(int code, String out, String err) {}

  private static Said run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Screen(new PrintStream(out, true), new PrintStream(err, true), false, false),
            arguments);
    return new Said(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Path kubeconfig(String server, String cluster) throws IOException {
    return Files.writeString(
        directory.resolve("kubeconfig-" + FILES.incrementAndGet()),
        """
        clusters: [{name: a, cluster: {server: "%s"%s}}]
        contexts: [{name: work, context: {cluster: a, user: a}}]
        users: [{name: a, user: {}}]
        current-context: work
        """
            .formatted(server, cluster));
  }

  private static Path task() throws IOException {
    return Files.writeString(
        directory.resolve("task.yaml"),
        "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxTask\nmetadata: {name: x}\nspec: {image: x}\n");
  }

  /** Asks, and holds what was said against what holds for every such line. */
  private static String said(String server, String cluster) throws IOException {
    Path file = kubeconfig(server, cluster);
    Said said = run("list", "--kubeconfig", file.toString());
    assertThat(said.err())
        .startsWith("error: the API server %s (context \"work\" of %s) ".formatted(server, file))
        .contains("; ") // the remedy
        .doesNotContainPattern(JAVA)
        .hasLineCount(1);
    assertThat(said.code()).as("%s", said.err()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(said.out()).isEmpty();
    return said.err();
  }

  private static String said(Answers server, String scheme, String cluster) throws IOException {
    try (server) {
      return said(server.address(scheme), cluster);
    }
  }

  private static String said(String answer) throws IOException {
    return said(new Answers(null, answer), "http", "");
  }

  @Test
  void theNetworkIsToldApartFromWhatAnswers() throws IOException {
    assertThat(said("http://127.0.0.1:1", "")).contains("connection refused");
    assertThat(said("https://127.0.0.1:1", "")).contains("connection refused");
    assertThat(said("SSH-2.0-OpenSSH\r\n")).contains("does not speak HTTP");
    assertThat(said("")).contains("closed without an answer");
    assertThat(said(http("200 OK", "text/html", "<html>log in</html>")))
        .contains("no Kubernetes API server");
    assertThat(said(http("200 OK", "application/json", "[]"))).contains("no Kubernetes API server");
    assertThat(said(http("404 Not Found", "text/html", "<html>no</html>")))
        .contains("no Kubernetes API server");
  }

  /** Without a socket: how long a resolver takes is not this machine's to say. */
  @Test
  void aNameThatIsNotKnownIsToldApart() {
    var e = new IOException(new ConnectException().initCause(new UnresolvedAddressException()));
    assertThat(NoAnswer.of(e, Place.UNKNOWN).why()).isEqualTo("its name is not known (DNS)");
  }

  @Test
  void whoDoesNotAnswerIsNotWaitedForLong() {
    List<CompletableFuture<String>> both =
        Stream.of("http", "https")
            .map(
                scheme ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try {
                            return said(new Answers(null, null), scheme, "");
                          } catch (IOException e) {
                            throw new IllegalStateException(e);
                          }
                        }))
            .toList();
    assertThat(both.get(0).join()).contains("no answer in time");
    assertThat(both.get(1).join()).contains("no connection in time");
  }

  @Test
  void whatTheServerAnswersIsSaidWithWhatToDo() throws IOException {
    assertThat(said(http("401 Unauthorized", "text/plain", "x")))
        .contains("does not know you", "log in again");
    assertThat(said(http("429 Too Many Requests", "text/plain", "x"))).contains("is busy");
    assertThat(said(http("502 Bad Gateway", "text/html", "x"))).contains("error 502", "try again");
  }

  @Test
  void whatIsToBePastedNamesTheSameCluster() throws IOException {
    try (var server = new Answers(null, http("504 Gateway Timeout", "text/plain", "x"))) {
      Path plain = kubeconfig(server.address("http"), "");
      Path file = Files.move(plain, directory.resolve("with a space"));
      String flags = "--kubeconfig '%s' --context work".formatted(file);
      String[] line = {
        "run", "--context", "work", "--kubeconfig", file.toString(), "--name", "x", "i"
      };
      assertThat(run(line).err())
          .contains("kubectl glovebox inspect x -n default " + flags + ";")
          .endsWith("kubectl glovebox delete --ignore-not-found x -n default " + flags + "\n");
    }
  }

  @Test
  void whoMayNotAskForTheVersionMayAskForTheRest() throws IOException {
    try (var server = new Answers(null, http("403 Forbidden", "text/plain", "no"))) {
      Path file = kubeconfig(server.address("http"), "");
      Said said = run("list", "--kubeconfig", file.toString(), "-n", "demo");
      assertThat(said.err())
          .contains("you may not ask for sandboxtasks.glovebox.dev in namespace demo")
          .doesNotContainPattern(JAVA)
          .hasLineCount(1);
      assertThat(said.code()).isEqualTo(ExitCode.UNAVAILABLE);

      Said plan = run("plan", "-f", task().toString(), "--kubeconfig", file.toString());
      assertThat(plan.err()).contains("sandboxpolicies default").hasLineCount(1);
      assertThat(plan.code()).isEqualTo(ExitCode.UNAVAILABLE);
    }
  }

  @Test
  void whatIsWrongWithTlsIsNamed() throws Exception {
    var ours = new Authority(Files.createDirectory(directory.resolve("ours")));
    var others = new Authority(Files.createDirectory(directory.resolve("others")));
    String trusted = ", certificate-authority-data: " + ours.data();
    SSLContext good = ours.server("good", "ip:127.0.0.1");
    String version = http("200 OK", "application/json", "{\"gitVersion\":\"v1.99.0\"}");

    assertThat(said(new Answers(others.server("b", "ip:127.0.0.1"), version), "https", trusted))
        .contains("signed by an authority that is not trusted here");
    assertThat(
            said(
                new Answers(
                    ours.server("old", "ip:127.0.0.1", "-startdate", "-9d", "-validity", "2"),
                    version),
                "https",
                trusted))
        .contains("its certificate has expired");
    assertThat(said(new Answers(ours.server("c", "dns:c.example"), version), "https", trusted))
        .contains("for another name");
    assertThat(said(new Answers(good, version), "http", "")).contains("begin with https://");
    assertThat(
            said(new Answers(null, http("400 Bad Request", "text/plain", "x")), "https", trusted))
        .contains("does not speak TLS");
    assertThat(said(new Answers(null, ""), "https", trusted))
        .contains("closed while TLS was being agreed");

    // With nothing wrong there is no complaint about TLS: what is not there is the list.
    try (var server = new Answers(good, version)) {
      Path file = kubeconfig(server.address("https"), trusted);
      assertThat(run("list", "--kubeconfig", file.toString()).err()).doesNotContain("certificate");
    }
  }

  @Test
  void aProxyIsNamedWithoutItsLogin() throws IOException {
    Map<String, String> words =
        Map.of(
            http("403 Forbidden", "text/html", "no"),
            "refuses it with 403",
            http("407 Who\r\nProxy-Authenticate: Basic realm=x", "text/html", "no"),
            "wants a login",
            "junk\r\n",
            "does not speak HTTP");
    for (var one : words.entrySet()) {
      try (var proxy = new Answers(null, one.getKey())) {
        String url = proxy.address("http").replace("//", "//user:secret@");
        assertThat(said("https://127.0.0.2:6443", ", proxy-url: \"" + url + "\""))
            .contains("the proxy " + proxy.address("http") + " " + one.getValue())
            .doesNotContain("secret");
      }
    }
    assertThat(said("https://127.0.0.2:6443", ", proxy-url: \"http://127.0.0.1:1\""))
        .contains("the proxy http://127.0.0.1:1 refuses the connection");
  }

  @Test
  void aTaskThatNoClusterChecksIsPrintedWithWhy() throws IOException {
    String dead = kubeconfig("http://127.0.0.1:1", "").toString();
    Said said = run("run", "--kubeconfig", dead, "--dry-run", "--name", "x", "i");
    assertThat(said.err())
        .startsWith("not checked: the API server http://127.0.0.1:1 ")
        .contains("connection refused")
        .doesNotContain("again", "Ctrl-C")
        .hasLineCount(1);
    assertThat(said.out()).contains("kind: \"SandboxTask\"", "namespace: \"default\"");
    assertThat(said.code()).isZero();

    Said wrongFlag = run("run", "--kubeconfig", "/nowhere", "--dry-run", "i");
    assertThat(wrongFlag.code()).isEqualTo(ExitCode.USAGE);
    assertThat(wrongFlag.out()).isEmpty();
  }

  @Test
  void withoutAKubeconfigATaskIsPrintedAndNothingElseWorks() {
    String before = System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, "/nowhere");
    try {
      Said said = run("run", "--dry-run", "--name", "x", "-n", "demo", "i");
      assertThat(said.err())
          .startsWith("not checked: KUBECONFIG /nowhere: there is no such file")
          .hasLineCount(1);
      assertThat(said.out()).contains("kind: \"SandboxTask\"", "namespace: \"demo\"");
      assertThat(said.code()).isZero();
      assertThat(run("run", "--dry-run", "i").out()).contains("SandboxTask").doesNotContain("null");
      assertThat(run("run", "i").code()).isEqualTo(ExitCode.USAGE);
    } finally {
      if (before == null) {
        System.clearProperty(Config.KUBERNETES_KUBECONFIG_FILE);
      } else {
        System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list",
        "logs x",
        "wait x",
        "cancel x",
        "delete x",
        "inspect x",
        "policy",
        "doctor",
        "verify --image x",
        "run x",
        "plan -f FILE"
      })
  void everyCommandSaysIt(String command) throws IOException {
    String file = kubeconfig("http://127.0.0.1:1", "").toString();
    String line = command.replace("FILE", task().toString()) + " --kubeconfig " + file;
    String[] words = line.split(" ");
    if (command.startsWith("run")) { // what follows the image is the task's
      words = new String[] {"run", "--kubeconfig", file, "x"};
    }
    Said said = run(words);
    assertThat(said.err())
        .contains("cannot be reached: connection refused")
        .doesNotContainPattern(JAVA)
        .hasLineCount(1);
    assertThat(said.code()).isEqualTo(ExitCode.UNAVAILABLE);
  }
}
