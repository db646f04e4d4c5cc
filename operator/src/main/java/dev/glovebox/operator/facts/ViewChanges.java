package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Certification;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Which tasks a change in the cluster can matter to: all of them are asked, so with thousands of
 * tasks it counts not to say "all" when a node reports itself.
 */
final class ViewChanges {
  private final List<Consumer<Predicate<SandboxTask>>> consumers = new CopyOnWriteArrayList<>();

  void consumer(Consumer<Predicate<SandboxTask>> consumer) {
    consumers.add(consumer);
  }

  /** A SandboxPolicy was made, edited or deleted; which namespaces use it is not known here. */
  void policies() {
    tell(task -> true);
  }

  /** A RuntimeClass was: it matters until the proof is in the status. */
  void runtimeClasses() {
    tell(task -> task.getStatus() == null || task.getStatus().phase() != Phase.Running);
  }

  /** An address or a range of the cluster's own came, changed or went. */
  void network() {
    tell(ViewChanges::isGrantedNetwork);
  }

  /**
   * Tells of certificates that show an open path; those that hold or expire end nothing.
   *
   * @param first what is to be done before anybody is told
   */
  ResourceEventHandler<NodeCertificate> certificates(Runnable first) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(NodeCertificate certificate) {
        if (Certification.refutesIsolation(ObjectFacts.of(certificate))) {
          String node = certificate.getSpec().nodeName();
          String runtimeClass = certificate.getSpec().runtimeClassName();
          first.run();
          tell(task -> runsOn(task, node, runtimeClass));
        }
      }

      @Override
      public void onUpdate(NodeCertificate before, NodeCertificate after) {
        onAdd(after);
      }

      @Override
      public void onDelete(NodeCertificate certificate, boolean finalStateUnknown) {
        // Shows nothing.
      }
    };
  }

  /** Nobody knows what was: not everything was watched for a while. */
  void all() {
    tell(task -> true);
  }

  private void tell(Predicate<SandboxTask> tasks) {
    consumers.forEach(consumer -> consumer.accept(tasks));
  }

  private static boolean isGrantedNetwork(SandboxTask task) {
    var network = task.getSpec().network();
    return network != null && network.mode() != null && network.mode() != NetworkMode.None;
  }

  /** The node of a task that is not shown as running yet is not in its status. */
  private static boolean runsOn(SandboxTask task, String node, String runtimeClass) {
    SandboxTaskStatus status = task.getStatus();
    return status != null
        && (status.nodeName() == null || status.nodeName().equals(node))
        && (status.effective() == null
            || runtimeClass.equals(status.effective().runtimeClassName()));
  }
}
