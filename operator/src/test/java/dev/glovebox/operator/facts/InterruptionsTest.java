package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class InterruptionsTest {

  private final SetClock clock = new SetClock();
  private final Set<String> now = new TreeSet<>();
  private final Interruptions interruptions = new Interruptions(() -> now, clock);

  @Test
  void aWatchThatIsTakenUpAgainIsNoTrouble() {
    now.add("nodes");
    assertThat(interruptions.lasting()).isEmpty();
    clock.forward(Interruptions.PATIENCE.minusMillis(1));
    assertThat(interruptions.lasting()).isEmpty();
    now.clear();
    assertThat(interruptions.lasting()).isEmpty();
    now.add("nodes");
    clock.forward(Duration.ofSeconds(1));
    assertThat(interruptions.lasting()).as("the time begins anew").isEmpty();
  }

  @Test
  void oneThatStaysAwayIsNamedUntilItIsBack() {
    now.add("pods");
    interruptions.lasting();
    clock.forward(Interruptions.PATIENCE);
    now.add("nodes");
    assertThat(interruptions.lasting()).contains("pods");
    clock.forward(Interruptions.PATIENCE);
    assertThat(interruptions.lasting()).contains("nodes, pods");
    now.clear();
    assertThat(interruptions.lasting()).isEmpty();
  }
}
