package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.cli.connect.ClientConfig;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a kubeconfig that does not lead to a cluster. */
class KubeconfigProblemsTest {
  private static final String GOOD =
      """
      clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
      contexts: [{name: work, context: {cluster: a, user: a, namespace: demo}}, {name: play, context: {cluster: a}}]
      users: [{name: a, user: {token: t}}]
      current-context: work
      """;

  @TempDir private Path directory;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private Config config(String context, String content) throws IOException {
    return ClientConfig.of(file("kubeconfig", content), context, Map.of());
  }

  @Test
  void aGoodOneIsTakenAsItIs() throws IOException {
    Config config = config(null, GOOD);
    assertThat(config.getMasterUrl()).isEqualTo("https://127.0.0.1:1/");
    assertThat(config.getNamespace()).isEqualTo("demo");
    assertThat(config.getAutoOAuthToken()).isEqualTo("t");
    assertThat(config("play", GOOD).getNamespace()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          context: {cluster: a,     | context: {cluster: b,          | context "work" names cluster "b", which is not there
          context: {cluster: a, u   | context: {u                    | context "work" names no cluster
          user: a,                  | user: b,                       | context "work" names user "b", which is not there
          current-context: work     | current-context: nope          | its current context "nope" does not exist; choose one with --context: play, work
          current-context: work     | kind: Config                   | no context is current; choose one with --context: play, work
          https://127.0.0.1:1       | htps://127.0.0.1:1             | cluster "a": server "htps://127.0.0.1:1" is not an address
          https://127.0.0.1:1       | https://127.0.0.1:99999        | cluster "a": server "https://127.0.0.1:99999" is not an address
          server: "https://127.0.0.1:1" | server:                    | cluster "a": server is not set
          127.0.0.1:1"}             | 127.0.0.1:1", certificate-authority: ca.crt}       | ca.crt: there is no such file
          127.0.0.1:1"}             | 127.0.0.1:1", certificate-authority-data: aGk=}    | certificate-authority-data is not PEM in base64
          127.0.0.1:1"}             | 127.0.0.1:1", proxy-url: "socks5://u:p@h:1"}       | proxy-url socks5://h:1: only proxies of the form
          token: t                  | client-certificate: /nowhere/c | user "a": client-certificate /nowhere/c: there is no such file
          token: t                  | client-key-data: LS0tLS1CRUdJTiA=                  | user "a" has a client key and no client certificate
          token: t                  | tokenFile: /nowhere/t          | user "a": tokenFile /nowhere/t: there is no such file
          """)
  void eachThatCannotBeHasALineOfItsOwn(String right, String wrong, String line)
      throws IOException {
    String content = GOOD.replace(right, wrong);
    assertThat(content).isNotEqualTo(GOOD);
    assertThatThrownBy(() -> config(null, content))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("kubeconfig " + directory.resolve("kubeconfig"))
        .hasMessageContaining(line)
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                       | it has no contexts
          kind: Pod                | it has no contexts
          hello                    | cannot be understood: it is not a kubeconfig
          clusters: {a: b}         | cannot be understood: clusters is not what a kubeconfig has there
          clusters: [{name: a, b   | cannot be understood: line 1: expected
          """)
  void aFileThatIsNoneIsNamed(String content, String line) {
    assertThatThrownBy(() -> config(null, content))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("kubeconfig " + directory.resolve("kubeconfig"))
        .hasMessageContaining(line)
        .hasMessageNotContainingAny("Exception", "fabric8", "jackson", "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nosuch-program | there is no such program on the PATH; see your vendor
          ./nosuch       | there is no such program; see your vendor
          false          | it ended with exit code 1; see your vendor
          echo           | it gave neither a token nor a certificate
          """)
  void aProgramForCredentialsThatGivesNoneIsNamed(String command, String line) {
    String exec =
        "exec: {apiVersion: v1, command: %s, installHint: see your vendor, args: ['{\"apiVersion\": \"v1\"}']}"
            .formatted(command);
    assertThatThrownBy(() -> config(null, GOOD.replace("token: t", exec)))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("the program \"%s\" for credentials: %s".formatted(command, line))
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void whatAProgramForCredentialsSaysBesideItsAnswerIsNoPartOfIt() throws IOException {
    String exec =
        """
        exec: {apiVersion: v1, command: sh, args: [-c, 'echo warning >&2; echo "{\\"apiVersion\\":\\"v1\\",\\"status\\":{\\"token\\":\\"$X\\"}}"'], env: [{name: X, value: given}]}""";
    Config config = config(null, GOOD.replace("token: t", exec));
    assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("given");
  }

  /** Whoever pipes a task's file into a command has no terminal there, as a test has none. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Never
          IfAvailable
          ''
          """)
  void standardInputIsNotTheProgramsWhereItIsNoTerminal(String mode) throws IOException {
    Config config = config(null, GOOD.replace("token: t", reading(mode)));
    assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("silent,");
  }

  @Test
  void aProgramThatHasToTalkToItsUserNeedsATerminal() {
    assertThatThrownBy(() -> config(null, GOOD.replace("token: t", reading("Always"))))
        .hasMessageEndingWith(
            "its interactiveMode is Always, and standard input is not a terminal");
    assertThatThrownBy(() -> config(null, GOOD.replace("token: t", reading("Often"))))
        .hasMessageEndingWith("interactiveMode \"Often\" is none of Never, IfAvailable, Always");
  }

  /** Hands out, as token, whether it may ask its user, and what it has read. */
  private static String reading(String mode) {
    return """
    exec: {apiVersion: v1, interactiveMode: "%s", command: sh, args: [-c, 'case $KUBERNETES_EXEC_INFO in *true*) i=asks;; *) i=silent;; esac; echo "{\\"apiVersion\\":\\"v1\\",\\"status\\":{\\"token\\":\\"$i,$(cat)\\"}}"']}"""
        .formatted(mode);
  }

  @Test
  void aContextThatThereIsNotNamesThoseThatThereAre() {
    assertThatThrownBy(() -> config("nope", GOOD))
        .hasMessageStartingWith("--context nope: kubeconfig ")
        .hasMessageEndingWith("has no such context; it has play, work");
  }

  @Test
  void withoutAnyNoClusterIsGuessed() {
    Map<String, String> nothing = Map.of("HOME", directory.toString());
    assertThatThrownBy(() -> ClientConfig.of(null, null, nothing))
        .hasMessage("no kubeconfig: set KUBECONFIG or --kubeconfig");
    assertThatThrownBy(() -> ClientConfig.of(null, "work", nothing))
        .hasMessage("--context work: no kubeconfig: set KUBECONFIG or --kubeconfig");
  }

  @Test
  void theVariableNamesFilesOfWhichSomeMayLackAndTheFirstCounts() throws IOException {
    Path first =
        file(
            "first",
            "current-context: play\nclusters: [{name: a, cluster: {server: \"https://127.0.0.9\"}}]");
    Path second = file("second", GOOD);
    String both = "%s::%s:%s".formatted(directory.resolve("none"), first, second);
    Config merged = ClientConfig.of(null, null, Map.of("KUBECONFIG", both));
    assertThat(merged.getMasterUrl()).isEqualTo("https://127.0.0.9/");
    assertThat(merged.getCurrentContext().getName()).isEqualTo("play");
    assertThat(merged.getContexts()).hasSize(2);

    assertThatThrownBy(() -> ClientConfig.of(null, null, Map.of("KUBECONFIG", "/nowhere")))
        .hasMessageStartingWith("KUBECONFIG /nowhere: there is no such file");
  }

  @Test
  void proxiesOfTheEnvironmentAreThoseOfKubectl() throws IOException {
    String elsewhere = GOOD.replace("127.0.0.1:1", "cluster.example:6443");
    Path kubeconfig = file("elsewhere", elsewhere);
    Map<String, String> proxy = Map.of("https_proxy", "proxy.example");
    assertThat(ClientConfig.of(kubeconfig, null, proxy).getHttpsProxy())
        .isEqualTo("http://proxy.example:80");
    Path local = file("local", GOOD);
    assertThat(ClientConfig.of(local, null, proxy).getHttpsProxy()).isNull();
  }
}
