package dev.glovebox.cli.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * A program that a kubeconfig names for credentials (client-go's exec plugins). Run here and not by
 * the client, which would take what the program says on standard error for a part of its answer,
 * and would go on without credentials where it fails.
 */
final class ExecPlugin implements OAuthTokenProvider {
  /** Asked again before its answer expires. */
  private static final int EARLY_SECONDS = 10;

  /** Requests come many at a time; a program that failed may ask its user something each time. */
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private final ExecConfig exec;
  private final Cluster cluster;
  private final Path file;
  private JsonNode status;
  private Failure failure;
  private long failedAt;

  /**
   * Not run yet.
   *
   * @param file the kubeconfig that names it
   */
  ExecPlugin(ExecConfig exec, Cluster cluster, Path file) {
    this.exec = exec;
    this.cluster = cluster;
    this.file = file;
  }

  /** Null when it hands out certificates. */
  @Override
  public String getToken() {
    return text("token");
  }

  /** Null when it hands out tokens. */
  String certificate() {
    return text("clientCertificateData");
  }

  /** Null when it hands out tokens. */
  String key() {
    return text("clientKeyData");
  }

  private synchronized String text(String field) {
    if (status == null || expired()) {
      if (failure != null && System.nanoTime() - failedAt < AGAIN.toNanos()) {
        throw failure;
      }
      try {
        status = answer(run());
      } catch (Failure e) {
        failure = e;
        failedAt = System.nanoTime();
        throw e;
      }
    }
    return status.path(field).textValue();
  }

  private boolean expired() {
    try {
      String until = status.path("expirationTimestamp").textValue();
      return until != null
          && Instant.parse(until).minusSeconds(EARLY_SECONDS).isBefore(Instant.now());
    } catch (DateTimeException e) {
      return false;
    }
  }

  private String run() {
    var builder = new ProcessBuilder(Stream.concat(Stream.of(command()), arguments()).toList());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT); // it may tell its user where to log in
    boolean interactive = interactive();
    if (interactive) {
      builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
    }
    builder.environment().put("KUBERNETES_EXEC_INFO", question(interactive));
    if (exec.getEnv() != null) {
      exec.getEnv().forEach(one -> builder.environment().put(one.getName(), one.getValue()));
    }
    try {
      Process process = builder.start();
      process.getOutputStream().close(); // where it does not have ours, its input is empty
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw failed("it ended with exit code %d".formatted(code));
      }
      return said;
    } catch (IOException e) {
      throw failed("it cannot be started");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("it was interrupted");
    }
  }

  /**
   * As client-go: what stands on standard input is for the program only where a person types it.
   */
  private boolean interactive() {
    String mode = exec.getInteractiveMode();
    return switch (mode == null || mode.isEmpty() ? "IfAvailable" : mode) {
      case "Never" -> false;
      case "IfAvailable" -> inputIsTerminal();
      case "Always" -> {
        if (!inputIsTerminal()) {
          throw failed("its interactiveMode is Always, and standard input is not a terminal");
        }
        yield true;
      }
      default ->
          throw failed(
              "interactiveMode \"%s\" is none of Never, IfAvailable, Always".formatted(mode));
    };
  }

  /**
   * The launcher knows it; Java alone sees a terminal only where standard output is one as well.
   */
  private static boolean inputIsTerminal() {
    String said = System.getProperty("glovebox.input.terminal");
    Console console = said == null ? System.console() : null;
    return said == null ? console != null && console.isTerminal() : Boolean.parseBoolean(said);
  }

  private Stream<String> arguments() {
    return exec.getArgs() == null ? Stream.empty() : exec.getArgs().stream();
  }

  /** A path is relative to the kubeconfig; a bare name is looked for in PATH. */
  private String command() {
    String command = exec.getCommand();
    if (command == null || command.isEmpty()) {
      throw failed("it names no command");
    }
    if (command.contains("/")) {
      Path path = KubeconfigPaths.resolved(file, command);
      if (!Files.isExecutable(path)) {
        throw failed("there is no such program");
      }
      return path.toString();
    }
    String path = System.getenv().getOrDefault("PATH", "");
    if (Stream.of(path.split(File.pathSeparator))
        .noneMatch(directory -> Files.isExecutable(Path.of(directory, command)))) {
      throw failed("there is no such program on the PATH");
    }
    return command;
  }

  private String question(boolean interactive) {
    var question = new ObjectMapper().createObjectNode();
    question.put("kind", "ExecCredential").put("apiVersion", exec.getApiVersion());
    var spec = question.putObject("spec");
    spec.put("interactive", interactive);
    if (Boolean.TRUE.equals(exec.getProvideClusterInfo())) {
      spec.putObject("cluster")
          .put("server", cluster.getServer())
          .put("tls-server-name", cluster.getTlsServerName())
          .put("certificate-authority-data", cluster.getCertificateAuthorityData())
          .put("insecure-skip-tls-verify", cluster.getInsecureSkipTlsVerify());
    }
    return question.toString();
  }

  private JsonNode answer(String said) {
    JsonNode tree;
    try {
      tree = new ObjectMapper().readTree(said);
    } catch (JsonProcessingException e) {
      throw failed("what it printed is not JSON");
    }
    String version = tree.path("apiVersion").asText();
    if (!version.equals(exec.getApiVersion())) {
      throw failed(
          "it answers in apiVersion \"%s\", and the kubeconfig says \"%s\""
              .formatted(version, exec.getApiVersion()));
    }
    JsonNode found = tree.path("status");
    if (!found.hasNonNull("token")
        && !(found.hasNonNull("clientCertificateData") && found.hasNonNull("clientKeyData"))) {
      throw failed("it gave neither a token nor a certificate with its key");
    }
    return found;
  }

  private Failure failed(String how) {
    String hint = exec.getInstallHint();
    return new Failure(
        ExitCode.UNAVAILABLE,
        "kubeconfig %s: the program \"%s\" for credentials: %s%s"
            .formatted(
                file,
                exec.getCommand(),
                how,
                hint == null || hint.isBlank() ? "" : "; " + hint.strip().replaceAll("\\s+", " ")));
  }
}
