package dev.glovebox.e2e.attack;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** The list of attacks is whole, and each is tried by exactly one test. */
class RowsTest {
  /** Attacks on what Glovebox does not have yet: sessions, collecting, gateway, pipeline. */
  private static final Set<Integer> LATER =
      Set.of(8, 11, 12, 13, 14, 15, 20, 21, 44, 45, 46, 47, 48, 49);

  @Test
  void theListHasEveryNumber() {
    Stream<String> a =
        IntStream.rangeClosed(1, 50).filter(n -> !LATER.contains(n)).mapToObj(n -> "A" + n);
    Stream<String> b = IntStream.rangeClosed(1, 21).mapToObj(n -> "B" + n);
    assertThat(Row.values())
        .extracting(Row::name)
        .containsExactlyElementsOf(Stream.concat(a, b).toList());
  }

  @Test
  void eachIsTriedByOneTest() {
    Map<Row, List<Method>> tests =
        ReflectionSupport.findAllClassesInPackage(
                "dev.glovebox.e2e.attack", type -> true, name -> name.endsWith("IT"))
            .stream()
            .flatMap(
                type ->
                    AnnotationSupport.findAnnotatedMethods(
                        type, Attack.class, HierarchyTraversalMode.TOP_DOWN)
                        .stream())
            .collect(groupingBy(method -> method.getAnnotation(Attack.class).value()));
    assertThat(tests.keySet()).containsExactlyInAnyOrder(Row.values());
    assertThat(tests.values())
        .isNotEmpty()
        .allMatch(methods -> methods.size() == 1, "one test each");
  }
}
