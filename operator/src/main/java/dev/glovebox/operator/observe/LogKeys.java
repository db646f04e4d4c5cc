package dev.glovebox.operator.observe;

/**
 * Keys of log lines: {@code LOG.atInfo().addKeyValue(LogKeys.TASK, name).log("...")}. Values of
 * secrets and what a task printed are never logged.
 */
public final class LogKeys {

  public static final String NAMESPACE = "namespace";
  public static final String TASK = "task";
  public static final String UID = "uid";
  public static final String STEP = "step";
  public static final String REASON = "reason";

  private LogKeys() {}
}
