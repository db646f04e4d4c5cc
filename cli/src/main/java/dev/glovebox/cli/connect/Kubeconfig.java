package dev.glovebox.cli.connect;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * Kubeconfig files, merged as kubectl does: of entries with one name the first file's counts,
 * whole; paths are relative to the file that they stand in.
 */
public final class Kubeconfig {
  private static final int NAMED = 20;

  private final List<Path> files;
  private final List<Config> contents;

  private Kubeconfig(List<Path> files, List<Config> contents) {
    this.files = files;
    this.contents = contents;
  }

  /**
   * Reads what the command line or the environment names.
   *
   * @param flag of the command line; null if it is not given
   * @return null when there is none at all
   * @throws Failure if one cannot be read or understood
   */
  public static Kubeconfig read(Path flag, Map<String, String> environment) {
    List<Path> files = KubeconfigFiles.of(flag, environment);
    return files.isEmpty()
        ? null
        : new Kubeconfig(files, files.stream().map(Kubeconfig::parsed).toList());
  }

  private static Config parsed(Path file) {
    try {
      Config parsed = KubeConfigUtils.parseConfig(file.toFile());
      return parsed == null ? new Config() : parsed;
    } catch (RuntimeException e) { // of the YAML reader, of the binding, or of an empty file
      if (file.toFile().length() == 0) {
        return new Config();
      }
      throw new Failure(
          ExitCode.USAGE, "kubeconfig %s cannot be understood: %s".formatted(file, problem(e)));
    }
  }

  /** Of an error of several lines in the terms of the reader's classes, one in the file's. */
  private static String problem(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof MarkedYamlEngineException yaml && yaml.getProblemMark().isPresent()) {
        return "line %d: %s"
            .formatted(yaml.getProblemMark().get().getLine() + 1, yaml.getProblem());
      }
      if (cause instanceof JsonMappingException mapping) {
        String path =
            mapping.getPath().stream()
                .map(
                    one ->
                        one.getFieldName() == null
                            ? "[%d]".formatted(one.getIndex())
                            : one.getFieldName())
                .collect(Collectors.joining("."));
        return path.isEmpty()
            ? "it is not a kubeconfig"
            : "%s is not what a kubeconfig has there".formatted(path.replace(".[", "["));
      }
      if (cause instanceof JacksonException json) {
        JsonLocation at = json.getLocation();
        return (at == null ? "" : "line %d: ".formatted(at.getLineNr()))
            + Plain.words(json.getOriginalMessage());
      }
    }
    return "it is not a kubeconfig";
  }

  /** The files, for people. */
  public String where() {
    return files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Names of all contexts. */
  public List<String> contexts() {
    return of(Config::getContexts).map(NamedContext::getName).distinct().sorted().toList();
  }

  /**
   * The context that counts.
   *
   * @param wanted of the command line; null or empty for the current one
   * @throws Failure if there is none, with those that there are
   */
  NamedContext context(String wanted) {
    boolean given = wanted != null && !wanted.isEmpty();
    String name =
        given
            ? wanted
            : contents.stream()
                .map(Config::getCurrentContext)
                .filter(one -> one != null && !one.isEmpty())
                .findFirst()
                .orElse(null);
    if (contexts().isEmpty()) {
      throw broken("it has no contexts, so it names no cluster");
    }
    if (name == null) {
      throw broken("no context is current; choose one with --context: %s".formatted(all()));
    }
    return of(Config::getContexts)
        .filter(one -> name.equals(one.getName()) && one.getContext() != null)
        .findFirst()
        .orElseThrow(
            () ->
                given
                    ? new Failure(
                        ExitCode.USAGE,
                        "--context %s: kubeconfig %s has no such context; it has %s"
                            .formatted(name, where(), all()))
                    : broken(
                        "its current context \"%s\" does not exist; choose one with --context: %s"
                            .formatted(name, all())));
  }

  private String all() {
    List<String> names = contexts();
    return names.stream().limit(NAMED).collect(Collectors.joining(", "))
        + (names.size() > NAMED ? ", …" : "");
  }

  /** The entry of a name, of the first file that has it; null if none does. */
  <T> T named(Function<Config, List<T>> entries, Function<T, String> name, String wanted) {
    return of(entries).filter(one -> wanted.equals(name.apply(one))).findFirst().orElse(null);
  }

  NamedCluster cluster(String name) {
    return named(Config::getClusters, NamedCluster::getName, name);
  }

  private <T> Stream<T> of(Function<Config, List<T>> entries) {
    return contents.stream()
        .map(entries)
        .filter(Objects::nonNull)
        .flatMap(List::stream)
        .filter(Objects::nonNull);
  }

  Failure broken(String how) {
    return new Failure(ExitCode.USAGE, "kubeconfig %s: %s".formatted(where(), how));
  }

  Config[] contents() {
    return new ArrayList<>(contents).toArray(Config[]::new);
  }
}
