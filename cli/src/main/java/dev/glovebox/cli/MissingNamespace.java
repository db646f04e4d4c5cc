package dev.glovebox.cli;

import dev.glovebox.cli.connect.Place;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** Where nothing was found in a namespace: whether there is such a namespace at all. */
public final class MissingNamespace {
  private MissingNamespace() {}

  /**
   * What to say if there is none. Empty if there is one, or it is not seen: reading namespaces is a
   * right that many lack.
   */
  public static Optional<String> of(KubernetesClient client) {
    String name = client.getNamespace();
    try {
      return client.namespaces().withName(name).get() == null
          ? Optional.of(words(name, Place.of(client.getConfiguration())))
          : Optional.empty();
    } catch (KubernetesClientException e) {
      return Optional.empty();
    }
  }

  /** One line. */
  public static String words(String name, Place place) {
    return "namespace \"%s\" does not exist %s; kubectl get namespaces shows those that there are"
        .formatted(name, place.inContext());
  }

  /**
   * That something is not found in the client's namespace.
   *
   * @param what is not found, such as {@code task "hello"}
   * @param remedy what to do where the namespace is there
   */
  public static Failure orNotFound(KubernetesClient client, String what, String remedy) {
    return new Failure(
        ExitCode.NO,
        of(client)
            .orElseGet(
                () ->
                    "%s not found in namespace \"%s\" %s; %s"
                        .formatted(
                            what,
                            client.getNamespace(),
                            Place.of(client.getConfiguration()).inContext(),
                            remedy)));
  }
}
