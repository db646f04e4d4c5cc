package dev.glovebox.core.plan;

/**
 * Every name that Glovebox gives in the cluster, in one place: labels, annotations, containers,
 * volumes, paths.
 */
public final class Names {
  /** Group and version of the API. */
  public static final String API_VERSION = "glovebox.dev/v1alpha1";

  /** Kind of a task. */
  public static final String TASK_KIND = "SandboxTask";

  /** Label of every object of a task: its UID. What a NetworkPolicy selects a pod by. */
  public static final String TASK_UID_LABEL = "glovebox.dev/task-uid";

  /** Label of every object of a task: its name, cut to 63 characters. For people. */
  public static final String TASK_LABEL = "glovebox.dev/task";

  /** The common label that says who made an object. */
  public static final String MANAGED_BY_LABEL = "app.kubernetes.io/managed-by";

  /** Value of {@link #MANAGED_BY_LABEL}. */
  public static final String MANAGED_BY = "glovebox";

  /** Annotation of every object of a task: SHA-256 of the plan, in hex. */
  public static final String PLAN_HASH_ANNOTATION = "glovebox.dev/plan-hash";

  /** Label of a namespace: the SandboxPolicy that it uses. */
  public static final String POLICY_LABEL = "glovebox.dev/policy";

  /** Label that a Secret or ConfigMap must have, with the value {@code "true"}. */
  public static final String USABLE_LABEL = "glovebox.dev/usable-by-tasks";

  /** Finalizer of a task. */
  public static final String FINALIZER = "glovebox.dev/destroy";

  /** Scheduling gate that holds the pod until it is released. */
  public static final String RELEASE_GATE = "glovebox.dev/release";

  /** Prefix of the names of a task's objects, reserved for the operator. */
  public static final String OBJECT_PREFIX = "gbx-";

  /** The init container that proves the isolation. */
  public static final String PROBE_CONTAINER = "probe";

  /** The container of the task's own process. */
  public static final String TASK_CONTAINER = "task";

  /** Volume of the workspace. */
  public static final String WORKSPACE_VOLUME = "workspace";

  /** Volume of HOME. */
  public static final String HOME_VOLUME = "home";

  /** Volume of /tmp. */
  public static final String TMP_VOLUME = "tmp";

  /** The one volume of all secrets. */
  public static final String SECRETS_VOLUME = "secrets";

  /** Prefix of the volumes of ConfigMaps; a number from 0 follows. */
  public static final String CONFIG_VOLUME_PREFIX = "config-";

  /** HOME of the task's process. */
  public static final String HOME_PATH = "/home/task";

  /** Where small temporary files go. */
  public static final String TMP_PATH = "/tmp";

  /** Where secrets appear. */
  public static final String SECRETS_PATH = "/run/secrets";

  /** Environment variable of the probe: the address of the node. */
  public static final String HOST_IP_VARIABLE = "GLOVEBOX_HOST_IP";

  private static final int MAX_LENGTH = 63;
  private static final int UID_LENGTH = 8;

  private Names() {}

  /**
   * Name of a task's pod, claim and NetworkPolicy: {@code gbx-<task>-<first 8 of the UID>}, at most
   * 63 characters, a DNS label whatever the task is called.
   *
   * @param taskName a DNS subdomain of at most 253 characters
   * @param taskUid at least 8 characters
   */
  public static String objectName(String taskName, String taskUid) {
    var suffix = "-" + taskUid.substring(0, UID_LENGTH);
    // A dot is legal in a task's name, and in a pod's; the pod's name is its host name, where the
    // kubelet would cut at 63 and a dot would make a domain of it.
    var task =
        trimEnd(
            cut(taskName.replace('.', '-'), MAX_LENGTH - OBJECT_PREFIX.length() - suffix.length()));
    return OBJECT_PREFIX + task + suffix;
  }

  /** Value of {@link #TASK_LABEL}: the task's name, cut so that it is a legal label value. */
  public static String labelValue(String taskName) {
    return trimEnd(cut(taskName, MAX_LENGTH));
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  private static String trimEnd(String text) {
    var end = text.length();
    while (end > 0 && !Character.isLetterOrDigit(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }
}
