package dev.glovebox.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The operator dies before, and right after, each single write of a task's life. Which writes there
 * are is what an undisturbed task's were. It is started again and finishes the task: with the same
 * status, the same objects, one start of its process, and nothing left in the end.
 */
@OnCluster
@Tag("local-node")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CrashPointsIT {
  private static Deaths deaths;

  @BeforeAll
  static void open(Cluster cluster) {
    deaths = new Deaths(cluster);
    deaths.begin();
  }

  @AfterAll
  static void close() {
    if (deaths != null) {
      deaths.close();
    }
  }

  @Test
  @Order(1)
  void theWritesOfAnUndisturbedTaskAreThoseOfTheDesign() {
    assertThat(deaths.toEnd()).isEqualTo(TaskWrites.UNTIL_ENDED);
    assertThat(deaths.toDestroy()).isEqualTo(TaskWrites.TO_DESTROY);
  }

  @TestFactory
  @Order(2)
  Stream<DynamicTest> aTaskWhoseOperatorDiesAndIsStartedAgainEndsAsIfNothingHadBeen() {
    return each(deaths.toEnd(), deaths::untilEnded);
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> aTaskWhoseOperatorDiesAndIsStartedAgainIsDestroyed() {
    return each(deaths.toDestroy(), deaths::toDestroy);
  }

  @Test
  @Order(4)
  void everyObjectWasMadeOnceEveryPodReleasedOnceAndAllAreDestroyed() {
    deaths.destroyTheRest();
    deaths.assertEachWasMadeOnce();
  }

  private static Stream<DynamicTest> each(List<String> writes, Consumer<Point> test) {
    return Stream.of(Point.Side.values())
        .flatMap(side -> Point.each(side, writes).stream())
        .map(point -> DynamicTest.dynamicTest(point.toString(), () -> test.accept(point)));
  }
}
