package dev.glovebox.cli;

import dev.glovebox.cli.plan.TaskDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file of the command line. */
final class InputFile {
  /** In the place of a file's name. */
  static final String STANDARD_INPUT = "-";

  private InputFile() {}

  /**
   * Its objects.
   *
   * @param option that names it, for the message
   * @throws Failure when it cannot be read or understood
   */
  static TaskDocuments read(String option, String file) {
    try {
      return TaskDocuments.parse(
          STANDARD_INPUT.equals(file) ? System.in.readAllBytes() : bytes(option, Path.of(file)));
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new Failure(ExitCode.USAGE, "%s %s: %s".formatted(option, file, missing(option, file)));
    } catch (AccessDeniedException e) {
      throw new Failure(ExitCode.USAGE, "%s %s: you may not read it".formatted(option, file));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new Failure(ExitCode.USAGE, "%s %s: %s".formatted(option, file, e.getMessage()));
    }
  }

  private static byte[] bytes(String option, Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new Failure(
          ExitCode.USAGE, "%s %s: it is a directory; name one file of it".formatted(option, file));
    }
    return Files.readAllBytes(file);
  }

  private static String missing(String option, String file) {
    return file.matches("https?://.*")
        ? "only files are read; try: curl -fsSL %s | kubectl glovebox plan %s -"
            .formatted(file, option)
        : "there is no such file (looked for in %s)".formatted(Path.of("").toAbsolutePath());
  }
}
