package dev.glovebox.e2e.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.soak.Traces.Entry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static final Life FLAT = life(100, 90, 50, 51, 52, 50, 49, 51, 52, 50, 51, 52);
  private static final Traces BEFORE =
      new Traces(
          new TreeSet<>(Set.of("Namespace soak", "Pod glovebox-system/glovebox-operator-1")),
          List.of(new Entry("kubelet-pod", "one", "one"), new Entry("netns", "-", "1")),
          Set.of("one"));

  @Test
  void aSoakWithNothingWrongIsGood() {
    assertThat(judged(good(), List.of(FLAT), BEFORE).complaints()).isEmpty();
    assertThat(judged(good(), List.of(FLAT), BEFORE).report()).endsWith("verdict: GOOD");
  }

  @Test
  void anObjectThatStayedIsFound() {
    var leaked = "NetworkPolicy soak/gbx-task-12345678";
    var after = with(leaked, new Entry("kubelet-pod", "one", "one"));

    assertThat(judged(good(), List.of(FLAT), after).complaints())
        .containsExactly("leaked object: " + leaked);
  }

  @Test
  void aReplacedOperatorPodIsNoLeak() {
    var after =
        with("Pod glovebox-system/glovebox-operator-2", new Entry("kubelet-pod", "one", "one"));

    assertThat(judged(good(), List.of(FLAT), after).complaints()).isEmpty();
  }

  @Test
  void aDirectoryOfAPodThatIsGoneIsFoundAndOneOfAPodThatExistsIsNot() {
    var after =
        new Traces(
            BEFORE.objects(),
            List.of(
                new Entry("kubelet-pod", "new", "new"), new Entry("kubelet-pod", "gone", "gone")),
            Set.of("new"));

    assertThat(judged(good(), List.of(FLAT), after).complaints())
        .containsExactly("leaked on the node: kubelet-pod gone of pod gone");
  }

  @Test
  void oneMoreOfWhatIsOnlyCountedIsFound() {
    var after = with("Namespace soak", new Entry("netns", "-", "1"), new Entry("netns", "-", "2"));

    assertThat(judged(good(), List.of(FLAT), after).complaints())
        .containsExactly("leaked on the node: netns 2");
  }

  @Test
  void anEmptyLockFileOfTheRuntimeIsCountedAndSpeaksAgainstNobody() {
    var judgement =
        judged(
            good(), List.of(FLAT), with("Namespace soak", new Entry("runsc-lock", "-", "a.lock")));

    assertThat(judgement.complaints()).isEmpty();
    assertThat(judgement.report()).contains("left by runsc itself: 1 empty lock files");
  }

  @Test
  void aHeapThatGrowsByElevenPercentIsNotFlatAndOneThatGrowsByNineIs() {
    assertThat(
            judged(good(), List.of(life(9, 9, 100, 100, 100, 100, 111, 111)), BEFORE).complaints())
        .singleElement()
        .asString()
        .startsWith("heap grows")
        .contains("+11.0 %");
    assertThat(
            judged(good(), List.of(life(9, 9, 100, 100, 100, 100, 109, 109)), BEFORE).complaints())
        .isEmpty();
  }

  @Test
  void aLeakInOneLifeIsNotHiddenByAnothersFlatOne() {
    assertThat(
            judged(good(), List.of(FLAT, life(1, 1, 100, 120, 140, 160, 180, 200)), BEFORE)
                .complaints())
        .hasSize(1);
  }

  @Test
  void oneOddCountIsNoTrend() {
    assertThat(judged(good(), List.of(life(9, 9, 50, 51, 50, 50, 51, 500)), BEFORE).complaints())
        .hasSize(1);
    assertThat(
            judged(good(), List.of(life(9, 9, 9, 50, 50, 50, 50, 50, 50, 50, 500, 50)), BEFORE)
                .complaints())
        .isEmpty();
  }

  @Test
  void aSoakThatWasTooShortIsNotGood() {
    assertThat(judged(List.of(), List.of(life(1, 1, 1)), BEFORE).complaints())
        .containsExactly(
            "too short: no task of kind good",
            "too short: no operator led long enough for 8 counts of its heap");
    assertThat(
            new Judgement(
                    4,
                    Set.of(),
                    List.of(),
                    Map.of(),
                    Set.of("kill"),
                    List.of(FLAT),
                    List.of(),
                    List.of(),
                    0,
                    List.of())
                .complaints())
        .containsExactly("too short: no fault kill");
  }

  @Test
  void wrongOutcomesDoubleStartsAndTasksThatStayAreWrong() {
    assertThat(ended("Failed/ExitNonZero", 1, true).wrong()).isPresent();
    assertThat(ended("Succeeded", 2, true).wrong())
        .hasValueSatisfying(said -> assertThat(said).contains("2 times"));
    assertThat(ended("Succeeded", 0, true).wrong()).isPresent();
    assertThat(ended("Succeeded", 1, false).wrong()).isPresent();
    assertThat(ended("Succeeded", -1, true).wrong()).isEmpty();
    assertThat(judged(List.of(ended("Succeeded", 2, true)), List.of(FLAT), BEFORE).complaints())
        .hasSize(1);
  }

  @Test
  void aTaskThatAPolicyEngineOvertookMayBeRefusedAndOneWithoutThatMayNot() {
    var overtaken =
        new Ended(
            "good",
            "good-1",
            "Succeeded",
            "Refused/CertificationInconclusive",
            -1,
            true,
            "node-1 lost its certificate: the policy engine of the node has started again");

    assertThat(overtaken.wrong()).isEmpty();
    assertThat(judged(List.of(overtaken), List.of(FLAT), BEFORE).complaints())
        .as("no engine was restarted")
        .singleElement()
        .asString()
        .contains("1 tasks are refused", "0 at most");
    assertThat(ended("Refused/CertificationInconclusive", -1, true).wrong()).isPresent();
  }

  private static List<Ended> good() {
    return List.of(ended("Succeeded", 1, true));
  }

  private static Ended ended(String seen, long starts, boolean destroyed) {
    return new Ended("good", "good-1", "Succeeded", seen, starts, destroyed, "status");
  }

  private static Judgement judged(List<Ended> ended, List<Life> lives, Traces after) {
    return new Judgement(
        4,
        Set.of("good"),
        ended,
        Map.of("kill", 1),
        Set.of("kill"),
        lives,
        after.leakedObjects(BEFORE),
        after.leakedEntries(BEFORE),
        after.leftByTheRuntime(BEFORE),
        List.of());
  }

  private static Traces with(String object, Entry... entries) {
    var objects = new TreeSet<>(BEFORE.objects());
    objects.add(object);
    return new Traces(objects, List.of(entries), BEFORE.pods());
  }

  private static Life life(long... counts) {
    return new Life("1", LongStream.of(counts).boxed().toList());
  }
}
