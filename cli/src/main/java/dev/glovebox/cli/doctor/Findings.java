package dev.glovebox.cli.doctor;

import java.util.ArrayList;
import java.util.List;

/** What a check finds, as it goes along. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();

  void failed(String seen, String remedy) {
    all.add(new Finding(Level.FAILED, seen, remedy, null));
  }

  void warning(String seen, String remedy) {
    all.add(new Finding(Level.WARNING, seen, remedy, null));
  }

  void unknown(String seen, String remedy) {
    all.add(new Finding(Level.UNKNOWN, seen, remedy, null));
  }

  void add(Finding finding) {
    all.add(finding);
  }

  List<Finding> all() {
    return all;
  }
}
