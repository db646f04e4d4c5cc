package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.task;

import dev.glovebox.core.reason.Reason;
import org.junit.jupiter.api.Test;

/** A task must not be too large for its own status to be written. */
class SizeRulesTest {

  private static final int MOST = 131_072;

  private static Decision plan(String spec) {
    return Planner.plan(task(spec), policy(), new TestCluster().facts());
  }

  @Test
  void commandArgumentsAndVariablesTogetherHoldAtMost128Kibibytes() {
    // "sh", "A" and "x" are 4 of them.
    String rest = "command: [sh]\nenv: [{name: A, value: x}]\nargs: [%s]";
    planned(plan(rest.formatted("a".repeat(MOST - 4))));
    assertRefused(
        plan(rest.formatted("a".repeat(MOST - 3))),
        Reason.InvalidSpec,
        "spec.command, spec.args and spec.env",
        "131073 bytes",
        "131072");
  }

  @Test
  void manySmallOnesAreAsMuchAsOneLarge() {
    String sixteenth = "a".repeat(MOST / 16);
    planned(plan("args: [%s]".formatted((sixteenth + ",").repeat(16))));
    assertRefused(
        plan("args: [%s]\ncommand: [x]".formatted((sixteenth + ",").repeat(16))),
        Reason.InvalidSpec,
        "131073 bytes");
  }

  @Test
  void bytesCountAndNotCharacters() {
    planned(plan("args: [%s]".formatted("é".repeat(MOST / 2))));
    assertRefused(
        plan("args: [%s]".formatted("é".repeat(MOST / 2 + 1))), Reason.InvalidSpec, "131074 bytes");
  }
}
