package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches of the kinds of policy that the server serves now. A kind that is installed later is
 * watched within 30 s; until then nothing is released either, or it is listed before each release.
 */
final class OtherPolicyInformers implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OtherPolicyInformers.class);

  /** While something is not known nothing is released: that must not outlast its cause. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final KubernetesClient client;
  private final PolicyDiscovery discovery;
  private final Openings openings;
  private final WatchContinuity continuity;
  private final Function<PolicyDiscovery.Served, ResourceEventHandler<GenericKubernetesResource>>
      handler;
  private final Map<PolicyDiscovery.Served, Watch> watches = new ConcurrentHashMap<>();
  private volatile String unknown = "other kinds of network policy have not been looked for yet";

  private static final class Watch {
    private SharedIndexInformer<GenericKubernetesResource> informer;
    private OpeningStore<GenericKubernetesResource> store;
    private volatile String failure = "not complete yet";
  }

  OtherPolicyInformers(
      KubernetesClient client,
      PolicyDiscovery discovery,
      Openings openings,
      WatchContinuity continuity,
      Function<PolicyDiscovery.Served, ResourceEventHandler<GenericKubernetesResource>> handler) {
    this.client = client;
    this.discovery = discovery;
    this.openings = openings;
    this.continuity = continuity;
    this.handler = handler;
  }

  /** Looks again for ever; ends with the process or an interrupt. */
  @Override
  public void run() {
    try {
      while (true) {
        refresh();
        Thread.sleep(unknown.isEmpty() ? PolicyDiscovery.VALID : SOON);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts the watches of kinds that are new, and stops those of kinds that are gone. */
  void refresh() {
    Lookup<List<PolicyDiscovery.Served>> kinds = discovery.kinds();
    if (!(kinds instanceof Lookup.Found<List<PolicyDiscovery.Served>> found)) {
      // What is watched goes on being watched.
      tell(kinds instanceof Lookup.Unreadable<?> no ? no.message() : "never: absent");
      return;
    }
    Set<PolicyDiscovery.Served> gone = new HashSet<>(watches.keySet());
    found.value().forEach(gone::remove);
    gone.forEach(this::stop);
    found.value().forEach(kind -> watches.computeIfAbsent(kind, this::start));
    tell("");
  }

  /** What is not known, for people; empty when all is. */
  Optional<String> notKnown() {
    List<String> problems = new ArrayList<>();
    if (!unknown.isEmpty()) {
      problems.add(unknown);
    }
    watches.forEach(
        (kind, watch) -> {
          if (!watch.informer.hasSynced() || !watch.informer.isWatching()) {
            problems.add(kind.kind().fullName() + " cannot be watched: " + watch.failure);
          }
        });
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }

  @Override
  public void close() {
    watches.keySet().forEach(this::stop);
  }

  private Watch start(PolicyDiscovery.Served kind) {
    LOG.atInfo().addKeyValue("kind", kind.kind().fullName()).log("Another policy kind is judged");
    var watch = new Watch();
    watch.store =
        new OpeningStore<>(
            kind.kind().fullName(),
            policy -> OtherPolicyReads.opening(kind.kind(), policy),
            OtherPolicyInformers::identity,
            openings);
    var all = OtherPolicyReads.of(client, kind);
    watch.informer =
        (kind.kind().namespaced() ? all.inAnyNamespace() : all)
            .runnableInformer(0)
            .itemStore(watch.store)
            .exceptionHandler(
                (started, failure) -> {
                  watch.failure = String.valueOf(failure.getMessage());
                  return true;
                });
    watch.informer.addEventHandler(handler.apply(kind));
    continuity.watch(kind.kind().fullName(), watch.informer);
    watch.informer.start();
    return watch;
  }

  private void stop(PolicyDiscovery.Served kind) {
    Watch watch = watches.remove(kind);
    if (watch != null) {
      continuity.forget(kind.kind().fullName());
      watch.informer.stop();
      watch.store.clear();
    }
  }

  private void tell(String now) {
    if (!now.equals(unknown) && !now.isEmpty()) {
      LOG.atWarn().log("Nothing is released: {}", now);
    }
    unknown = now;
  }

  private static GenericKubernetesResource identity(GenericKubernetesResource policy) {
    var kept = new GenericKubernetesResource();
    kept.setApiVersion(policy.getApiVersion());
    kept.setKind(policy.getKind());
    kept.setMetadata(Stripped.identity(policy));
    return kept;
  }
}
