package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.PolicyUnion;
import dev.glovebox.core.verify.policies.Opening;
import dev.glovebox.core.verify.policies.PodIdentity;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * {@link PolicyWatch} over the shared informers.
 *
 * <p>Of a NetworkPolicy of others is kept who it is, and its opening if it has one: 750 bytes where
 * it allows nothing, 1,250 where it does (measured with 20,000); of one with a task's label also
 * the spec: 1,650 to 2,700 bytes.
 */
public final class InformedPolicies implements PolicyWatch, AutoCloseable {
  private final Informers informers;
  private final OtherPolicyInformers others;
  private final List<Consumer<Change>> consumers = new CopyOnWriteArrayList<>();

  /**
   * @param informers not started yet
   */
  public InformedPolicies(KubernetesClient client, Informers informers, PolicyDiscovery discovery) {
    this.informers = informers;
    others =
        new OtherPolicyInformers(
            client,
            discovery,
            informers.openings,
            informers.continuity,
            served -> tellingOf(policy -> OtherPolicyReads.opening(served.kind(), policy)));
    informers.networkPolicies.addEventHandler(tellingOf(PolicyUnion::opening));
    informers.namespaces.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(Namespace namespace) {
            // Its tasks come after it.
          }

          @Override
          public void onUpdate(Namespace before, Namespace after) {
            if (!Objects.equals(
                before.getMetadata().getLabels(), after.getMetadata().getLabels())) {
              tell(new Change(after.getMetadata().getName(), null));
            }
          }

          @Override
          public void onDelete(Namespace namespace, boolean finalStateUnknown) {
            // Its tasks are deleted before it.
          }
        });
  }

  /**
   * Looks for other kinds of policy, and goes on doing so on a thread of its own, which ends with
   * the process.
   */
  public void start() {
    Thread.ofVirtual().name("policy-kinds").start(others);
  }

  @Override
  public void close() {
    others.close();
  }

  @Override
  public Optional<String> widening(
      String namespace, Map<String, String> podLabels, String oursName, String oursUid) {
    String taskUid = podLabels.getOrDefault(Names.TASK_UID_LABEL, "");
    var pod = pod(namespace, podLabels);
    return PolicyUnion.widening(pod, informers.openings.of(namespace, taskUid), oursName, oursUid)
        .map(Opening::message);
  }

  @Override
  public Optional<String> widened(
      String namespace,
      Map<String, String> podLabels,
      String oursName,
      String oursUid,
      Instant since) {
    String taskUid = podLabels.getOrDefault(Names.TASK_UID_LABEL, "");
    return PolicyUnion.widening(
            pod(namespace, podLabels),
            informers.openings.past(namespace, taskUid, since),
            oursName,
            oursUid)
        .map(opening -> "for a moment, " + opening.message());
  }

  /** The pod with its namespace's labels as they are known here. */
  PodIdentity pod(String namespace, Map<String, String> podLabels) {
    return new PodIdentity(namespace, namespaceLabels(namespace), podLabels);
  }

  @Override
  public Optional<String> notKnown() {
    return others.notKnown();
  }

  @Override
  public Optional<NetworkPolicy> labelled(String namespace, String name) {
    return Optional.ofNullable(
            informers
                .networkPolicies
                .getIndexer()
                .getByKey(Cache.namespaceKeyFunc(namespace, name)))
        .filter(policy -> taskUid(policy) != null);
  }

  /** NetworkPolicies of all namespaces that carry the label of a task's objects, in no order. */
  public List<NetworkPolicy> labelled() {
    return informers.networkPolicies.getIndexer().list().stream()
        .filter(policy -> taskUid(policy) != null)
        .toList();
  }

  @Override
  public void onChange(Consumer<Change> consumer) {
    consumers.add(consumer);
  }

  /** Null when the namespace is not known. */
  private Map<String, String> namespaceLabels(String name) {
    Namespace namespace = informers.namespaces.getIndexer().getByKey(name);
    if (namespace == null) {
      return null;
    }
    var labels = namespace.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /** Tells of policies that allow something now, and of all that carry a task's label. */
  private <T extends HasMetadata> ResourceEventHandler<T> tellingOf(
      Function<T, Optional<Opening>> opening) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T policy) {
        tellOf(policy);
      }

      @Override
      public void onUpdate(T before, T after) {
        tellOf(after);
        tellOfLabelled(before);
      }

      @Override
      public void onDelete(T policy, boolean finalStateUnknown) {
        tellOfLabelled(policy);
      }

      private void tellOf(T policy) {
        tellOfLabelled(policy);
        opening
            .apply(policy)
            .map(o -> new Change(o.namespace(), o.exactLabels().get(Names.TASK_UID_LABEL)))
            .ifPresent(InformedPolicies.this::tell);
      }

      private void tellOfLabelled(T policy) {
        if (taskUid(policy) != null) {
          tell(new Change(policy.getMetadata().getNamespace(), taskUid(policy)));
        }
      }
    };
  }

  private void tell(Change change) {
    consumers.forEach(consumer -> consumer.accept(change));
  }

  private static String taskUid(HasMetadata policy) {
    var labels = policy.getMetadata().getLabels();
    return labels == null ? null : labels.get(Names.TASK_UID_LABEL);
  }
}
