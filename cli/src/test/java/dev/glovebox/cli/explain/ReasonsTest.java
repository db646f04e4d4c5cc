package dev.glovebox.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import org.junit.jupiter.api.Test;

class ReasonsTest {
  @Test
  void capitalsDoNotMatter() {
    assertThat(Reasons.named("outofmemory")).contains(Reason.OutOfMemory);
    assertThat(Reasons.named("OutOfMemor")).isEmpty();
  }

  @Test
  void aSlipOfTheFingerFindsWhatWasMeant() {
    assertThat(Reasons.like("NetworkPolicyWidend").getFirst()).isEqualTo("NetworkPolicyWidened");
    assertThat(Reasons.like("RuntimeClasMising").getFirst()).isEqualTo("RuntimeClassMissing");
  }

  @Test
  void aPartOfTheNameFindsIt() {
    assertThat(Reasons.like("pull")).contains("ImagePullFailed");
    assertThat(Reasons.like("secret"))
        .containsExactlyInAnyOrder("SecretMissing", "SecretEmpty", "SecretNotUsable");
  }

  @Test
  void somethingElseFindsNothing() {
    assertThat(Reasons.like("pineapple-on-pizza")).isEmpty();
    assertThat(Reasons.like("")).isEmpty();
  }

  @Test
  void theTableHasALineForEachReason() {
    assertThat(Reasons.table()).hasSize(1 + Reason.values().length);
    assertThat(Reasons.table())
        .anySatisfy(
            line ->
                assertThat(line.split("\\s{2,}"))
                    .containsExactly("QuotaExceeded", "Refused", "yes", "nobody"));
  }
}
