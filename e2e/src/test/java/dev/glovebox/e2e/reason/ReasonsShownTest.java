package dev.glovebox.e2e.reason;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Every reason happens in an end-to-end test; a reason that none shows fails the build. */
class ReasonsShownTest {

  @Test
  void everyReasonIsShownByAnEndToEndTest() {
    EnumSet<Reason> shown =
        shows().stream()
            .flatMap(method -> Arrays.stream(method.getAnnotation(Shows.class).value()))
            .collect(toCollection(() -> EnumSet.noneOf(Reason.class)));

    assertThat(EnumSet.complementOf(shown))
        .as("reasons without a test that carries @Shows")
        .isEmpty();
  }

  @Test
  void whatShowsAReasonIsAnEnabledTestThatTheEndToEndRunFinds() {
    assertThat(shows())
        .isNotEmpty()
        .allSatisfy(
            method -> {
              Class<?> type = method.getDeclaringClass();
              assertThat(type.getSimpleName()).as("%s", method).endsWith("IT");
              // @Test, or another annotation by which JUnit knows a test: parameterized, repeated.
              assertThat(AnnotationSupport.isAnnotated(method, Testable.class))
                  .as("%s is a test", method)
                  .isTrue();
              assertThat(AnnotationSupport.isAnnotated(method, Disabled.class))
                  .as("%s is disabled", method)
                  .isFalse();
              assertThat(AnnotationSupport.isAnnotated(type, Disabled.class))
                  .as("%s is disabled", type)
                  .isFalse();
            });
  }

  /** Of all classes, so that one that the end-to-end run would not find is seen too. */
  private static List<Method> shows() {
    return ReflectionSupport.findAllClassesInPackage("dev.glovebox.e2e", type -> true, name -> true)
        .stream()
        .flatMap(
            type ->
                AnnotationSupport.findAnnotatedMethods(
                    type, Shows.class, HierarchyTraversalMode.TOP_DOWN)
                    .stream())
        .distinct()
        .toList();
  }
}
