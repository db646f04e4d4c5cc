package dev.glovebox.operator.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class LogLinesTest {

  private final LogbackMDCAdapter mdc = new LogbackMDCAdapter();

  /** The event that comes of logging something. */
  private ILoggingEvent logged(Consumer<Logger> log) {
    var context = new LoggerContext();
    context.setMDCAdapter(mdc);
    var appender = new ListAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.start();
    var logger = context.getLogger("dev.glovebox.operator.reconcile.Walk");
    logger.setLevel(Level.DEBUG);
    logger.addAppender(appender);
    log.accept(logger);
    return appender.list.getFirst();
  }

  private static String line(boolean json, ILoggingEvent event) {
    return new String(new LogLines(json).encode(event), UTF_8);
  }

  private static JsonNode parsed(ILoggingEvent event) throws IOException {
    String line = line(true, event);
    assertThat(line).endsWith("\n");
    assertThat(line.lines()).hasSize(1);
    return new ObjectMapper().readTree(line);
  }

  private static SandboxTask task() {
    var task = new SandboxTask();
    task.setMetadata(
        new ObjectMetaBuilder().withNamespace("agents").withName("fix").withUid("u-1").build());
    return task;
  }

  @Test
  void aJsonLineHasItsKeysAtTheTop() throws IOException {
    mdc.put(LogKeys.STEP, "EndStep");
    JsonNode line =
        parsed(
            logged(
                log ->
                    LogKeys.about(log.atInfo(), task(), "OutOfMemory")
                        .addKeyValue("phase", "Failed")
                        .log("task {}", "ended")));
    assertThat(line.path("level").asText()).isEqualTo("INFO");
    assertThat(line.path("logger").asText()).isEqualTo("dev.glovebox.operator.reconcile.Walk");
    assertThat(line.path("message").asText()).isEqualTo("task ended");
    assertThat(line.path("time").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(line.path("namespace").asText()).isEqualTo("agents");
    assertThat(line.path("task").asText()).isEqualTo("fix");
    assertThat(line.path("uid").asText()).isEqualTo("u-1");
    assertThat(line.path("step").asText()).isEqualTo("EndStep");
    assertThat(line.path("reason").asText()).isEqualTo("OutOfMemory");
    assertThat(line.path("phase").asText()).isEqualTo("Failed");
  }

  @Test
  void whatTheFrameworkSaysOfATaskHasTheSameKeys() throws IOException {
    mdc.put("resource.namespace", "agents");
    mdc.put("resource.name", "fix");
    mdc.put("resource.uid", "u-1");
    mdc.put("resource.generation", "7");
    JsonNode line = parsed(logged(log -> log.warn("tried again", new IllegalStateException("no"))));
    assertThat(line.path("namespace").asText()).isEqualTo("agents");
    assertThat(line.path("task").asText()).isEqualTo("fix");
    assertThat(line.path("uid").asText()).isEqualTo("u-1");
    assertThat(line.has("step")).isTrue();
    assertThat(line.has("reason")).isTrue();
    assertThat(line.has("resource.generation")).isFalse();
    assertThat(line.path("exception").asText()).contains("IllegalStateException: no", "at ");
  }

  @Test
  void aLineThatIsAboutNoTaskDoesNotSaySo() throws IOException {
    JsonNode line = parsed(logged(log -> log.info("Ready")));
    assertThat(line.fieldNames())
        .toIterable()
        .containsExactly("time", "level", "logger", "message");
  }

  @Test
  void whatSomebodyElseWroteStaysOneLineAndTakesNoKey() throws IOException {
    JsonNode line =
        parsed(
            logged(
                log ->
                    log.atInfo()
                        .addKeyValue("level", "FATAL")
                        .log("said: {}", "a\"\n{\"task\":\"forged\"}\u001b[31m")));
    assertThat(line.path("level").asText()).isEqualTo("INFO");
    assertThat(line.has("task")).isFalse();
  }

  @Test
  void textHasTheKeysBehindTheMessage() {
    mdc.put(LogKeys.STEP, "PlanStep");
    assertThat(line(false, logged(log -> LogKeys.about(log.atDebug(), task()).log("Proceed[]"))))
        .matches(
            "\\S+Z DEBUG Walk Proceed\\[] step=\"PlanStep\" namespace=\"agents\" task=\"fix\""
                + " uid=\"u-1\" reason=\"\"\n");
  }
}
