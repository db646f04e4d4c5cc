package dev.glovebox.cli.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a check came out; a later one is worse. */
public enum Level {
  OK,

  /** It could not be seen: a right lacks, an error, or nothing has shown it yet. Never fine. */
  UNKNOWN,

  /** Sandboxes hold, but something is weaker or less available than it could be. */
  WARNING,

  /** Some or all tasks are refused, or what protects them is not there. */
  FAILED;

  /** As it is printed. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
