package dev.glovebox.cli.plan;

/**
 * A question that a plan leaves open.
 *
 * @param subject what it is about
 * @param state why it is open
 * @param why for people: what was assumed instead, what could not be read, or who looks
 */
public record Open(Subject subject, State state, String why) {

  /** What a question is about. */
  public enum Subject {
    NAMESPACE("namespace", true),
    OPERATOR_CONFIGURATION("operator's configuration", true),
    POLICY("policy", true),
    RUNTIME_CLASSES("runtime classes", true),
    NODES("nodes", true),
    CERTIFICATES("certificates", true),
    CANARIES("canaries", true),
    ADDRESSES("the cluster's addresses", true),
    POLICY_ENGINE("policy engine", false),
    STORAGE_CLASSES("storage classes", false),
    SERVICE_ACCOUNT("service account", false),
    QUOTA("unfinished tasks", false),
    SECRET("secret", false),
    CONFIG_MAP("config map", false),
    ADMISSION_POLICIES("admission policies", false),
    OTHER_POLICIES("other network policies", false),
    ADMISSION("admission", false),
    NAME("name", false);

    private final String words;
    private final boolean shapes;

    Subject(String words, boolean shapes) {
      this.words = words;
      this.shapes = shapes;
    }

    /** For people. */
    public String words() {
      return words;
    }

    /** Whether the objects themselves depend on the answer, not only whether they are made. */
    public boolean shapes() {
      return shapes;
    }
  }

  /** Why a question is open. */
  public enum State {
    /** Only the operator can look, or only it does: it will, before the task runs. */
    OPERATOR("checked by the operator"),
    /** The cluster did not say, mostly because the caller lacks a right. */
    UNKNOWN("unknown"),
    /** Nobody was asked: the user wants a plan without a cluster. */
    ASSUMED("assumed");

    private final String words;

    State(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }
}
