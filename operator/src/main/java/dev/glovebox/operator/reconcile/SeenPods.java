package dev.glovebox.operator.reconcile;

import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.render.ObjectJson;
import dev.glovebox.core.verify.HeldPod;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the informer keeps pods: stripped, and before that compared with what each was at its
 * release.
 */
final class SeenPods extends TransformingItemStore<Pod> {

  /**
   * A comparison, and of what. The server counts the changes of a spec; where it does not (before
   * Kubernetes 1.33), every report of the kubelet is compared anew, about 0.3 ms each.
   */
  private record Compared(
      String uid,
      Long generation,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<String> changes) {
    boolean holdsFor(ObjectMeta now) {
      return generation != null
          && generation.equals(now.getGeneration())
          && uid.equals(now.getUid())
          && Objects.equals(labels, now.getLabels())
          && Objects.equals(annotations, now.getAnnotations());
    }
  }

  /** A stripped pod is about 2 KB; more than the pods that go before somebody looks at them. */
  private static final int REMEMBERED = 1_000;

  /** Pods that ended and are gone, by UID. */
  private final RecentUids<Pod> gone = new RecentUids<>(REMEMBERED);

  private final Map<String, Compared> compared = new ConcurrentHashMap<>();

  SeenPods() {
    super(Stripped::pod);
  }

  @Override
  public Pod put(String key, Pod pod) {
    if (pod.getSpec().getSchedulingGates().isEmpty()) {
      compared.compute(key, (k, before) -> compare(before, pod));
    } else {
      compared.remove(key);
    }
    return super.put(key, pod);
  }

  @Override
  public Pod remove(String key) {
    compared.remove(key);
    Pod last = super.remove(key);
    if (last != null && PodProgress.of(last) instanceof PodProgress.Ended) {
      gone.add(last.getMetadata().getUid(), last);
    }
    return last;
  }

  /** A pod that is gone, as it ended; empty when nobody saw it end. */
  Optional<Pod> gone(String uid) {
    return gone.of(uid);
  }

  /** Fields in which a pod is not what was released; empty for one that is held. */
  List<String> changes(Pod pod) {
    Compared known = compared.get(getKey(pod));
    return known == null ? List.of() : known.changes();
  }

  private static Compared compare(Compared before, Pod pod) {
    ObjectMeta now = pod.getMetadata();
    return before != null && before.holdsFor(now)
        ? before
        : new Compared(
            now.getUid(),
            now.getGeneration(),
            now.getLabels(),
            now.getAnnotations(),
            HeldPod.changes(ObjectJson.of(pod)));
  }
}
