package dev.glovebox.cli.doctor;

import java.util.Comparator;
import java.util.List;

/**
 * What one check came to.
 *
 * @param check its name, which stays
 * @param level the worst of its findings, OK without any
 * @param seen one line: that all is well with it, or the first finding
 */
public record Result(String check, Level level, String seen, List<Finding> findings) {
  static Result of(String check, String seen, List<Finding> findings) {
    return new Result(
        check,
        findings.stream().map(Finding::level).max(Comparator.naturalOrder()).orElse(Level.OK),
        findings.isEmpty() ? seen : findings.getFirst().seen(),
        List.copyOf(findings));
  }
}
