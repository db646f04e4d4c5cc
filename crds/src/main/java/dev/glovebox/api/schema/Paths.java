package dev.glovebox.api.schema;

/**
 * CEL rules of the paths in a task: where something may be mounted, and the working directory.
 *
 * <p>Two kinds of reserved paths: those that can never be used (the kernel's own, and what Glovebox
 * mounts itself), judged at the field; and those of the image's system, which the task's {@code
 * dangerouslyAllow} can lift, judged at the spec. No message says that they can be lifted.
 */
public final class Paths {
  /** Longest path; a component may have 255 bytes, and the pod's API has no limit of its own. */
  public static final int MAX = 255;

  /** Longest path of a secret: 200 characters of name. */
  public static final int SECRET_MAX = 213;

  /** Where the workspace is when the task does not say. */
  public static final String DEFAULT_WORKSPACE = "/workspace";

  /** Absolute, below /, and in one spelling only: no "." or "..", no "//", no trailing "/". */
  public static final String SYNTAX =
      "self.matches('^(/[.]?[A-Za-z0-9_-]+([.][A-Za-z0-9_-]+)*[.]?)+$')";

  /** Message of {@link #SYNTAX}. */
  public static final String SYNTAX_MESSAGE =
      "'%s is not a usable path: write an absolute one below /, of [A-Za-z0-9._/-], without . or .. components, // or a last /'.format([strings.quote(self)])";

  /** /var/run is a link to /run in most images. */
  public static final String NEVER =
      "!self.matches('^/(proc|sys|dev|run|var/run|tmp|home/task)(/|$)')";

  /** Message of {@link #NEVER}. */
  public static final String NEVER_MESSAGE =
      "'%s is never usable, as all at or under /proc /sys /dev /run /var/run /tmp /home/task'.format([self])";

  /**
   * Nothing is mounted at these. /home would hide /home/task, a mount of Glovebox's own; its other
   * mounts have parents that are reserved themselves.
   */
  public static final String MOUNTABLE = NEVER + " && self != '/home'";

  /** Message of {@link #MOUNTABLE}. */
  public static final String MOUNTABLE_MESSAGE =
      "'%s is never usable, as /home and all at or under /proc /sys /dev /run /var/run /tmp /home/task'.format([self])";

  /** RE2 of the system's own paths. */
  private static final String SYSTEM =
      ".matches('^/(usr|etc|var|opt|bin|sbin|lib[^/]*|boot|root)(/|$)')";

  private static final String SYSTEM_MESSAGE =
      "'%s is reserved, as all at or under /usr /etc /var /opt /bin /sbin /lib* /boot /root'.format([";

  private static final String RISK =
      "has(self.dangerouslyAllow) && 'ReservedMountPath' in self.dangerouslyAllow";

  /** At the spec. */
  public static final String WORKING_DIR =
      "!has(self.workingDir) || !self.workingDir" + SYSTEM + " || (" + RISK + ")";

  /** Message of {@link #WORKING_DIR}. */
  public static final String WORKING_DIR_MESSAGE = SYSTEM_MESSAGE + "self.workingDir])";

  /** At the spec. */
  public static final String WORKSPACE =
      "!has(self.workspace.mountPath) || !self.workspace.mountPath" + SYSTEM + " || (" + RISK + ")";

  /** Message of {@link #WORKSPACE}. */
  public static final String WORKSPACE_MESSAGE = SYSTEM_MESSAGE + "self.workspace.mountPath])";

  /** At the spec. */
  public static final String CONFIG_MAPS =
      "!has(self.configMaps) || !self.configMaps.exists(m, m.mountPath"
          + SYSTEM
          + ") || ("
          + RISK
          + ")";

  /** Message of {@link #CONFIG_MAPS}. */
  public static final String CONFIG_MAPS_MESSAGE =
      SYSTEM_MESSAGE + "self.configMaps.filter(m, m.mountPath" + SYSTEM + ")[0].mountPath])";

  /** At the list of ConfigMaps; equal paths are refused as duplicate keys. */
  public static final String CONFIG_MAPS_APART =
      "self.all(m, !self.exists(n, n.mountPath.startsWith(m.mountPath + '/')))";

  /** Message of {@link #CONFIG_MAPS_APART}. */
  public static final String CONFIG_MAPS_APART_MESSAGE =
      "'%s would hide another ConfigMap, mounted under it: mount them side by side'"
          + ".format([self.filter(m, self.exists(n, n.mountPath.startsWith(m.mountPath + '/')))[0].mountPath])";

  /** The workspace is always there: its default is static. */
  private static final String WORKSPACE_PATH =
      "(has(self.workspace.mountPath) ? self.workspace.mountPath : '" + DEFAULT_WORKSPACE + "')";

  private static final String HIDES =
      "(m.mountPath + '/').startsWith("
          + WORKSPACE_PATH
          + " + '/') || ("
          + WORKSPACE_PATH
          + " + '/').startsWith(m.mountPath + '/')";

  /** At the spec: no ConfigMap over, under or at the workspace. */
  public static final String WORKSPACE_APART =
      "!has(self.configMaps) || self.workspace.type == 'None' || !self.configMaps.exists(m, "
          + HIDES
          + ")";

  /** Message of {@link #WORKSPACE_APART}. */
  public static final String WORKSPACE_APART_MESSAGE =
      "'%s and the workspace would hide one another: mount them side by side'.format([self.configMaps.filter(m, "
          + HIDES
          + ")[0].mountPath])";

  /** One component under /run/secrets, which is a single volume. */
  public static final String SECRET =
      "self.matches('^/run/secrets/[.]?[A-Za-z0-9_-]+([.][A-Za-z0-9_-]+)*[.]?$') && self != '/run/secrets/kubernetes.io'";

  /** Message of {@link #SECRET}. */
  public static final String SECRET_MESSAGE =
      "'%s is not a usable path: write /run/secrets/<name>, characters [A-Za-z0-9._-], not kubernetes.io'.format([strings.quote(self)])";

  private Paths() {}
}
