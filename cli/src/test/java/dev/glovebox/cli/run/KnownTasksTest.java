package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownTasksTest {
  private final KnownTasks known = new KnownTasks();

  private static SandboxTask task(String uid, String version) {
    SandboxTask task = Tasks.with("{phase: Running}");
    task.getMetadata().setUid(uid);
    task.getMetadata().setResourceVersion(version);
    return task;
  }

  private boolean news(String uid, String version, boolean gone) {
    return known.isNews(new TaskStream.Change(task(uid, version), gone));
  }

  @Test
  void nothingIsToldTwiceAndNothingOlder() {
    assertThat(news("a", "9", false)).isTrue();
    assertThat(news("a", "9", false)).isFalse();
    assertThat(news("a", "10", false)).isTrue();
    assertThat(news("a", "9", false)).isFalse();
    assertThat(news("b", "3", false)).isTrue();
  }

  @Test
  void whatIsGoneIsGoneOnceAndComesBackInANewerVersionAlone() {
    assertThat(news("a", "9", false)).isTrue();
    assertThat(news("a", "10", true)).isTrue();
    assertThat(news("a", "10", true)).isFalse();
    assertThat(news("a", "9", false)).isFalse();
    assertThat(news("a", "10", false)).isFalse();
    assertThat(news("a", "11", false)).isTrue(); // it has its label again
    assertThat(news("a", "11", false)).isFalse();
    assertThat(news("a", "12", true)).isTrue();
  }

  @Test
  void whatAListLacksHadGoneByItsVersion() {
    assertThat(news("a", "9", false)).isTrue();
    assertThat(known.changes(List.of(), "12")).hasSize(1);
    assertThat(news("a", "11", false)).isFalse(); // a watch that is behind
    assertThat(news("a", "12", true)).isFalse();
    assertThat(known.changes(List.of(task("a", "14")), "15")).hasSize(1);
    assertThat(news("a", "13", true)).isFalse();
    assertThat(news("a", "16", true)).isTrue();
  }

  @Test
  void aListTellsWhatTheWatchDidNot() {
    assertThat(news("a", "9", false)).isTrue();
    assertThat(news("b", "9", false)).isTrue();
    assertThat(known.changes(List.of(task("b", "9"), task("c", "12")), "13"))
        .extracting(change -> change.task().getMetadata().getUid() + " " + change.gone())
        .containsExactly("a true", "c false");
    assertThat(known.changes(List.of(task("b", "9"), task("c", "12")), "13")).isEmpty();
  }
}
