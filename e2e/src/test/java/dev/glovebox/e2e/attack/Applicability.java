package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Cluster;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which attacks a cluster that is not the local one cannot show, and why. A fixed list: a row that
 * is not on it and could not be tried is INCONCLUSIVE.
 */
final class Applicability {
  private static final Map<Row, String> NOT_ELSEWHERE = new EnumMap<>(Row.class);

  static {
    NOT_ELSEWHERE.put(Row.A5, "needs an API server that reaches a webhook on this machine");
    NOT_ELSEWHERE.put(Row.A16, "needs a listener at the metadata addresses, or a cloud's own");
    NOT_ELSEWHERE.put(Row.A25, "needs a node on which nothing enforces policies");
    NOT_ELSEWHERE.put(Row.A30, "needs an image with a setuid program in the node's store");
    NOT_ELSEWHERE.put(Row.B1, "needs a policy engine that can be held up from the node");
    NOT_ELSEWHERE.put(Row.B11, "needs to kill the operator's process on the node");
    NOT_ELSEWHERE.put(Row.B15, "needs a listener outside the cluster that counts packets");
    NOT_ELSEWHERE.put(Row.B16, "needs to change the node's pool of pod addresses");
    NOT_ELSEWHERE.put(Row.B20, "needs a policy engine that can be held up from the node");
    NOT_ELSEWHERE.put(Row.B21, "needs a directory on the node");
  }

  private Applicability() {}

  /** The verdict on a row that did not run. */
  static Verdict ofUnseen(Row row) {
    boolean local = System.getProperty("glovebox.cluster", "local").equals("local");
    return !local && NOT_ELSEWHERE.containsKey(row)
        ? new Verdict.NotApplicable(NOT_ELSEWHERE.get(row))
        : new Verdict.Inconclusive(List.of("it did not run"));
  }

  /** Why the row cannot be shown on this cluster; empty = it can, or it must not be left out. */
  static Optional<String> missing(Row row, Cluster cluster) {
    return cluster.node().isPresent()
        ? Optional.empty()
        : Optional.ofNullable(NOT_ELSEWHERE.get(row));
  }
}
