package dev.glovebox.operator.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What must hold for the operator to be ready, or alive. Each check says what is wrong, or nothing.
 */
public final class Health {

  private record Check(String name, Supplier<Optional<String>> wrong) {}

  /** What an endpoint answers. */
  public record Answer(boolean good, String text) {}

  private final String word;
  private final List<Check> checks = new ArrayList<>();

  /**
   * Without checks yet: good.
   *
   * @param word what good is called: {@code ready} or {@code alive}
   */
  public Health(String word) {
    this.word = word;
  }

  /**
   * Adds a check. Not to be called once the answers are asked for.
   *
   * @param name for the answer, such as {@code informers}
   * @param wrong what is wrong now, for people; empty when nothing is
   */
  public Health check(String name, Supplier<Optional<String>> wrong) {
    checks.add(new Check(name, wrong));
    return this;
  }

  /** One word when all is good; otherwise a line for each check that is not. */
  public Answer answer() {
    List<String> lines = new ArrayList<>();
    for (Check check : checks) {
      check.wrong().get().ifPresent(why -> lines.add(check.name() + ": " + why));
    }
    return lines.isEmpty()
        ? new Answer(true, word + "\n")
        : new Answer(false, "not " + word + "\n" + String.join("\n", lines) + "\n");
  }
}
