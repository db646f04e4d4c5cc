package dev.glovebox.cli.connect;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which kubeconfig files are meant: those of the flag, else of KUBECONFIG, else kubectl's own. */
final class KubeconfigFiles {
  private static final String VARIABLE = "KUBECONFIG";

  private KubeconfigFiles() {}

  /**
   * The files, the first of which has precedence. Empty when none is named and kubectl's own does
   * not exist.
   *
   * @param flag of the command line; null if it is not given
   * @param environment of this process
   * @throws Failure if the file of the flag, or all of KUBECONFIG, do not exist. kubectl would go
   *     on without any, and so to another cluster than the one that was meant.
   */
  static List<Path> of(Path flag, Map<String, String> environment) {
    if (flag != null) {
      return List.of(readable("--kubeconfig", flag));
    }
    List<Path> named =
        Stream.of(environment.getOrDefault(VARIABLE, "").split(File.pathSeparator))
            .filter(one -> !one.isBlank())
            .map(Path::of)
            .toList();
    if (!named.isEmpty()) {
      List<Path> there = named.stream().filter(Files::exists).toList(); // as kubectl: some may lack
      return there.isEmpty()
          ? List.of(readable(VARIABLE, named.getFirst()))
          : there.stream().map(one -> readable(VARIABLE, one)).toList();
    }
    String home = environment.getOrDefault("HOME", "");
    Path own = Path.of(home.isEmpty() ? System.getProperty("user.home") : home, ".kube", "config");
    return Files.exists(own) ? List.of(readable("kubeconfig", own)) : List.of();
  }

  private static Path readable(String from, Path file) {
    String what =
        !Files.exists(file)
            ? "there is no such file"
            : Files.isDirectory(file)
                ? "it is a directory, and a file is wanted"
                : Files.isReadable(file) ? null : "you may not read it";
    if (what != null) {
      throw new Failure(
          ExitCode.USAGE,
          "%s %s: %s; name a kubeconfig with --kubeconfig or KUBECONFIG"
              .formatted(from, file, what));
    }
    return file;
  }
}
