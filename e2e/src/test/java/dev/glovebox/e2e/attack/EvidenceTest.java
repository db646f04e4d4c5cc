package dev.glovebox.e2e.attack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which verdict follows from what was seen. */
class EvidenceTest {
  @Test
  void onlyAControlThatSucceededAndATryThatDidNotAreBlocked() {
    assertThat(evidence(true, true).verdict().word()).isEqualTo("BLOCKED");
  }

  @Test
  void aTryThatSucceededIsAnEscapeWhateverElseBroke() {
    assertThat(evidence(true, false).verdict().word()).isEqualTo("ESCAPED");
    Evidence broken = evidence(false, false);
    broken.broke(new IllegalStateException("no cluster"));
    assertThat(broken.verdict().details()).singleElement().asString().contains("try");
  }

  @Test
  void withoutAControlOrATryOrWithABreakNothingIsConcluded() {
    assertThat(new Evidence().verdict().word()).isEqualTo("INCONCLUSIVE");
    assertThat(new Evidence().tried("try", true, "").verdict().passes()).isFalse();
    assertThat(new Evidence().control("control", true, "").verdict().passes()).isFalse();
    assertThat(evidence(false, true).verdict().word()).isEqualTo("INCONCLUSIVE");
    Evidence broken = evidence(true, true);
    broken.broke(new IllegalStateException("no cluster"));
    assertThat(broken.verdict().details()).singleElement().asString().contains("no cluster");
  }

  private static Evidence evidence(boolean control, boolean stopped) {
    return new Evidence().control("control", control, "c").tried("try", stopped, "t");
  }
}
