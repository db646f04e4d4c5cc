package dev.glovebox.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiServerEventsTest {

  private final List<Event> sent = new CopyOnWriteArrayList<>();
  private final AtomicInteger dropped = new AtomicInteger();
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00.123456Z");
  private Thread thread;

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  private ApiServerEvents events(Consumer<Event> send) {
    var events = new ApiServerEvents(send, "operator-pod", clock, dropped::incrementAndGet);
    thread = Thread.ofVirtual().start(events);
    return events;
  }

  @AfterEach
  void stop() {
    thread.interrupt();
  }

  private static SandboxTask task(String name) {
    var task = new SandboxTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("agents")
            .withName(name)
            .withUid("u-" + name)
            .build());
    return task;
  }

  @Test
  void anEventSaysWhatAboutWhichTaskAndWhoSaysIt() {
    events(sent::add).warning(task("fix"), "RuntimeClassMissing", "none of the classes exists");
    await().until(() -> sent.size() == 1);
    Event event = sent.get(0);
    assertThat(event.getType()).isEqualTo("Warning");
    assertThat(event.getReason()).isEqualTo("RuntimeClassMissing");
    assertThat(event.getNote()).isEqualTo("none of the classes exists");
    assertThat(event.getMetadata().getNamespace()).isEqualTo("agents");
    assertThat(event.getRegarding().getKind()).isEqualTo("SandboxTask");
    assertThat(event.getRegarding().getName()).isEqualTo("fix");
    assertThat(event.getRegarding().getUid()).isEqualTo("u-fix");
    assertThat(event.getReportingController()).isEqualTo("glovebox.dev/operator");
    assertThat(event.getReportingInstance()).isEqualTo("operator-pod");
    assertThat(event.getEventTime().getTime()).isEqualTo("2026-01-01T00:00:00.123456Z");
  }

  @Test
  void theSameWordsAboutTheSameTaskAreSentOnceInTenMinutes() {
    ApiServerEvents events = events(sent::add);
    events.normal(task("a"), "Running", "proved");
    events.normal(task("a"), "Running", "proved");
    events.normal(task("b"), "Running", "proved");
    events.normal(task("a"), "Succeeded", "exit code 0");
    now = now.plus(Duration.ofMinutes(10));
    events.normal(task("a"), "Running", "proved");
    events.normal(task("z"), "Last", "one");
    await().until(() -> sent.stream().anyMatch(event -> event.getReason().equals("Last")));
    assertThat(sent)
        .extracting(event -> event.getRegarding().getName() + " " + event.getReason())
        .containsExactly("a Running", "b Running", "a Succeeded", "a Running", "z Last");
  }

  @Test
  void aTaskWhoseWordsChangeAllTheTimeMakesNoStorm() {
    ApiServerEvents events = events(sent::add);
    for (int i = 0; i < 1000; i++) {
      events.warning(task("a"), "DataNotDestroyed", "still there after " + i + " s");
    }
    events.normal(task("b"), "Running", "another's are not less");
    await().until(() -> sent.stream().anyMatch(event -> event.getReason().equals("Running")));
    assertThat(sent).hasSize(EventBudget.AT_ONCE + 1);
    assertThat(dropped).hasValue(1000 - EventBudget.AT_ONCE);
    now = now.plus(EventBudget.ONE_MORE_AFTER.multipliedBy(2));
    for (int i = 1000; i < 1010; i++) {
      events.warning(task("a"), "DataNotDestroyed", "still there after " + i + " s");
    }
    events.normal(task("c"), "Last", "one");
    await().until(() -> sent.stream().anyMatch(event -> event.getReason().equals("Last")));
    assertThat(sent).hasSize(EventBudget.AT_ONCE + 1 + 2 + 1);
  }

  @Test
  void aNoteIsCutToWhatTheServerTakes() {
    events(sent::add).normal(task("a"), "Long", "ü".repeat(2000));
    await().until(() -> sent.size() == 1);
    String note = sent.get(0).getNote();
    assertThat(note.getBytes(StandardCharsets.UTF_8).length).isBetween(1000, 1024);
    assertThat(note).endsWith("ü...");
  }

  @Test
  void aServerThatTakesNoneCostsNoMoreThanTheEvent() {
    ApiServerEvents events =
        events(
            event -> {
              if (event.getReason().equals("Refused")) {
                throw new IllegalStateException("no");
              }
              sent.add(event);
            });
    events.normal(task("a"), "Refused", "by the server");
    events.normal(task("a"), "Taken", "after it");
    await().until(() -> sent.size() == 1);
    assertThat(dropped).hasValue(1);
  }

  @Test
  void aServerThatHangsMakesNobodyWait() throws InterruptedException {
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch reached = new CountDownLatch(1);
    ApiServerEvents events =
        events(
            event -> {
              reached.countDown();
              try {
                hanging.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    events.normal(task("first"), "Running", "proved");
    reached.await();
    // One is being sent, 1000 wait, the rest is dropped.
    for (int i = 0; i < 1500; i++) {
      events.normal(task("t" + i), "Running", "proved");
    }
    assertThat(dropped).hasValue(500);
    hanging.countDown();
  }
}
