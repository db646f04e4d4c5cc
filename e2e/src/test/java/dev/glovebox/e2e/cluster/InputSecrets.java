package dev.glovebox.e2e.cluster;

/** Secrets that a task may name, in the task's namespace. */
public final class InputSecrets {
  /** Tasks may use it; it has something in {@link #KEY}, and nothing in {@link #EMPTY}. */
  public static final String USABLE = "good";

  /** It has something in {@link #KEY}, and lacks the label that lets tasks use it. */
  public static final String PRIVATE = "private";

  public static final String KEY = "key";
  public static final String EMPTY = "empty";

  private InputSecrets() {}

  /** Makes both. */
  public static void create(Workplace workplace) {
    workplace
        .cluster()
        .create(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: %2$s, namespace: %1$s, labels: {glovebox.dev/usable-by-tasks: "true"}}
            stringData: {%4$s: value, %5$s: ""}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: %3$s, namespace: %1$s}
            stringData: {%4$s: value}
            """
                .formatted(workplace.namespace(), USABLE, PRIVATE, KEY, EMPTY));
  }

  /** YAML of a task's spec that names a key of a Secret. */
  public static String spec(String secret, String key) {
    return "secrets: [{secretName: %s, key: %s, path: /run/secrets/s}]\n".formatted(secret, key);
  }
}
