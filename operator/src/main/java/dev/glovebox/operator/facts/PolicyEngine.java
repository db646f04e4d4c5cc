package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** The pods that enforce NetworkPolicies, one on each node: when they last started. */
public final class PolicyEngine {

  /**
   * Which pods these are.
   *
   * @param selector a label selector; empty = nobody has said
   */
  public record Pods(String namespace, String selector) {}

  private final AtomicReference<SharedIndexInformer<Pod>> pods = new AtomicReference<>();
  private final Memo<Map<String, Instant>> starts = new Memo<>(this::read);

  PolicyEngine() {}

  void readFrom(SharedIndexInformer<Pod> informer) {
    pods.set(informer);
    informer.addEventHandler(new OnChange<>(starts::invalidate));
  }

  /** By the node's name, the latest start of a container of the engine there. */
  Map<String, Instant> starts() {
    return starts.get();
  }

  private Map<String, Instant> read() {
    SharedIndexInformer<Pod> informer = pods.get();
    return starts(informer == null ? List.of() : informer.getIndexer().list());
  }

  /** The same of these pods. */
  static Map<String, Instant> starts(List<Pod> pods) {
    Map<String, Instant> latest = new TreeMap<>();
    pods.forEach(pod -> add(pod, latest));
    return Map.copyOf(latest);
  }

  private static void add(Pod pod, Map<String, Instant> latest) {
    String node = pod.getSpec().getNodeName();
    if (node == null || pod.getStatus() == null) {
      return;
    }
    for (ContainerStatus container : pod.getStatus().getContainerStatuses()) {
      var running = container.getState() == null ? null : container.getState().getRunning();
      if (running != null && running.getStartedAt() != null) {
        latest.merge(node, Instant.parse(running.getStartedAt()), (a, b) -> a.isAfter(b) ? a : b);
      }
    }
  }
}
