package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.FakeServer.Answer;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadsTest {

  private static Lookup<Facts.NamespaceFacts> namespace(Answer answer) throws IOException {
    try (var server = new FakeServer(request -> answer)) {
      return NamespaceReads.namespace(server.client, "agents");
    }
  }

  @Test
  void whatTheServerReturnsIsFound() throws IOException {
    var answer =
        new Answer(
            200,
            "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"agents\"}}");
    assertThat(namespace(answer)).isInstanceOf(Lookup.Found.class);
  }

  @Test
  void only404IsAbsent() throws IOException {
    assertThat(namespace(Answer.status(404, "not found"))).isInstanceOf(Lookup.Absent.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 409, 410, 429, 500, 503, 504})
  void everyOtherErrorIsUnreadableWithTheServersWords(int code) throws IOException {
    assertThat(namespace(Answer.status(code, "the servers words")))
        .isInstanceOfSatisfying(
            Lookup.Unreadable.class,
            unreadable ->
                assertThat(unreadable.message())
                    .contains("namespace agents", String.valueOf(code), "the servers words"));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void aServerThatIsOutOfOrderForAMomentIsAskedAgainAndARefusalIsFinal(int code)
      throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Function<String, Answer> answers =
        request ->
            asked.incrementAndGet() < 3
                ? Answer.status(code, "out of order")
                : Answer.status(403, "not you");
    try (var server = new FakeServer(answers)) {
      assertThat(NamespaceReads.namespace(server.client, "agents"))
          .isInstanceOfSatisfying(
              Lookup.Unreadable.class,
              unreadable -> assertThat(unreadable.message()).contains("403", "not you"));
      assertThat(asked).hasValue(3);
      NamespaceReads.namespace(server.client, "agents");
      assertThat(asked).as("403 is asked once").hasValue(4);
    }
  }

  @Test
  void silenceIsUnreadableWhenItAnswersSoTwice() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Function<String, Answer> answers =
        request -> {
          asked.incrementAndGet();
          return new Answer(0, "");
        };
    try (var server = new FakeServer(answers)) {
      assertThat(NamespaceReads.namespace(server.client, "agents"))
          .isInstanceOfSatisfying(
              Lookup.Unreadable.class,
              unreadable ->
                  assertThat(unreadable.message())
                      .as("users of tasks read it")
                      .startsWith("namespace agents could not be read: ")
                      .doesNotContain("Exception"));
    }
    assertThat(asked).hasValue(2);
  }

  @Test
  void aReadThatWasNotAnsweredIsAskedOnceMore() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Function<String, Answer> answers =
        request ->
            asked.incrementAndGet() == 1 ? new Answer(0, "") : Answer.status(404, "not found");
    try (var server = new FakeServer(answers)) {
      assertThat(NamespaceReads.namespace(server.client, "agents"))
          .isInstanceOf(Lookup.Absent.class);
    }
  }

  @Test
  void onlySoManyRunAtOnceAsAskedFor() {
    CountDownLatch three = new CountDownLatch(3);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Runnable action =
        () -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          three.countDown();
          try {
            // That three come together at all shows that they do run at the same time.
            three.await(10, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          running.decrementAndGet();
          done.incrementAndGet();
        };
    try (var reads = new Reads.Together()) {
      reads.all(IntStream.range(0, 200).mapToObj(i -> action).toList(), 3);
    }
    assertThat(done).hasValue(200);
    assertThat(most).hasValue(3);
  }
}
