package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * What the steps read of a task's own objects. Everything is asked of the server at that moment,
 * but for the methods whose name begins with {@code known}.
 */
interface ObjectReads {

  Lookup<SandboxTask> task(String namespace, String name);

  /** An object as the server sends it, raw. */
  Lookup<JsonNode> object(ObjectKind kind, String namespace, String name);

  /** The pod as the informer last saw it; it may be a moment old, and missing proves nothing. */
  Optional<SeenPod> knownPod(String namespace, String name);

  /**
   * A pod that is gone, as the informer saw it end: the kubelet says how, and takes the object away
   * a moment later, before anybody may have looked. Missing proves nothing.
   */
  Optional<Pod> knownEnd(String podUid);

  /** Volumes whose claimRef is this claim, from the informer. */
  List<PersistentVolume> knownVolumes(String namespace, String claim);

  Lookup<PersistentVolume> volume(String name);

  /** A node, and whether somebody marked it out of service. */
  Lookup<NodeState> node(String name);

  /** Handler of a RuntimeClass. */
  Lookup<String> runtimeHandler(String runtimeClass);

  /** Events about one object, in no order. */
  Lookup<List<Event>> events(String namespace, String uid);

  /**
   * A pod as an informer saw it.
   *
   * @param pod without the parts of its spec that are never read
   * @param changes fields in which it is not what was released ({@link
   *     dev.glovebox.core.verify.HeldPod#changes}); nothing is said of one that is held
   */
  record SeenPod(Pod pod, List<String> changes) {}

  /**
   * A node.
   *
   * @param outOfService whether it has the taint {@code node.kubernetes.io/out-of-service}
   */
  record NodeState(Facts.NodeFacts facts, boolean outOfService) {}
}
