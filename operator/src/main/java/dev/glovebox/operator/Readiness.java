package dev.glovebox.operator;

import dev.glovebox.operator.facts.AdmissionPoliciesBound;
import dev.glovebox.operator.facts.Informers;
import dev.glovebox.operator.facts.Interruptions;
import dev.glovebox.operator.observe.Health;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.Operator;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Whether the operator can do what it is there for. Asks nobody: it tells what is known. */
final class Readiness {

  /** A server that is restarted is back by then; until then the kubelet asks three times. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Informers informers;
  private final AdmissionPoliciesBound admissionPolicies;
  private final Supplier<Operator> controllers;
  private final Interruptions interruptions;
  private final Health health;

  /**
   * Readiness.
   *
   * @param leader why it is not known who leads; empty when it is
   * @param work why the controllers do not work although they should; empty when they do
   * @param controllers null before they are made
   */
  Readiness(
      Informers informers,
      AdmissionPoliciesBound admissionPolicies,
      Supplier<Optional<String>> leader,
      Supplier<Optional<String>> work,
      Supplier<Operator> controllers,
      Clock clock) {
    this.informers = informers;
    this.admissionPolicies = admissionPolicies;
    this.controllers = controllers;
    this.interruptions = new Interruptions(() -> interrupted().keySet(), clock);
    this.health =
        new Health("ready")
            .check("watches", this::watches)
            .check("leader", leader)
            .check("controllers", work)
            .check("admission policies", this::admissionPolicies);
  }

  /** For /readyz. */
  Health health() {
    return health;
  }

  private Optional<String> watches() {
    Optional<String> incomplete = informers.notSynced().map(kinds -> "not complete: " + kinds);
    if (incomplete.isPresent()) {
      return incomplete;
    }
    Set<String> lasting = interruptions.lasting(PATIENCE);
    return lasting.isEmpty()
        ? Optional.empty()
        : Optional.of("interrupted, so what is known may be old: " + String.join(", ", lasting));
  }

  /** All watches, by name, of which the server does not tell changes at this moment. */
  Map<String, Class<? extends HasMetadata>> interrupted() {
    Map<String, Class<? extends HasMetadata>> kinds = new HashMap<>(informers.interrupted());
    Operator operator = controllers.get();
    if (operator != null && operator.getRuntimeInfo().isStarted()) {
      kinds.putAll(ControllerWatches.interrupted(operator));
    }
    return kinds;
  }

  /** Before the watches are complete "does not exist" would be a guess. */
  Optional<String> admissionPolicies() {
    return informers.notSynced().isPresent()
        ? Optional.of("not known yet")
        : admissionPolicies.refusesBecause();
  }
}
