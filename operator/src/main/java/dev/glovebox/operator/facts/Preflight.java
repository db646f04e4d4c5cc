package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What must be there before anything is started: an API server, the chart's CRDs, the operator's
 * rights. One start shows all that is missing, by name.
 */
public final class Preflight {

  private static final String API = "glovebox.dev/v1alpha1";
  private static final Set<String> KINDS =
      Set.of("sandboxtasks", "sandboxpolicies", "nodecertificates");

  private final KubernetesClient client;
  private final OperatorRights rights;

  /**
   * @param leaseNamespace where the leader's Lease is; null = there is no election
   */
  public Preflight(KubernetesClient client, String leaseNamespace) {
    this.client = client;
    this.rights = new OperatorRights(client, leaseNamespace);
  }

  /**
   * Checks.
   *
   * @param limit how long, in all, an API server that does not answer, or is out of order, is asked
   *     again
   * @throws StartFailure with everything that is missing, and what to do
   */
  public void check(Duration limit) throws StartFailure {
    var patience = new Patience(client, limit);
    kinds(patience);
    rights.check(patience);
    storage(patience);
  }

  private void kinds(Patience patience) throws StartFailure {
    APIResourceList served =
        patience.ask("could not be asked what it serves", () -> client.getApiResources(API));
    List<String> names =
        served == null
            ? List.of()
            : served.getResources().stream().map(APIResource::getName).toList();
    String absent =
        KINDS.stream().filter(k -> !names.contains(k)).sorted().collect(Collectors.joining(", "));
    if (!absent.isEmpty()) {
      throw new StartFailure(
          "the API server at %s does not serve %s of %s: install the chart's CRDs"
              .formatted(client.getMasterUrl(), absent, API));
    }
  }

  /**
   * For some seconds after a CRD was installed the server answers 429, "storage is
   * (re)initializing". A chart installs CRD and operator together, and the framework's watches give
   * up at the first such answer (java-operator-sdk #2526).
   */
  private void storage(Patience patience) throws StartFailure {
    var one = new ListOptionsBuilder().withLimit(1L).withResourceVersion("0").build();
    patience.ask(
        "does not list SandboxTasks",
        () -> client.resources(SandboxTask.class).inAnyNamespace().list(one));
  }
}
