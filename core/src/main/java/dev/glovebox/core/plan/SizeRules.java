package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.SpecRules.orEmpty;

import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How much text a spec may hold. The CRD bounds each value and not their sum: a task near etcd's
 * limit for a request (1.5 MiB) would be accepted, and its status, which is written along with the
 * spec, never after; a pod of it could not be made either.
 */
final class SizeRules {

  /** Bytes of UTF-8. As much as Linux takes in one argument (MAX_ARG_STRLEN, execve(2)). */
  private static final long MOST = 128 * 1024;

  private SizeRules() {}

  /** What is wrong; values never appear in the message. */
  static List<String> problems(SandboxTaskSpec spec) {
    Stream<String> env =
        orEmpty(spec.env()).stream()
            .filter(Objects::nonNull)
            .flatMap(
                (EnvVariable variable) -> Stream.of(text(variable.name()), text(variable.value())));
    Stream<String> lines =
        Stream.concat(orEmpty(spec.command()).stream(), orEmpty(spec.args()).stream())
            .map(SizeRules::text);
    long bytes =
        Stream.concat(lines, env).mapToLong(t -> t.getBytes(StandardCharsets.UTF_8).length).sum();
    return bytes <= MOST
        ? List.of()
        : List.of(
            "spec.command, spec.args and spec.env: together %d bytes of text, which is more than %d; put what is large into a ConfigMap or the image"
                .formatted(bytes, MOST));
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }
}
