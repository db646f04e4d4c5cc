package dev.glovebox.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page that people read says what the definitions say. */
class ReferencePageTest {
  /** Surefire runs in the module's directory. */
  private static final Path PAGE = Path.of("../docs/api.md");

  @Test
  void theReferencePageIsWhatTheClassesSay() throws IOException {
    String page = ReferencePage.render();
    if (Boolean.getBoolean("glovebox.regenerate")) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).as("docs/api.md is stale. Run: make generate").hasContent(page);
  }
}
