package dev.glovebox.operator;

import java.util.List;

/** The environment does not make a configuration. The message has a line for each bad variable. */
public final class InvalidConfiguration extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidConfiguration(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
