package dev.glovebox.core.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.sweep.LabelledObject.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SweepTest {
  private static final String UID = "0a1b2c3d-1111-2222-3333-444455556666";
  private static final String OTHER_UID = "0a1b2c3e-1111-2222-3333-444455556666";
  private static final String NAME = "gbx-fix-0a1b2c3d";
  private static final String HASH = "0123456789abcdef".repeat(4);
  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration GRACE = Duration.ofMinutes(10);
  private static final Instant OVER = SEEN.plus(GRACE);

  private static LabelledObject object(Kind kind) {
    return new LabelledObject(kind, NAME, UID, "fix", HASH);
  }

  private static Sweep.Verdict judge(LabelledObject object, Instant now, Set<Kind> left) {
    return Sweep.judge(object, new Sweep.Task.Gone(), Optional.empty(), left, SEEN, now, GRACE);
  }

  @Test
  void whatAgreesInAllIsReportedFirstAndDestroyedWhenTheGraceIsOver() {
    for (Kind kind : Kind.values()) {
      assertThat(judge(object(kind), SEEN, Set.of())).isInstanceOf(Sweep.Report.class);
      assertThat(judge(object(kind), OVER.minusMillis(1), Set.of()).why())
          .contains(UID, "2026-01-01T00:10:00Z");
      assertThat(judge(object(kind), OVER, Set.of())).isInstanceOf(Sweep.Destroy.class);
    }
  }

  @Test
  void eachKindWaitsForThoseBeforeItAndForNoOther() {
    assertThat(judge(object(Kind.POD), OVER, EnumSet.allOf(Kind.class)))
        .isInstanceOf(Sweep.Destroy.class);
    assertThat(judge(object(Kind.CLAIM), OVER, Set.of(Kind.POD)).why()).contains("no pod");
    assertThat(judge(object(Kind.CLAIM), OVER, Set.of(Kind.CLAIM, Kind.NETWORK_POLICY)))
        .isInstanceOf(Sweep.Destroy.class);
    assertThat(judge(object(Kind.NETWORK_POLICY), OVER, Set.of(Kind.CLAIM)).why())
        .contains("no claim");
    assertThat(judge(object(Kind.NETWORK_POLICY), OVER, Set.of(Kind.POD)))
        .isInstanceOf(Sweep.Report.class);
  }

  @Test
  void anErrorIsNeverTakenForATaskThatIsGone() {
    for (Sweep.Task task :
        new Sweep.Task[] {new Sweep.Task.Exists(), new Sweep.Task.Unknown("x")}) {
      assertThat(Sweep.judge(object(Kind.POD), task, Optional.empty(), Set.of(), SEEN, OVER, GRACE))
          .isInstanceOf(Sweep.Keep.class);
    }
  }

  @Test
  void aClaimThatMayBeARestoredOneIsReportedForEver() {
    var verdict =
        Sweep.judge(
            object(Kind.CLAIM),
            new Sweep.Task.Gone(),
            Optional.of("it has a data source"),
            Set.of(),
            SEEN,
            OVER.plus(Duration.ofDays(365)),
            GRACE);
    assertThat(verdict).isInstanceOf(Sweep.Report.class);
    assertThat(verdict.why()).contains("left alone", "data source");
  }

  @Test
  void aLongNameAgreesThoughTheLabelAndTheObjectCutIt() {
    String task = "a".repeat(100);
    assertThat(
            new LabelledObject(
                    Kind.POD, Names.objectName(task, UID), UID, Names.taskLabel(task), HASH)
                .disagreement())
        .isEmpty();
  }

  /** Each value is the right one, another task's, or none at all; never all three right. */
  @Provide
  Arbitrary<LabelledObject> disagreeing() {
    return Combinators.combine(
            Arbitraries.of(Kind.values()),
            Arbitraries.of(NAME, "gbx-fix-0a1b2c3e", "gbx-other-0a1b2c3d", "web", NAME + "-1"),
            Arbitraries.of(UID, OTHER_UID, "", "0a1b2c3d", UID.toUpperCase(java.util.Locale.ROOT)),
            Arbitraries.of("fix", "other", ""),
            Arbitraries.of(HASH, "", "true", HASH.substring(1), HASH + "0"))
        .as(LabelledObject::new)
        .filter(
            object ->
                !(object.name().equals(NAME)
                        && object.taskUid().equals(UID)
                        && object.task().equals("fix")
                        && object.planHash().equals(HASH))
                    && !(object.name().equals("gbx-fix-0a1b2c3e")
                        && object.taskUid().equals(OTHER_UID)
                        && object.task().equals("fix")
                        && object.planHash().equals(HASH))
                    && !(object.name().equals("gbx-other-0a1b2c3d")
                        && object.taskUid().equals(UID)
                        && object.task().equals("other")
                        && object.planHash().equals(HASH)));
  }

  @Property
  void whatDisagreesInNameLabelOrAnnotationIsNeverDestroyed(
      @ForAll("disagreeing") LabelledObject object) {
    var verdict = judge(object, OVER.plus(Duration.ofDays(1)), Set.of());
    assertThat(verdict).isInstanceOf(Sweep.Report.class);
    assertThat(verdict.why()).contains("left alone");
  }
}
