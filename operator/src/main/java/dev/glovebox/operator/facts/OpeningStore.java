package dev.glovebox.operator.facts;

import dev.glovebox.core.verify.policies.Opening;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * How the informer of a policy kind keeps policies: what they allow goes to {@link Openings} in the
 * moment that the informer learns it, before any handler runs; of the object is kept what the
 * informer needs, and what {@code kept} leaves.
 */
final class OpeningStore<T extends HasMetadata> extends BasicItemStore<T> {
  private final String kind;
  private final Function<T, Optional<Opening>> opening;
  private final UnaryOperator<T> kept;
  private final Openings openings;

  /**
   * @param kind a name that is unique among the kinds in {@code openings}
   */
  OpeningStore(
      String kind,
      Function<T, Optional<Opening>> opening,
      UnaryOperator<T> kept,
      Openings openings) {
    super(Cache::metaNamespaceKeyFunc);
    this.kind = kind;
    this.opening = opening;
    this.kept = kept;
    this.openings = openings;
  }

  @Override
  public T put(String key, T policy) {
    openings.put(of(key), opening.apply(policy).orElse(null));
    return super.put(key, kept.apply(policy));
  }

  @Override
  public T remove(String key) {
    openings.put(of(key), null);
    return super.remove(key);
  }

  /** Forgets everything: the kind is not served any more. */
  void clear() {
    try (Stream<String> keys = keySet()) {
      keys.toList().forEach(this::remove);
    }
  }

  /** As the other stores of informers here: what is handed out later is not the whole object. */
  @Override
  public boolean isFullState() {
    return false;
  }

  private String of(String key) {
    return kind + " " + key;
  }
}
