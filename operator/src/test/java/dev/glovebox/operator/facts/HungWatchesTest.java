package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HungWatchesTest {
  private final SetClock clock = new SetClock();
  private final Map<String, Class<? extends HasMetadata>> interrupted = new HashMap<>();
  private final Set<Class<?>> listed = new HashSet<>(Set.of(Node.class, Pod.class));
  private final List<String> givenUp = new ArrayList<>();
  private final HungWatches watches =
      new HungWatches(() -> interrupted, listed::contains, clock, givenUp::add);

  private void look(Duration during) {
    for (Duration gone = Duration.ZERO; gone.compareTo(during) < 0; gone = gone.plusSeconds(5)) {
      watches.look();
      clock.forward(Duration.ofSeconds(5));
    }
  }

  @Test
  void aWatchThatDoesNotComeBackAlthoughTheServerListsIsGivenUp() {
    interrupted.put("nodes", Node.class);
    look(HungWatches.PATIENCE);
    assertThat(givenUp).isEmpty();
    interrupted.put("pods", Pod.class);
    watches.look();
    assertThat(givenUp)
        .singleElement()
        .asString()
        .contains("for 90 s", "although the API server lists", ": nodes")
        .doesNotContain("pods");
  }

  @Test
  void oneThatComesBackIsNot() {
    interrupted.put("nodes", Node.class);
    look(HungWatches.PATIENCE);
    interrupted.clear();
    watches.look();
    interrupted.put("nodes", Node.class);
    look(HungWatches.PATIENCE);
    assertThat(givenUp).isEmpty();
  }

  @Test
  void aServerThatIsAwayOrRefusesIsLeftTimeAfterItIsBack() {
    interrupted.put("nodes", Node.class);
    listed.clear();
    look(Duration.ofHours(1));
    assertThat(givenUp).isEmpty();
    listed.add(Node.class);
    look(HungWatches.PATIENCE);
    assertThat(givenUp).isEmpty();
    watches.look();
    assertThat(givenUp).hasSize(1);
  }
}
