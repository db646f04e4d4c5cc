package dev.glovebox.cli;

import dev.glovebox.cli.plan.TaskDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
          STANDARD_INPUT.equals(file)
              ? System.in.readAllBytes()
              : Files.readAllBytes(Path.of(file)));
    } catch (NoSuchFileException e) {
      throw new Failure(ExitCode.USAGE, "%s %s: there is no such file".formatted(option, file));
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new Failure(ExitCode.USAGE, "%s %s: %s".formatted(option, file, e.getMessage()));
    }
  }
}
