package dev.glovebox.e2e.attack;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * What a process that tries all targets again and again, until it is ended, has seen.
 *
 * @param log what it printed so far
 */
record Rounds(Supplier<String> log) {
  /** A round on a busy machine, several times over. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The script for these targets; it also listens on port 7777. */
  static String script(List<Target> targets) {
    return Scripts.read("rounds.sh")
        .replace("TARGETS", targets.stream().map(Target::line).collect(Collectors.joining("\n")));
  }

  /** Answers by name, of a whole round that began after this call; "" = none. */
  Map<String, String> next() {
    int wanted = done(log.get()).orElse(0) + 2;
    Awaitility.await("round " + wanted)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> done(log.get()).orElse(0) >= wanted);
    return of(log.get(), wanted);
  }

  /** Every answer of any round so far, with its name. */
  List<String> answers(List<Target> targets) {
    String all = log.get();
    return targets.stream()
        .flatMap(
            target ->
                all.lines()
                    .filter(line -> line.contains(" " + target.name() + "="))
                    .filter(line -> target.answered(line.substring(line.indexOf('=')))))
        .toList();
  }

  private static Map<String, String> of(String log, int round) {
    Map<String, String> answers = new HashMap<>();
    log.lines()
        .filter(line -> line.startsWith(round + " ") && line.contains("="))
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .forEach(
            line ->
                answers.put(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    return answers;
  }

  private static OptionalInt done(String log) {
    return log.lines()
        .filter(line -> line.matches("\\d+ done"))
        .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(' '))))
        .max();
  }
}
