package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What watches do when nothing comes any more: from a watch, or from the API server at all. */
class SilentServerTest {
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration ASK = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final FakeApiServer server = new FakeApiServer();
  private final KubernetesClient client = server.client();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static SandboxTask task(String status, int version) {
    SandboxTask task = Tasks.with(status);
    task.getMetadata().setResourceVersion(String.valueOf(version));
    return task;
  }

  private interface Source<T> {
    T next() throws InterruptedException;
  }

  /** The first that is wanted. */
  private static <T> T await(Source<T> source, Predicate<T> wanted) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      T next = source.next();
      if (wanted.test(next)) {
        return next;
      }
    }
    throw new AssertionError("it did not come in " + PATIENCE);
  }

  private static boolean is(TaskWatch.News news, Phase phase) {
    return news instanceof TaskWatch.Now now && now.task().getStatus().phase() == phase;
  }

  @Test
  void aTaskIsAskedForWhereItsWatchIsSilent() throws InterruptedException {
    SandboxTask running = task("{phase: Running}", 2);
    server.has(running);
    try (var watch = new TaskWatch(client, running, ASK)) {
      await(() -> watch.next(TICK), news -> is(news, Phase.Running));

      server.has(task("{phase: Succeeded}", 3));
      await(() -> watch.next(TICK), news -> is(news, Phase.Succeeded));

      server.has();
      await(() -> watch.next(TICK), TaskWatch.Gone.class::isInstance);
    }
  }

  @Test
  void aServerThatFallsSilentIsSaidAndGoneOnWithWhenItIsBack() throws InterruptedException {
    SandboxTask running = task("{phase: Running}", 2);
    server.has(running);
    try (var watch = new TaskWatch(client, running, ASK)) {
      await(() -> watch.next(TICK), news -> is(news, Phase.Running));

      server.silent(true);
      await(() -> watch.next(TICK), TaskWatch.Unknown.class::isInstance);

      server.silent(false);
      server.has(task("{phase: Succeeded}", 3));
      await(() -> watch.next(TICK), news -> is(news, Phase.Succeeded));
    }
  }

  @Test
  void aServerThatIsGoneIsSaid() throws InterruptedException {
    SandboxTask running = task("{phase: Running}", 2);
    server.has(running);
    try (var watch = new TaskWatch(client, running, ASK)) {
      await(() -> watch.next(TICK), news -> is(news, Phase.Running));
      server.close();
      await(() -> watch.next(TICK), TaskWatch.Unknown.class::isInstance);
    }
  }

  private Obstacle.Kind whatIsInTheWay(int code, String message) throws InterruptedException {
    server.fails(code, message);
    try (var patient = server.patientClient();
        var watch = new TaskWatch(patient, task("{phase: Running}", 2), ASK);
        var stream = new TaskStream(patient, false, null, ASK)) {
      var one = await(() -> watch.next(TICK), TaskWatch.Unknown.class::isInstance);
      var all = await(() -> stream.next(TICK), TaskStream.Unknown.class::isInstance);
      assertThat(((TaskWatch.Unknown) one).obstacle().words()).contains(message);
      assertThat(((TaskStream.Unknown) all).obstacle().words()).contains(message);
      assertThat(((TaskStream.Unknown) all).obstacle().kind())
          .isEqualTo(((TaskWatch.Unknown) one).obstacle().kind());
      return ((TaskWatch.Unknown) one).obstacle().kind();
    }
  }

  @Test
  void anErrorAndARefusalAreNotCalledSilence() throws InterruptedException {
    assertThat(whatIsInTheWay(503, "starting")).isEqualTo(Obstacle.Kind.ERRORS);
    assertThat(whatIsInTheWay(429, "slowly")).isEqualTo(Obstacle.Kind.ERRORS);
    assertThat(whatIsInTheWay(403, "x cannot get")).isEqualTo(Obstacle.Kind.REFUSAL);
    assertThat(whatIsInTheWay(401, "Unauthorized")).isEqualTo(Obstacle.Kind.REFUSAL);
  }

  @Test
  void credentialsThatCannotBeHadAnyMoreAreNoAnswerAndNotTheEnd() throws InterruptedException {
    var valid = new AtomicBoolean(true);
    SandboxTask running = task("{phase: Running}", 2);
    server.has(running);
    try (var mine =
            server.client(
                () -> {
                  if (!valid.get()) {
                    throw new Failure(ExitCode.UNAVAILABLE, "the program \"login\": it ended");
                  }
                  return "token";
                });
        var watch = new TaskWatch(mine, running, ASK)) {
      await(() -> watch.next(TICK), news -> is(news, Phase.Running));

      valid.set(false);
      var unknown = await(() -> watch.next(TICK), TaskWatch.Unknown.class::isInstance);
      assertThat(((TaskWatch.Unknown) unknown).obstacle())
          .isEqualTo(new Obstacle(Obstacle.Kind.CREDENTIALS, "the program \"login\": it ended"));
    }
  }

  @Test
  void tasksAreListedWhereTheirWatchIsSilent() throws InterruptedException {
    server.has(task("{phase: Running}", 2));
    try (var stream = new TaskStream(client, false, null, ASK)) {
      await(() -> stream.next(TICK), news -> is(news, Phase.Running, false));

      server.has(task("{phase: Succeeded}", 3));
      await(() -> stream.next(TICK), news -> is(news, Phase.Succeeded, false));

      server.silent(true);
      await(() -> stream.next(TICK), TaskStream.Unknown.class::isInstance);

      server.silent(false);
      await(() -> stream.next(TICK), TaskStream.Answered.class::isInstance);
      server.has();
      await(() -> stream.next(TICK), news -> is(news, Phase.Succeeded, true));
    }
  }

  @Test
  void whetherATaskWasMadeWithoutAnAnswerIsNotKnownAndHowToFindOutIsSaid() {
    server.silent(true);
    assertThatThrownBy(() -> RunSession.make(client, task("null", 0)))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("Whether task hello was made is not known")
        .hasMessageContaining("kubectl glovebox inspect hello -n agents")
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
    server.close();
    assertThatThrownBy(() -> RunSession.make(client, task("null", 0)))
        .hasMessageEndingWith("Nothing was made")
        .message()
        .doesNotContain("not known");
  }

  private static boolean is(TaskStream.News news, Phase phase, boolean gone) {
    return news instanceof TaskStream.Change change
        && change.gone() == gone
        && change.task().getStatus().phase() == phase;
  }
}
