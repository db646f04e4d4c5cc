package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.glovebox.cli.text.PlainText;

/** A task's output on its way to standard output, without what could drive a terminal. */
final class PlainOutput {
  private final Progress progress;
  private final PlainText filter = new PlainText();

  PlainOutput(Progress progress) {
    this.progress = progress;
  }

  /** Returns false if nobody reads standard output any more. */
  boolean take(byte[] bytes) {
    return progress.output(filter.next(bytes, 0, bytes.length).getBytes(UTF_8));
  }

  void end() {
    progress.output(filter.end().getBytes(UTF_8));
  }
}
