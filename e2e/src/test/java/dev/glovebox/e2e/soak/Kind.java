package dev.glovebox.e2e.soak;

import java.util.List;

/** The kinds of tasks, each with what is done to it and how it has to end. */
enum Kind {
  SUCCEEDS("echo start; echo data > /workspace/data; sleep 1", "", Act.NONE, "Succeeded"),
  EPHEMERAL(
      "echo start; echo data > /work/data",
      "workspace: {type: Ephemeral, size: 16Mi, mountPath: /work}",
      Act.NONE,
      "Succeeded"),
  WITHOUT_WORKSPACE("echo start", "workspace: {type: None}", Act.NONE, "Succeeded"),
  /** Nobody deletes it: it goes by itself. */
  EXPIRES("echo start", "ttlSecondsAfterFinished: 20", Act.LEAVE, "Succeeded"),
  FAILS("echo start; sleep 1; exit 3", "", Act.NONE, "Failed/ExitNonZero"),
  TOO_LATE(
      "echo start; sleep 600", "timeouts: {runSeconds: 3}", Act.NONE, "Failed/DeadlineExceeded"),
  TOO_MUCH_MEMORY(
      "echo start; tail /dev/zero",
      "resources: {cpu: 300m, memory: 64Mi}",
      Act.NONE,
      "Failed/OutOfMemory"),
  WITHOUT_COMMAND(null, "command: [/bin/no-such-command]", Act.NONE, "Failed/StartError"),
  WITHOUT_RUNTIME("echo start", "runtimes: [kata]", Act.NONE, "Refused/RuntimeClassMissing"),
  TOO_LARGE("echo start", "resources: {memory: 1Ti}", Act.NONE, "Refused/PolicyViolation"),
  NEVER("echo start", "desiredState: Cancelled", Act.NONE, "Refused/CancelledBeforeStart"),
  CANCELLED("echo start; sleep 600", "", Act.CANCEL, "Failed/Cancelled"),
  POD_DELETED("echo start; sleep 600", "", Act.DELETE_POD, "Failed/PodDeleted"),
  /** Its end is that it is gone. */
  DELETED("echo start; trap '' TERM; sleep 600", "", Act.DELETE, "gone"),
  DELETED_EARLY("echo start; sleep 600", "", Act.DELETE_EARLY, "gone");

  /** What somebody does to a task. */
  enum Act {
    /** Waits for its end. */
    NONE,
    /** Waits for its end, and until it is gone by itself. */
    LEAVE,
    /** When it runs. */
    CANCEL,
    /** When it runs: its pod, not the task. */
    DELETE_POD,
    /** When it runs. */
    DELETE,
    /** At a moment that nobody chose, within two seconds of its creation. */
    DELETE_EARLY
  }

  /** The end of a task that is deleted before it has another. */
  static final String GONE = "gone";

  private final String script;
  private final String more;
  private final Act act;
  private final String ends;

  Kind(String script, String more, Act act, String ends) {
    this.script = script;
    this.more = more;
    this.act = act;
    this.ends = ends;
  }

  Act act() {
    return act;
  }

  /** Phase and reason that it has to end with, or {@link #GONE}. */
  String ends() {
    return ends;
  }

  /** All in an order that mixes what is quick with what is not. */
  static List<Kind> all() {
    return List.of(values());
  }

  /** YAML of its spec. */
  String spec(String image) {
    String small = more.contains("resources:") ? "" : "resources: {cpu: 200m, memory: 128Mi}\n";
    String command =
        script == null
            ? ""
            : "command: [/bin/sh, -c]\nargs:\n- |\n%s\n".formatted(script.indent(2));
    return "image: %s\n%s%s%s".formatted(image, command, small, more);
  }
}
