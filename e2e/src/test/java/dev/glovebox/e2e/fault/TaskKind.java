package dev.glovebox.e2e.fault;

/** What tasks are made for, and how each has to end. */
enum TaskKind {
  SUCCEEDS("sleep 1", "", "Succeeded/", true),
  FAILS("exit 3", "", "Failed/ExitNonZero", true),
  OVERRUNS("sleep 300", "timeouts: {runSeconds: 3}\n", "Failed/DeadlineExceeded", true),
  /** By the test, when it runs. */
  CANCELLED("sleep 300", "", "Failed/Cancelled", true),
  /** By the test, when it runs. */
  DELETED("sleep 300", "", "gone", true),
  WITHOUT_RUNTIME("true", "runtimes: [kata]\n", "Refused/RuntimeClassMissing", false),
  TOO_LARGE("true", "", "Refused/PolicyViolation", false);

  private static final String SMALL =
      "resources: {cpu: 50m, memory: 96Mi, ephemeralStorage: 32Mi}\nworkspace: {size: 8Mi}\n";
  private static final String LARGE = "resources: {memory: 900Gi}\n";

  /** Of twenty tasks in a row thirteen run under gVisor. */
  private static final TaskKind[] IN_A_ROW = {
    SUCCEEDS, WITHOUT_RUNTIME, FAILS, SUCCEEDS, CANCELLED, TOO_LARGE, SUCCEEDS, OVERRUNS, FAILS,
    WITHOUT_RUNTIME, SUCCEEDS, DELETED, TOO_LARGE, SUCCEEDS, FAILS, TOO_LARGE, CANCELLED, SUCCEEDS,
    WITHOUT_RUNTIME, TOO_LARGE
  };

  private final String work;
  private final String more;
  private final String end;
  private final boolean runs;

  TaskKind(String work, String more, String end, boolean runs) {
    this.work = work;
    this.more = more;
    this.end = end;
    this.runs = runs;
  }

  /** Of the task of this number, from 0 on. */
  static TaskKind of(int number) {
    return IN_A_ROW[number % IN_A_ROW.length];
  }

  /** Its first lines count the starts of all processes that ever had this volume. */
  String script() {
    return "echo start >> /workspace/starts; cat /workspace/starts; " + work;
  }

  /** Further YAML of the spec. */
  String more() {
    return more + (this == TOO_LARGE ? LARGE : SMALL);
  }

  /** Phase and reason; "gone" for one that is deleted. */
  String end() {
    return end;
  }

  /** Whether its process starts. */
  boolean runs() {
    return runs;
  }
}
