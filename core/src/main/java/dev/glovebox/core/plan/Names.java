package dev.glovebox.core.plan;

import java.util.Locale;

/**
 * Every name that more than one part relies on: labels, annotations, objects, containers, volumes,
 * paths and ports. The same values are in the chart and in the admission policies.
 */
public final class Names {

  /** API group. */
  public static final String GROUP = "glovebox.dev";

  /** Label of every object of a task: the task's UID. Decides, with the name, what is ours. */
  public static final String TASK_UID_LABEL = "glovebox.dev/task-uid";

  /** Label of every object of a task: {@link #taskLabel} of the task's name. For people. */
  public static final String TASK_LABEL = "glovebox.dev/task";

  /** Label key of the tool that made an object. */
  public static final String MANAGED_BY_LABEL = "app.kubernetes.io/managed-by";

  /** Value of {@link #MANAGED_BY_LABEL}. */
  public static final String MANAGED_BY = "glovebox";

  /** Annotation of every object of a task: SHA-256 of the plan, in lower-case hexadecimal. */
  public static final String PLAN_HASH_ANNOTATION = "glovebox.dev/plan-hash";

  /** Annotation of a released pod: what it was like when it was compared, field by field. */
  public static final String HELD_POD_ANNOTATION = "glovebox.dev/held-pod";

  /** Label of a namespace: the name of the SandboxPolicy in force there. */
  public static final String POLICY_LABEL = "glovebox.dev/policy";

  /** The SandboxPolicy of namespaces without {@link #POLICY_LABEL}. */
  public static final String DEFAULT_POLICY = "default";

  /** Label of a Secret or ConfigMap that tasks may use; only the value {@code "true"} counts. */
  public static final String USABLE_LABEL = "glovebox.dev/usable-by-tasks";

  /** Finalizer of a task: its objects and its volume go first. */
  public static final String FINALIZER = "glovebox.dev/destroy";

  /** Scheduling gate that holds a pod until everything about it has been read back. */
  public static final String RELEASE_GATE = "glovebox.dev/release";

  /** Prefix of every object that the operator makes; reserved for it by admission policy. */
  public static final String OBJECT_PREFIX = "gbx-";

  /** The init container that attests the sandbox. */
  public static final String PROBE_CONTAINER = "probe";

  /** The container with the user's image. */
  public static final String TASK_CONTAINER = "task";

  public static final String WORKSPACE_VOLUME = "workspace";
  public static final String HOME_VOLUME = "home";
  public static final String TMP_VOLUME = "tmp";
  public static final String SECRETS_VOLUME = "secrets";

  /** Name of the i-th ConfigMap's volume is this and i, from 0. */
  public static final String CONFIG_VOLUME_PREFIX = "config-";

  /** Where the task finds its files and its own memory. */
  public static final String HOME_PATH = "/home/task";

  public static final String TMP_PATH = "/tmp";

  /** Where every file of {@code spec.secrets} is: directly below. */
  public static final String SECRETS_PATH = "/run/secrets";

  /** Default of {@code spec.workspace.mountPath}. */
  public static final String WORKSPACE_PATH = "/workspace";

  /** Environment variable of the probe: the address of the node that the pod landed on. */
  public static final String HOST_IP_VARIABLE = "GLOVEBOX_HOST_IP";

  /** Port of the canary, TCP and UDP. */
  public static final int CANARY_PORT = 8787;

  /** Port of the kubelet's API, TCP (the kubelet's default). */
  public static final int KUBELET_PORT = 10250;

  /** Most characters of a label's value, and of a DNS label (RFC 1123). */
  private static final int LABEL_LENGTH = 63;

  private static final int UID_LENGTH = 8;

  private Names() {}

  /**
   * Name of a task's pod, claim and NetworkPolicy: {@code gbx-<task>-<first 8 of the UID>}, at most
   * 63 characters, whatever the task's name. Dots become dashes, so that it is a DNS label, and the
   * pod's hostname is the same.
   */
  public static String objectName(String taskName, String taskUid) {
    String uid = taskUid.substring(0, Math.min(UID_LENGTH, taskUid.length()));
    int room = LABEL_LENGTH - OBJECT_PREFIX.length() - 1 - UID_LENGTH;
    String task = taskName.substring(0, Math.min(room, taskName.length()));
    return (OBJECT_PREFIX + task + "-" + uid).replace('.', '-').toLowerCase(Locale.ROOT);
  }

  /**
   * Value of {@link #TASK_LABEL}: the task's name cut to 63 characters, without a dash or dot at
   * the cut, which a label's value must not end with.
   */
  public static String taskLabel(String taskName) {
    String cut = taskName.substring(0, Math.min(LABEL_LENGTH, taskName.length()));
    int end = cut.length();
    while (end > 0 && !Character.isLetterOrDigit(cut.charAt(end - 1))) {
      end--;
    }
    return cut.substring(0, end);
  }
}
