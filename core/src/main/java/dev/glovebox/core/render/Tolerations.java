package dev.glovebox.core.render;

import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The tolerations that the API server's admission would leave on a pod, so that the pod has them
 * from the start and any other one is a change by somebody else.
 *
 * <p>The rules are those of kube-apiserver 1.34: plugin DefaultTolerationSeconds, then RuntimeClass
 * ({@code pkg/util/tolerations}).
 */
final class Tolerations {
  /** Defaults of {@code --default-not-ready-toleration-seconds} and its twin. */
  private static final long DEFAULT_SECONDS = 300;

  private static final List<String> DEFAULT_KEYS =
      List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

  private Tolerations() {}

  static List<Toleration> admitted(List<Toleration> pods, List<Toleration> runtimeClass) {
    var all = new ArrayList<>(pods);
    for (var key : DEFAULT_KEYS) {
      if (pods.stream().noneMatch(t -> toleratesEviction(t, key))) {
        all.add(
            new TolerationBuilder()
                .withKey(key)
                .withOperator("Exists")
                .withEffect("NoExecute")
                .withTolerationSeconds(DEFAULT_SECONDS)
                .build());
      }
    }
    all.addAll(runtimeClass);
    return withoutRedundant(all);
  }

  private static boolean toleratesEviction(Toleration t, String key) {
    return (text(t.getKey()).isEmpty() || text(t.getKey()).equals(key))
        && (text(t.getEffect()).isEmpty() || text(t.getEffect()).equals("NoExecute"));
  }

  private static List<Toleration> withoutRedundant(List<Toleration> all) {
    var kept = new ArrayList<Toleration>();
    for (int i = 0; i < all.size(); i++) {
      var one = all.get(i);
      var later = all.subList(i + 1, all.size());
      if (kept.stream().noneMatch(other -> covers(other, one))
          && later.stream().noneMatch(other -> !other.equals(one) && covers(other, one))) {
        kept.add(one);
      }
    }
    return kept;
  }

  /** Whether {@code wide} tolerates everything that {@code narrow} does. */
  private static boolean covers(Toleration wide, Toleration narrow) {
    if (wide.equals(narrow)) {
      return true;
    }
    boolean anyKey = text(wide.getKey()).isEmpty() && "Exists".equals(wide.getOperator());
    if (!Objects.equals(text(wide.getKey()), text(narrow.getKey())) && !anyKey) {
      return false;
    }
    if (!text(wide.getEffect()).isEmpty()
        && !text(wide.getEffect()).equals(text(narrow.getEffect()))) {
      return false;
    }
    if (text(wide.getEffect()).equals("NoExecute")
        && wide.getTolerationSeconds() != null
        && (narrow.getTolerationSeconds() == null
            || narrow.getTolerationSeconds() > wide.getTolerationSeconds())) {
      return false;
    }
    return "Exists".equals(wide.getOperator())
        || ("Equal".equals(narrow.getOperator())
            && text(wide.getValue()).equals(text(narrow.getValue())));
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }
}
