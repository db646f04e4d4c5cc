package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds watches that do not come back although the API server lists what they are of: only a new
 * process begins them anew. A server that is away, or refuses the list too, is no such case: a new
 * process would be no better off.
 */
public final class HungWatches implements Runnable {

  /**
   * A client that has long failed pauses for up to 32 s before its next try (fabric8's back-off
   * from 1 s on), and waits up to 10 s for the answer: two of these may fail.
   */
  static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Duration EVERY = Duration.ofSeconds(5);

  private final Interruptions hung;
  private final Consumer<String> giveUp;

  /**
   * Does nothing until it is run, on a thread of its own.
   *
   * @param interrupted the watches that are interrupted at this moment and what they are of
   * @param giveUp told why, to end the process
   */
  public HungWatches(
      KubernetesClient client,
      Supplier<Map<String, Class<? extends HasMetadata>>> interrupted,
      InstantSource clock,
      Consumer<String> giveUp) {
    this(interrupted, kind -> isListed(client, kind), clock, giveUp);
  }

  /**
   * For tests.
   *
   * @param listed whether the server lists objects of a kind
   */
  HungWatches(
      Supplier<Map<String, Class<? extends HasMetadata>>> interrupted,
      Predicate<Class<? extends HasMetadata>> listed,
      InstantSource clock,
      Consumer<String> giveUp) {
    hung = new Interruptions(() -> interruptedAndListed(interrupted.get(), listed), clock);
    this.giveUp = giveUp;
  }

  /** Looks every 5 s, until the process ends. */
  @Override
  public void run() {
    try {
      while (true) {
        look();
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks once at every watch. */
  void look() {
    SortedSet<String> names = hung.lasting(PATIENCE);
    if (!names.isEmpty()) {
      giveUp.accept(
          "for %d s these watches did not come back although the API server lists what they are of: %s"
              .formatted(PATIENCE.toSeconds(), String.join(", ", names)));
    }
  }

  private static Set<String> interruptedAndListed(
      Map<String, Class<? extends HasMetadata>> interrupted,
      Predicate<Class<? extends HasMetadata>> listed) {
    Set<String> names = new HashSet<>();
    interrupted.forEach(
        (name, kind) -> {
          if (listed.test(kind)) {
            names.add(name);
          }
        });
    return names;
  }

  /** One object, and the latest: the server asks its database. Tried again, as each read. */
  private static boolean isListed(KubernetesClient client, Class<? extends HasMetadata> kind) {
    return Reads.one(
            "one of " + HasMetadata.getPlural(kind),
            () ->
                client
                    .resources(kind)
                    .inAnyNamespace()
                    .list(new ListOptionsBuilder().withLimit(1L).build()),
            list -> list)
        instanceof Lookup.Found<?>;
  }
}
