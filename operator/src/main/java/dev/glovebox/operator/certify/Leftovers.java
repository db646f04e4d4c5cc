package dev.glovebox.operator.certify;

import dev.glovebox.core.certify.CertificationObjects;
import dev.glovebox.operator.certify.CertificationRun.NoVerdict;
import dev.glovebox.operator.write.CertificateWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes away what certifications made: the pods first, the policy when they are gone. */
final class Leftovers {

  private final KubernetesClient client;
  private final CertificateWriter writer;
  private final CertificationPods pods;
  private final String namespace;

  Leftovers(
      KubernetesClient client, CertificateWriter writer, CertificationPods pods, String namespace) {
    this.client = client;
    this.writer = writer;
    this.pods = pods;
    this.namespace = namespace;
  }

  /**
   * Removes all objects of one certification.
   *
   * @throws NoVerdict if they are not gone in time
   */
  void remove(CertificationObjects objects, Duration atMost)
      throws NoVerdict, InterruptedException {
    try {
      removePods(List.of(objects.open(), objects.shut()), atMost);
      NetworkPolicy policy =
          client
              .resources(NetworkPolicy.class)
              .inNamespace(namespace)
              .withName(objects.policy().getMetadata().getName())
              .get();
      if (policy != null) {
        delete(ObjectKind.NETWORK_POLICY, policy);
      }
    } catch (KubernetesClientException e) {
      throw new NoVerdict(e.getMessage());
    }
  }

  /**
   * Removes the restricted pod, so that another can be made.
   *
   * @throws NoVerdict if it is not gone in time
   */
  void removeShut(CertificationObjects objects, Duration atMost)
      throws NoVerdict, InterruptedException {
    try {
      removePods(List.of(objects.shut()), atMost);
    } catch (KubernetesClientException e) {
      throw new NoVerdict(e.getMessage());
    }
  }

  private void removePods(List<Pod> planned, Duration atMost)
      throws NoVerdict, InterruptedException {
    for (Pod pod : planned) {
      // Read from the server: what the watch does not know yet would be in the way.
      Pod there = client.pods().inNamespace(namespace).withName(pod.getMetadata().getName()).get();
      if (there != null) {
        delete(ObjectKind.POD, there);
      }
    }
    for (Pod pod : planned) {
      String name = pod.getMetadata().getName();
      Optional<Boolean> gone =
          pods.await(name, atMost, p -> p.isEmpty() ? Optional.of(true) : Optional.empty());
      if (gone.isEmpty()) {
        throw new NoVerdict("pod %s is not gone after %s".formatted(name, atMost));
      }
    }
  }

  /**
   * Removes what is no running certification's: of an operator that was killed, or of a node that
   * is gone. A policy stays as long as a pod of its certification does.
   *
   * @param running ids of certifications under way
   */
  void sweep(Set<String> running) throws NoVerdict {
    try {
      for (Pod pod : pods.all()) {
        if (!running.contains(id(pod)) && pod.getMetadata().getDeletionTimestamp() == null) {
          delete(ObjectKind.POD, pod);
        }
      }
      Set<String> withPods = pods.all().stream().map(Leftovers::id).collect(Collectors.toSet());
      List<NetworkPolicy> policies =
          client
              .resources(NetworkPolicy.class)
              .inNamespace(namespace)
              .withLabel(CertificationObjects.LABEL)
              .list()
              .getItems();
      for (NetworkPolicy policy : policies) {
        if (!running.contains(id(policy)) && !withPods.contains(id(policy))) {
          delete(ObjectKind.NETWORK_POLICY, policy);
        }
      }
    } catch (KubernetesClientException e) {
      throw new NoVerdict(e.getMessage());
    }
  }

  private void delete(ObjectKind kind, HasMetadata object) throws NoVerdict {
    var metadata = object.getMetadata();
    switch (writer.delete(
        kind, namespace, metadata.getName(), Precondition.uid(metadata.getUid()))) {
      case WriteResult.Done done -> {}
      case WriteResult.NotFound gone -> {}
      case WriteResult.Conflict replaced -> throw new NoVerdict(replaced.message());
      case WriteResult.AlreadyExists impossible -> throw new NoVerdict("AlreadyExists");
      case WriteResult.Rejected rejected -> throw new NoVerdict(rejected.message());
      case WriteResult.Unavailable unavailable -> throw new NoVerdict(unavailable.message());
    }
  }

  private static String id(HasMetadata object) {
    return Objects.requireNonNullElse(
        object.getMetadata().getLabels().get(CertificationObjects.LABEL), "");
  }
}
