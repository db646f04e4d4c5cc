package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import java.util.Arrays;
import java.util.List;

/**
 * Something that may be true of a task.
 *
 * @param kind what is looked at
 * @param name of the condition or the phase; empty for {@link Kind#GONE}
 * @param status that the condition must have; empty for the others
 */
public record WaitGoal(Kind kind, String name, String status) {
  public enum Kind {
    CONDITION,
    PHASE,
    GONE
  }

  /** What a state says of a goal. */
  public enum Answer {
    MET,
    NOT_YET,
    /** It can never be. */
    NEVER
  }

  private static final List<String> CONDITIONS =
      List.of("Finished", "Succeeded", "Isolated", "Hardened", "Reconciling", "Stalled");

  /** It has ended, however. */
  public static final WaitGoal FINISHED = new WaitGoal(Kind.CONDITION, "Finished", "True");

  /** It is deleted, and everything of it destroyed. */
  public static final WaitGoal DESTROYED = new WaitGoal(Kind.GONE, "", "");

  /**
   * Of {@code --for}.
   *
   * @throws Failure that names what there is
   */
  public static WaitGoal parse(String text) {
    String[] parts = text.split("=", -1);
    if (parts[0].equals("condition") && parts.length > 1) {
      return condition(text, parts[1], parts.length > 2 ? parts[2] : "True");
    }
    if (text.equals("Destroyed") || text.equals("delete")) {
      return DESTROYED;
    }
    if (parts[0].equals("jsonpath")) {
      throw new Failure(
          ExitCode.USAGE,
          "--for %s: for a jsonpath use kubectl wait sandboxtask/NAME --for %s"
              .formatted(text, text));
    }
    if (CONDITIONS.contains(text)) {
      return new WaitGoal(Kind.CONDITION, text, "True");
    }
    String phase = parts[0].equals("phase") && parts.length == 2 ? parts[1] : text;
    if (Arrays.stream(Phase.values()).noneMatch(one -> one.name().equals(phase))) {
      throw unknown(text);
    }
    return new WaitGoal(Kind.PHASE, phase, "");
  }

  private static WaitGoal condition(String text, String name, String status) {
    if (name.equals("Destroyed") && status.equals("True")) {
      return DESTROYED; // never seen True: then the task is gone
    }
    boolean known =
        CONDITIONS.contains(name) && List.of("True", "False", "Unknown").contains(status);
    if (!known) {
      throw unknown(text);
    }
    return new WaitGoal(Kind.CONDITION, name, status);
  }

  private static Failure unknown(String text) {
    return new Failure(
        ExitCode.USAGE,
        "--for %s: a condition (%s), a phase (%s) or Destroyed is expected"
            .formatted(
                text,
                String.join(", ", CONDITIONS),
                String.join(", ", Arrays.stream(Phase.values()).map(Phase::name).toList())));
  }

  /** What the task's state says of it. */
  public Answer of(SandboxTask task) {
    if (kind != Kind.GONE && met(task.getStatus())) {
      return Answer.MET;
    }
    return kind != Kind.GONE && TaskEnd.is(task.getStatus()) ? Answer.NEVER : Answer.NOT_YET;
  }

  /** What it says of it that the task is gone. */
  Answer ofNone() {
    return kind == Kind.GONE ? Answer.MET : Answer.NEVER;
  }

  private boolean met(SandboxTaskStatus now) {
    if (now == null) {
      return false;
    }
    if (kind == Kind.PHASE) {
      return now.phase() != null && now.phase().name().equals(name);
    }
    return now.conditions() != null
        && now.conditions().stream()
            .anyMatch(c -> name.equals(c.type()) && status.equals(c.status()));
  }

  /** As {@code --for} takes it. */
  String flag() {
    return kind == Kind.CONDITION && !status.equals("True")
        ? "condition=%s=%s".formatted(name, status)
        : toString();
  }

  @Override
  public String toString() {
    return switch (kind) {
      case CONDITION -> status.equals("True") ? name : name + "=" + status;
      case PHASE -> name;
      case GONE -> "Destroyed";
    };
  }
}
