package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.status.StatusDraft;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people hear of a task's end, by {@code kubectl describe} and by the metrics. */
class EndEventTest {
  private final World world = new World();

  /** Looks again, as an operator does that was restarted or woken. */
  private void settle(StatusDraft draft) {
    world.settle(draft);
    world.settle(StatusDraft.unchanged(world.cluster.task()));
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void everyReasonForAnEndIsOneWarningAndOneCount(Reason reason) {
    Phase phase = reason.outcome() == Reason.Outcome.REFUSED ? Phase.Refused : Phase.Failed;
    settle(
        StatusDraft.of(world.cluster.task())
            .because(reason, "said by a test")
            .ended(phase, world.clock.instant()));
    assertThat(world.phase()).isEqualTo(phase);
    assertThat(world.announced).containsExactly("Warning " + reason.name());
    assertThat(world.counted).containsExactly(phase + " " + reason.name());
  }

  @Test
  void aSuccessIsOneNormalEventAndOneCount() {
    settle(StatusDraft.of(world.cluster.task()).ended(Phase.Succeeded, world.clock.instant()));
    assertThat(world.announced).containsExactly("Normal Succeeded");
    assertThat(world.counted).containsExactly("Succeeded ");
  }
}
