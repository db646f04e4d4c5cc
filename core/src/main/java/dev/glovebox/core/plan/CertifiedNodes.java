package dev.glovebox.core.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which of the nodes that could run a task hold a valid certificate, and why none does. */
final class CertifiedNodes {

  /**
   * So many nodes on which policies have no effect, and not one on which they have, are a cluster
   * that does not enforce: the rest need not be tried before tasks are refused.
   */
  private static final int ENOUGH = 3;

  /** Most nodes that a message describes. */
  private static final int DESCRIBED = 3;

  /** What came of it. */
  sealed interface Result {}

  /** These hold one, and at least one canary is known to answer on all of them. Not empty. */
  record Some(List<Facts.NodeFacts> nodes) implements Result {}

  /** None does. */
  record None(Lack lack, String why) implements Result {}

  /** Why there is none, from final to passing. */
  enum Lack {
    REFUTED,
    NOT_ENFORCED,
    INCONCLUSIVE,
    PENDING
  }

  private record Stand(Facts.NodeFacts node, Certification.Standing standing) {
    boolean refutedBecause(String reason) {
      return standing instanceof Certification.Refuted refuted
          && refuted.certificate().reason().equals(reason);
    }

    String described() {
      return switch (standing) {
        case Certification.Valid valid -> node.name() + ": certified";
        case Certification.Refuted refuted ->
            "%s: %s, %s"
                .formatted(
                    node.name(), refuted.certificate().reason(), refuted.certificate().message());
        case Certification.Missing missing -> "%s: %s".formatted(node.name(), missing.why());
      };
    }
  }

  private CertifiedNodes() {}

  /**
   * Picks.
   *
   * @param usable nodes that are ready and have the handler; not empty
   */
  static Result among(
      List<Facts.NodeFacts> usable, Facts.RuntimeClassFacts runtimeClass, Facts facts) {
    if (facts.canaries().isEmpty()) {
      return new None(
          Lack.INCONCLUSIVE,
          "no canary answers the operator, so a sandbox that reaches none proves nothing;"
              + " check the canary's pods");
    }
    List<Stand> stands =
        usable.stream()
            .map(node -> new Stand(node, Certification.of(node, runtimeClass, facts)))
            .toList();
    List<Facts.NodeFacts> certified = withOneCanary(stands, facts);
    return certified.isEmpty() ? none(stands) : new Some(certified);
  }

  /** Nodes that share a canary: the one that most of them know, so that all can be told of it. */
  private static List<Facts.NodeFacts> withOneCanary(List<Stand> stands, Facts facts) {
    Optional<List<Facts.NodeFacts>> most =
        facts.canaries().stream()
            .map(
                canary ->
                    stands.stream()
                        .filter(
                            stand ->
                                stand.standing() instanceof Certification.Valid valid
                                    && Certification.answered(canary, valid.certificate()))
                        .map(Stand::node)
                        .toList())
            // The first of several that are known equally well: the plan must not waver.
            .max(Comparator.comparingInt(List::size));
    return most.orElse(List.of());
  }

  private static None none(List<Stand> stands) {
    List<Stand> open =
        stands.stream().filter(s -> s.refutedBecause(Certification.NOT_ENFORCED)).toList();
    List<Stand> pending =
        stands.stream().filter(s -> s.standing() instanceof Certification.Missing).toList();
    if (!open.isEmpty() && (pending.isEmpty() || open.size() >= ENOUGH)) {
      return new None(
          Lack.NOT_ENFORCED, "NetworkPolicies have no effect here: %s".formatted(described(open)));
    }
    if (!pending.isEmpty()) {
      return new None(
          Lack.PENDING,
          "no node holds a valid certificate yet; they are being certified (%s)"
              .formatted(described(pending)));
    }
    List<Stand> inconclusive =
        stands.stream().filter(s -> s.refutedBecause(Certification.INCONCLUSIVE)).toList();
    return inconclusive.isEmpty()
        ? new None(
            Lack.REFUTED,
            "no node holds a valid certificate (kubectl get ncert): %s"
                .formatted(described(stands)))
        : new None(
            Lack.INCONCLUSIVE,
            "the nodes could not be certified: %s".formatted(described(inconclusive)));
  }

  private static String described(List<Stand> stands) {
    List<String> words = new ArrayList<>();
    stands.stream().limit(DESCRIBED).map(Stand::described).forEach(words::add);
    if (stands.size() > DESCRIBED) {
      words.add("and %d more nodes".formatted(stands.size() - DESCRIBED));
    }
    return String.join("; ", words);
  }
}
