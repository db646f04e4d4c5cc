package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.operator.observe.LogKeys;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is logged on the way of one task, with everything turned on. */
class TaskLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.glovebox.operator.reconcile");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final World world = new World();

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.DEBUG);
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setLevel(null);
  }

  private static Set<String> keys(ILoggingEvent line) {
    Set<String> keys = new TreeSet<>(line.getMDCPropertyMap().keySet());
    if (line.getKeyValuePairs() != null) {
      line.getKeyValuePairs().forEach(pair -> keys.add(pair.key));
    }
    return keys;
  }

  private static String all(ILoggingEvent line) {
    return line.getFormattedMessage() + line.getKeyValuePairs() + line.getMDCPropertyMap();
  }

  private List<ILoggingEvent> from(Class<?> type) {
    return lines.list.stream().filter(l -> l.getLoggerName().equals(type.getName())).toList();
  }

  @Test
  void everyLineAboutATaskSaysWhichAndAtWhichStepAndWhy() {
    world.started();
    world.kubelet.ended(1, "Error");
    world.pass();
    assertThat(world.phase()).isEqualTo(Phase.Failed);
    assertThat(from(Walk.class)).hasSizeGreaterThan(10);
    assertThat(from(TaskStatus.class)).hasSize(1);
    assertThat(lines.list)
        .allSatisfy(
            line ->
                assertThat(keys(line))
                    .contains(
                        LogKeys.NAMESPACE,
                        LogKeys.TASK,
                        LogKeys.UID,
                        LogKeys.STEP,
                        LogKeys.REASON));
    assertThat(from(Walk.class).stream().flatMap(line -> Stream.of(all(line))))
        .anyMatch(line -> line.contains("PlanStep") || line.contains("AddFinalizerStep"))
        .anyMatch(line -> line.contains("RunStep"))
        .anyMatch(line -> line.contains("EndStep"));
  }

  @Test
  void whatTheTaskLeftAsItsLastWordsIsNotLogged() {
    world.started();
    world.kubelet.ended(1, "Error");
    world.pass();
    assertThat(world.status().terminationMessage()).isEqualTo("bye");
    assertThat(lines.list)
        .isNotEmpty()
        .allSatisfy(line -> assertThat(all(line)).doesNotContain("bye"));
  }
}
