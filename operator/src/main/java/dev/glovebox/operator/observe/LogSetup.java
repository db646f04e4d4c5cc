package dev.glovebox.operator.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * Logs to standard output, as text or as one JSON object a line. In Java rather than logback.xml:
 * reading XML is a third of a second of every start.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

  /** {@code json}, or text. The operator's configuration refuses anything else. */
  private static final String FORMAT = "GLOVEBOX_LOG_FORMAT";

  /** {@code debug}: what each step of each look at a task came to; or {@code info}. */
  private static final String LEVEL = "GLOVEBOX_LOG_LEVEL";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    var lines = new LogLines("json".equals(System.getenv(FORMAT)));
    lines.setContext(context);
    lines.start();
    console.setEncoder(lines);
    console.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(console);
    // Only our own: the framework's and the client's debugging would show whole objects.
    context
        .getLogger("dev.glovebox")
        .setLevel("debug".equals(System.getenv(LEVEL)) ? Level.DEBUG : Level.INFO);
    // Warns at each start that v1alpha1 is unstable. It is ours.
    context
        .getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils")
        .setLevel(Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
