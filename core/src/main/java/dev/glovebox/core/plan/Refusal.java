package dev.glovebox.core.plan;

import dev.glovebox.core.reason.Reason;
import java.util.List;

/**
 * The task will not run.
 *
 * @param reason why, from the fixed list; its outcome is {@code REFUSED}
 * @param message for people: field, value, limit, and what to do
 */
public record Refusal(Reason reason, String message) implements Decision {

  /**
   * One refusal of several: the reason of the first, the messages of all.
   *
   * @param refusals not empty, in order of precedence
   */
  public static Refusal of(List<Refusal> refusals) {
    List<String> messages = refusals.stream().map(Refusal::message).distinct().toList();
    return new Refusal(refusals.getFirst().reason(), Text.joined(messages));
  }
}
