package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.glovebox.operator.facts.FakeServer.Answer;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WatchContinuityTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Answer LIST =
      new Answer(
          200,
          """
          {"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}""");

  /** What a server says that has forgotten what happened since. */
  private static final Answer GONE =
      new Answer(
          200,
          """
          {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure",
           "reason":"Expired","code":410,"message":"too old resource version"}}"""
                  .replace("\n", "")
              + "\n");

  /**
   * The end of a watch on which something was said; of one without a word the client lists anew.
   */
  private static final Answer BOOKMARK =
      new Answer(
          200,
          """
          {"type":"BOOKMARK","object":{"kind":"Node","apiVersion":"v1","metadata":{"resourceVersion":"6"}}}
          """);

  private static final Answer SILENCE = new Answer(0, "");

  private final SetClock clock = new SetClock();
  private final WatchContinuity continuity = new WatchContinuity(clock);
  private final AtomicInteger resumed = new AtomicInteger();
  private final AtomicBoolean watching = new AtomicBoolean(true);

  WatchContinuityTest() {
    continuity.onResume(resumed::incrementAndGet);
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      clock.forward(Duration.ofSeconds(1));
      continuity.look();
    }
  }

  @Test
  void aWatchThatIsBackSoonLeavesNoGap() {
    continuity.watch("things", watching::get);
    look(100);
    watching.set(false);
    look(10);
    watching.set(true);
    look(100);
    assertThat(continuity.since()).isEqualTo(Instant.EPOCH);
    assertThat(resumed).hasValue(0);
  }

  @Test
  void aWatchThatIsAwayForLongerIsAGapFromWhenItIsNoticedUntilItIsBack() {
    continuity.watch("things", watching::get);
    continuity.watch("others", () -> true);
    look(1);
    watching.set(false);
    look(13);
    Instant noticed = continuity.since();
    assertThat(noticed).isAfter(Instant.EPOCH).isBefore(clock.instant());
    assertThat(resumed).as("it is not back").hasValue(0);
    look(100);
    assertThat(continuity.since()).as("one gap").isEqualTo(noticed);

    watching.set(true);
    look(1);
    assertThat(continuity.since()).isEqualTo(clock.instant());
    assertThat(resumed).hasValue(1);
    look(100);
    assertThat(continuity.since()).isEqualTo(clock.instant().minusSeconds(100));
    assertThat(resumed).hasValue(1);
  }

  @Test
  void whatIsNotToBeWatchedAnyMoreIsNoGap() {
    continuity.watch("things", () -> false);
    look(3);
    continuity.forget("things");
    look(100);
    assertThat(continuity.since()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void whereItCannotBeSaidItIsAGap() {
    continuity.watch(
        "things",
        () -> {
          throw new IllegalStateException("not started");
        });
    look(13);
    assertThat(continuity.since()).isAfter(Instant.EPOCH);
  }

  @Test
  void aProcessThatWasStoppedHasNotWatched() {
    look(3);
    clock.forward(Duration.ofSeconds(11));
    continuity.look();
    assertThat(continuity.since()).isEqualTo(clock.instant());
    assertThat(resumed).hasValue(1);
  }

  @Test
  void aWatchThatCannotGoOnWhereItWasIsAGapHoweverShort() throws IOException {
    watched(
        () -> GONE,
        (lists, watches) -> {
          await().atMost(SOON).until(() -> lists.get() > 1);
          await().atMost(SOON).untilAsserted(() -> assertThat(resumed).hasPositiveValue());
          assertThat(continuity.since()).isEqualTo(clock.instant());
        });
  }

  @Test
  void aWatchThatTheServerEndsGoesOnWithoutAGap() throws IOException {
    watched(
        () -> BOOKMARK,
        (lists, watches) -> {
          await().atMost(SOON).until(() -> watches.get() > 2);
          assertThat(lists).hasValue(1);
          assertThat(continuity.since()).isEqualTo(Instant.EPOCH);
        });
  }

  @Test
  void aWatchOfSomebodyElsesThatListsAnewIsAGap() {
    Runnable listed = continuity.lists("pods");
    listed.run();
    assertThat(continuity.since()).isEqualTo(Instant.EPOCH);
    clock.forward(Duration.ofSeconds(1));
    listed.run();
    assertThat(continuity.since()).isEqualTo(clock.instant());
    assertThat(resumed).hasValue(1);
  }

  @Test
  void aServerThatIsAwayIsAGap() throws IOException {
    watched(
        () -> Answer.status(503, "etcd has no leader"),
        (lists, watches) -> {
          await().atMost(SOON).until(() -> watches.get() > 2);
          await()
              .atMost(SOON)
              .pollInterval(Duration.ofMillis(20))
              .untilAsserted(
                  () -> {
                    look(1);
                    assertThat(continuity.since()).isAfter(Instant.EPOCH);
                  });
        });
  }

  private interface Check {
    void run(AtomicInteger lists, AtomicInteger watches);
  }

  /** An informer on a server that answers watches so, the first attempts included. */
  private void watched(Supplier<Answer> watch, Check check) throws IOException {
    var lists = new AtomicInteger();
    var watches = new AtomicInteger();
    try (var server =
            new FakeServer(
                request -> {
                  if (!request.contains("watch=true")) {
                    lists.incrementAndGet();
                    return LIST;
                  }
                  return watches.incrementAndGet() < 6 ? watch.get() : SILENCE;
                });
        var informer = server.client.resources(Node.class).runnableInformer(0)) {
      informer.exceptionHandler((started, failure) -> true);
      continuity.watch("nodes", informer);
      informer.start();
      check.run(lists, watches);
    }
  }
}
