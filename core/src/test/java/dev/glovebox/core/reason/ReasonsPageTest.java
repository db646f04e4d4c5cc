package dev.glovebox.core.reason;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReasonsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "reasons.md");

  @Test
  void theCommittedPageIsWhatTheTableSays() throws IOException {
    if (Boolean.getBoolean("glovebox.regenerate")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, ReasonsPage.render());
    }
    assertThat(PAGE).as("docs/reasons.md").exists();
    assertThat(Files.readString(PAGE))
        .as(
            "docs/reasons.md is stale; write it again with: mvn -pl core -am test"
                + " -Dtest=ReasonsPageTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dglovebox.regenerate=true")
        .isEqualTo(ReasonsPage.render());
  }

  @Test
  void everyReasonSaysWhatHappenedWhatToDoAndHowItLooks() {
    for (Reason reason : Reason.values()) {
      assertThat(reason.meaning()).as(reason + " meaning").endsWith(".").hasSizeBetween(20, 250);
      assertThat(reason.advice()).as(reason + " advice").endsWith(".").hasSizeBetween(10, 250);
      assertThat(LikelyCauses.of(reason))
          .as(reason + " causes")
          .hasSizeBetween(1, 3)
          .allSatisfy(cause -> assertThat(cause).hasSizeBetween(10, 120).doesNotEndWith("."));
      assertThat(reason.example()).as(reason + " example").isNotBlank().doesNotContain("`");
    }
  }

  @Test
  void noReasonAdvertisesAWayToGiveIsolationUp() {
    for (Reason reason : Reason.values()) {
      assertThat(reason.meaning() + reason.advice() + LikelyCauses.of(reason) + reason.example())
          .as(reason.name())
          .doesNotContainIgnoringCase("dangerously")
          .doesNotContain("UnenforcedNetwork", "RetainedWorkspace", "ReservedMountPath")
          .doesNotContain("WritableRoot");
    }
  }
}
