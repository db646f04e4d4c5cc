package dev.glovebox.operator.certify;

import dev.glovebox.core.certify.PodEnd;
import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/** Why a pod does not start, in the words of the scheduler, the kubelet and the runtime. */
final class KubeletWords {

  private final KubernetesClient client;

  KubeletWords(KubernetesClient client) {
    this.client = client;
  }

  /** Never empty. */
  String about(Optional<Pod> pod) {
    if (pod.isEmpty()) {
      return "it is gone";
    }
    String status = PodEnd.words(pod.get());
    String event = lastWarning(pod.get()).orElse("");
    if (status.isEmpty() && event.isEmpty()) {
      return "nothing is said why";
    }
    return status.isEmpty() || event.isEmpty() ? status + event : status + "; " + event;
  }

  private Optional<String> lastWarning(Pod pod) {
    try {
      return client
          .v1()
          .events()
          .inNamespace(pod.getMetadata().getNamespace())
          .withField("involvedObject.uid", pod.getMetadata().getUid())
          .list()
          .getItems()
          .stream()
          .filter(event -> "Warning".equals(event.getType()))
          .max(Comparator.comparing(KubeletWords::when))
          .map(e -> e.getReason() + ": " + TerminationMessage.clean(e.getMessage()));
    } catch (KubernetesClientException e) {
      return Optional.empty(); // the words only explain; that it did not start is known
    }
  }

  private static String when(Event event) {
    return Objects.requireNonNullElse(
        event.getLastTimestamp(), event.getMetadata().getCreationTimestamp());
  }
}
