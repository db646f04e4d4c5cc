package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class InterruptionsTest {
  private static final Duration LONG = Duration.ofSeconds(15);

  private final SetClock clock = new SetClock();
  private final Set<String> now = new TreeSet<>();
  private final Interruptions interruptions = new Interruptions(() -> now, clock);

  @Test
  void aWatchThatIsTakenUpAgainIsNoTrouble() {
    now.add("nodes");
    assertThat(interruptions.lasting(LONG)).isEmpty();
    clock.forward(LONG.minusMillis(1));
    assertThat(interruptions.lasting(LONG)).isEmpty();
    now.clear();
    assertThat(interruptions.lasting(LONG)).isEmpty();
    now.add("nodes");
    clock.forward(Duration.ofSeconds(1));
    assertThat(interruptions.lasting(LONG)).as("the time begins anew").isEmpty();
  }

  @Test
  void oneThatStaysAwayIsNamedUntilItIsBack() {
    now.add("pods");
    interruptions.lasting(LONG);
    clock.forward(LONG);
    now.add("nodes");
    assertThat(interruptions.lasting(LONG)).containsExactly("pods");
    clock.forward(LONG);
    assertThat(interruptions.lasting(LONG)).containsExactly("nodes", "pods");
    now.clear();
    assertThat(interruptions.lasting(LONG)).isEmpty();
  }
}
