package dev.glovebox.cli.doctor;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBindingList;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Objects;

/** Reads of what the API server asks before it stores an object. */
final class AdmissionReads {
  /**
   * Versions of MutatingAdmissionPolicy, the newest first. Their fields have the same names; a
   * cluster serves one of them, or none (the default before Kubernetes 1.36).
   */
  private static final List<String> VERSIONS = List.of("v1", "v1beta1", "v1alpha1");

  private final KubernetesClient client;

  AdmissionReads(KubernetesClient client) {
    this.client = client;
  }

  /**
   * All of them; empty where the kind is not served.
   *
   * @throws KubernetesClientException when they cannot be read
   */
  List<MutatingAdmissionPolicy> mutatingPolicies() {
    String text = served("mutatingadmissionpolicies");
    return text == null
        ? List.of()
        : Serialization.unmarshal(text, MutatingAdmissionPolicyList.class).getItems();
  }

  /**
   * All of them; empty where the kind is not served.
   *
   * @throws KubernetesClientException when they cannot be read
   */
  List<MutatingAdmissionPolicyBinding> mutatingBindings() {
    String text = served("mutatingadmissionpolicybindings");
    return text == null
        ? List.of()
        : Serialization.unmarshal(text, MutatingAdmissionPolicyBindingList.class).getItems();
  }

  private String served(String plural) {
    var raw = new RawReads(client);
    return VERSIONS.stream()
        .map(version -> raw.admissionObjects(version, plural))
        .filter(Objects::nonNull) // null: this version is not served
        .findFirst()
        .orElse(null);
  }

  /**
   * How many ready endpoints a Service has; 0 also when there is no such Service.
   *
   * @param service {@code namespace/name}
   * @throws KubernetesClientException when they cannot be read
   */
  int readyEndpoints(String service) {
    String[] name = service.split("/", 2);
    return (int)
        client
            .discovery()
            .v1()
            .endpointSlices()
            .inNamespace(name[0])
            .withLabel("kubernetes.io/service-name", name[1])
            .list()
            .getItems()
            .stream()
            .flatMap(slice -> slice.getEndpoints().stream())
            // Absent means ready, by the API's own words.
            .filter(
                one ->
                    one.getConditions() == null
                        || !Boolean.FALSE.equals(one.getConditions().getReady()))
            .count();
  }
}
