package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnChangeTest {
  private final AtomicInteger run = new AtomicInteger();

  @Test
  void whatSaysNothingComesAndGoesUnnoticed() {
    var words =
        new OnChange<String>(
            word -> !word.isEmpty(), (one, other) -> !one.equals(other), run::incrementAndGet);
    words.onAdd("");
    words.onUpdate("", "");
    words.onDelete("", false);
    assertThat(run).hasValue(0);

    words.onAdd("a");
    assertThat(run).hasValue(1);
    words.onUpdate("a", "a");
    assertThat(run).hasValue(1);
    words.onUpdate("a", "");
    assertThat(run).as("it says nothing any more").hasValue(2);
    words.onUpdate("", "b");
    words.onDelete("b", false);
    assertThat(run).hasValue(4);
  }

  @Test
  void withoutAnythingElseSaidEveryChangeCounts() {
    var words = new OnChange<String>(run::incrementAndGet);
    words.onAdd("");
    words.onUpdate("", "");
    words.onDelete("", false);
    assertThat(run).hasValue(3);
  }
}
