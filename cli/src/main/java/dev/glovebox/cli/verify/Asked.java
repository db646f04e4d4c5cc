package dev.glovebox.cli.verify;

import dev.glovebox.cli.verify.Judge.Judgement;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What became of asking an address. A connection that was taken counts as an answer, whatever came
 * afterwards; only what a connection fails by when something is in its way counts as silence.
 */
final class Asked {
  private static final String UDP = "/UDP";
  private static final String NO_TOOL = "no tool";

  /**
   * nc ended by itself, and says that nobody took the connection. Engines that REJECT refuse it.
   */
  private static final Pattern NOT_TAKEN =
      Pattern.compile(
          "failed: 1:( .*(timed out|refused|unreachable|No route to host|not permitted|denied).*)?");

  private Asked() {}

  /** Whether it was reached. */
  static boolean reached(String seen) {
    return seen.equals("connected") || seen.startsWith("answered: ");
  }

  /** Whether it gave no answer, rather than was not asked or not to the end. */
  static boolean silent(String target, String seen) {
    return target.endsWith(UDP) ? seen.equals("silent") : NOT_TAKEN.matcher(seen).matches();
  }

  /** Whether the image has no tool to ask it with, which only UDP is excused by. */
  static boolean withoutTool(String target, String seen) {
    return target.endsWith(UDP) && seen.startsWith(NO_TOOL);
  }

  /**
   * All of one kind: one that was reached is an escape, one that could not be asked leaves it open.
   *
   * @param targets not empty
   */
  static Judgement judge(List<String> targets, Findings inside) {
    List<String> reached =
        targets.stream().filter(one -> reached(inside.of("ask " + one))).toList();
    if (!reached.isEmpty()) {
      return Judgement.escaped("reached " + String.join(", ", reached));
    }
    List<String> silent =
        targets.stream().filter(one -> silent(one, inside.of("ask " + one))).toList();
    List<String> open =
        targets.stream()
            .filter(one -> !silent.contains(one))
            .filter(one -> silent.isEmpty() || !withoutTool(one, inside.of("ask " + one)))
            .toList();
    if (!open.isEmpty()) {
      return Judgement.inconclusive(
          open.stream().map(one -> words(one, inside)).collect(Collectors.joining("; ")));
    }
    return controlled(
        inside, silent, "silent, and answered an unrestricted pod: " + String.join(", ", silent));
  }

  private static String words(String target, Findings inside) {
    String seen = inside.of("ask " + target);
    return target + (seen.isEmpty() ? " was not asked" : ": " + seen);
  }

  /** BLOCKED, where nc tells what answers, what is silent and what is not there from each other. */
  static Judgement controlled(Findings inside, Collection<String> targets, String seen) {
    boolean datagrams = targets.stream().anyMatch(one -> one.endsWith(UDP));
    return Stream.concat(
            Stream.of(Control.ANSWER, Control.SILENT, Control.CLOSED),
            datagrams ? Stream.of(Control.DATAGRAM) : Stream.of())
        .filter(control -> !control.holds(inside))
        .findFirst()
        .map(Control::failed)
        .orElseGet(() -> Judgement.blocked(seen));
  }
}
