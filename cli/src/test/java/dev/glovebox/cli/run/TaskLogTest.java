package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class TaskLogTest {
  private static final String ONE = "2026-11-30T07:00:01.000000000Z one\n";
  private static final String TWO = "2026-11-30T07:00:02.000000000Z two\n";

  private final ByteArrayOutputStream got = new ByteArrayOutputStream();
  private final Queue<Object> answers = new ArrayDeque<>();
  private final List<Boolean> followed = new ArrayList<>();
  private final TaskLog log =
      new TaskLog(
          (follow, since, tail) -> {
            followed.add(follow);
            return answer();
          },
          null,
          bytes -> {
            got.writeBytes(bytes);
            return true;
          },
          Duration.ofMillis(1));

  private InputStream answer() throws IOException {
    Object answer = answers.size() > 1 ? answers.remove() : answers.element();
    return switch (answer) {
      case KubernetesClientException e -> throw e;
      case IOException e -> throw e;
      case InputStream stream -> stream;
      default -> new ByteArrayInputStream(answer.toString().getBytes(UTF_8));
    };
  }

  private static KubernetesClientException error(int code) {
    return new KubernetesClientException("said the server", code, null);
  }

  /** A stream that ends with an error, as when the connection is cut. */
  private static InputStream cutAfter(String text) {
    return new SequenceInputStream(
        new ByteArrayInputStream(text.getBytes(UTF_8)),
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("connection reset");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        });
  }

  /** Ends the container when it is asked for: the stream of a container that ends just then. */
  private InputStream endsWith(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8)) {
      @Override
      public void close() {
        log.containerEnded();
      }
    };
  }

  @Test
  void aConnectionThatIsCutLosesNothingAndRepeatsNothing() throws InterruptedException {
    answers.add(cutAfter(ONE + TWO.substring(0, 33)));
    answers.add(new IOException("no route"));
    answers.add(endsWith(ONE + TWO));
    answers.add(ONE + TWO);

    assertThat(log.follow()).isEmpty();
    assertThat(got.toString(UTF_8)).isEqualTo("one\ntwo\n");
  }

  @Test
  void theLastReadingIsAWholeOneAfterTheContainersEnd() throws InterruptedException {
    answers.add(endsWith(ONE)); // cut, as if it were the end
    answers.add(ONE + TWO);

    assertThat(log.follow()).isEmpty();
    assertThat(got.toString(UTF_8)).isEqualTo("one\ntwo\n");
    assertThat(followed).containsExactly(true, false);
  }

  @Test
  void aContainerThatHasNotStartedIsWaitedFor() throws InterruptedException {
    answers.add(error(400));
    answers.add(error(400));
    answers.add(endsWith(ONE));
    answers.add(ONE);

    assertThat(log.follow()).isEmpty();
    assertThat(got.toString(UTF_8)).isEqualTo("one\n");
  }

  @Test
  void aTaskThatEndedBeforeAnybodyLookedIsReadOnce() throws InterruptedException {
    log.containerEnded();
    answers.add(ONE);

    assertThat(log.follow()).isEmpty();
    assertThat(followed).containsExactly(false);
  }

  @Test
  void whatIsGoneIsSaidToBeMissing() throws InterruptedException {
    answers.add(cutAfter(ONE));
    answers.add(error(404));

    assertThat(log.follow()).contains("the pod is gone");
    assertThat(got.toString(UTF_8)).isEqualTo("one\n");
  }

  @Test
  void aRotatedLogIsSaidToBeIncomplete() throws InterruptedException {
    answers.add(cutAfter(ONE));
    answers.add(endsWith(TWO));
    answers.add(TWO);

    assertThat(log.follow()).contains("rotated");
  }

  @Test
  void aLogThatCannotBeReadAfterTheEndIsNotWaitedForForEver() throws InterruptedException {
    log.containerEnded();
    answers.add(error(500));

    assertThat(log.follow()).contains("the log cannot be read: said the server");
  }

  @Test
  void anErrorOfTheKubeletIsNoLineOfTheLog() throws InterruptedException {
    answers.add("unable to retrieve container logs for containerd://1\n");

    assertThat(log.read()).isEqualTo("unable to retrieve container logs for containerd://1");
    assertThat(got.size()).isZero();
  }
}
