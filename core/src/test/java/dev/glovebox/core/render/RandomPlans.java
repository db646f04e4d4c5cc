package dev.glovebox.core.render;

import static dev.glovebox.core.render.PlanBuilder.amount;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.ReportableCheck;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.Toleration;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Plans of every shape that the planner may make. */
final class RandomPlans {
  private RandomPlans() {}

  static Arbitrary<Plan> any() {
    var sizes = Combinators.combine(upTo(5), upTo(4), upTo(3), upTo(30), upTo(4)).as(Shape::new);
    var texts = Arbitraries.strings().all().ofMaxLength(40);
    var names =
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars("0123456789-.")
            .ofMinLength(1)
            .ofMaxLength(200)
            .map(text -> "t" + text + "0");
    return Combinators.combine(
            sizes,
            names,
            texts.list().ofMaxSize(4),
            Arbitraries.of(WorkspaceType.class),
            Arbitraries.of(RuntimeKind.class),
            Arbitraries.longs().between(1000, 4_000_000_000L),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(1, 1 << 20))
        .as(RandomPlans::plan);
  }

  /** How many of each. */
  private record Shape(int secrets, int configMaps, int tolerations, int nodes, int egress) {}

  private static Plan plan(
      Shape shape,
      String name,
      List<String> texts,
      WorkspaceType workspace,
      RuntimeKind kind,
      long user,
      boolean flag,
      int size) {
    var plan = new PlanBuilder();
    plan.taskName = name;
    plan.command = texts;
    plan.args = texts.reversed();
    plan.env =
        IntStream.range(0, texts.size())
            .mapToObj(i -> new EnvVariable("V" + i, texts.get(i)))
            .toList();
    plan.user = user;
    plan.kind = kind;
    plan.resources = new Resources(amount(size + "m"), amount(size + "Mi"), amount(size + "k"));
    plan.workspace =
        new Workspace(workspace, amount(size + "Mi"), "/work/" + name.length(), "standard");
    plan.secrets =
        many(shape.secrets, i -> new SecretFile("s" + i % 3, "key" + i, "/run/secrets/f" + i));
    plan.configMaps = many(shape.configMaps, i -> new ConfigMapMount("c" + i, "/context/" + i));
    plan.tolerations =
        many(
            shape.tolerations,
            i ->
                new Toleration(
                    flag ? "k" + i : null, "Exists", null, flag ? null : "NoExecute", null));
    plan.nodes = many(shape.nodes + 1, i -> PlanBuilder.node("node-" + i));
    plan.egress =
        many(
            shape.egress,
            i ->
                new Egress(
                    "203.0." + i + ".0/24",
                    flag ? List.of("203.0." + i + ".8/32") : List.of(),
                    List.of(new Egress.Port("TCP", flag ? null : 443))));
    plan.risks = flag ? List.of(Risk.WritableRoot) : List.of();
    plan.reportOnly = flag ? List.of(ReportableCheck.NodeReachable) : List.of();
    // A policy's labels can never take the place of Glovebox's own.
    plan.podLabels = Map.of("glovebox.dev/task-uid", "other", "team", "blue");
    plan.runtimeClass =
        new Facts.RuntimeClassFacts(
            "class",
            "uid",
            "handler",
            flag ? Map.of("memory", "1Mi") : Map.of(),
            Map.of(),
            List.of());
    return plan.build();
  }

  private static <T> List<T> many(int count, java.util.function.IntFunction<T> one) {
    return IntStream.range(0, count).mapToObj(one).toList();
  }

  private static Arbitrary<Integer> upTo(int most) {
    return Arbitraries.integers().between(0, most);
  }
}
