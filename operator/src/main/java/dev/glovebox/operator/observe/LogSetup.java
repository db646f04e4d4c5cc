package dev.glovebox.operator.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * Logs to standard output, as text or as one JSON object a line. In Java rather than logback.xml:
 * reading XML is a third of a second of every start.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

  /** {@code json}, or text. The operator's configuration refuses anything else. */
  private static final String FORMAT = "GLOVEBOX_LOG_FORMAT";

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{0} %msg %kvp%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    console.setEncoder("json".equals(System.getenv(FORMAT)) ? json(context) : text(context));
    console.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(console);
    context.getLogger("dev.glovebox").setLevel(Level.INFO);
    // Warns at each start that v1alpha1 is unstable. It is ours.
    context
        .getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils")
        .setLevel(Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static Encoder<ILoggingEvent> text(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }

  /** The line's keys are in kvpList. */
  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    var encoder = new JsonEncoder();
    encoder.setContext(context);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithContext(false);
    encoder.setWithMessage(false);
    encoder.setWithFormattedMessage(true);
    encoder.setWithArguments(false);
    // The framework's own keys say what ours say.
    encoder.setWithMDC(false);
    encoder.start();
    return encoder;
  }
}
