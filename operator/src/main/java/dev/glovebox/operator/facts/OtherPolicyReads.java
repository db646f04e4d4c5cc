package dev.glovebox.operator.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.verify.policies.Opening;
import dev.glovebox.core.verify.policies.OtherPolicies;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** Policies of other kinds as the server lists them now. */
final class OtherPolicyReads {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final KubernetesClient client;

  OtherPolicyReads(KubernetesClient client) {
    this.client = client;
  }

  /**
   * The openings of these kinds that could be for a pod of the namespace: all lists at the same
   * time, each true at the moment of asking.
   *
   * @return Found; Absent when nothing is unreadable but a kind is not served any more, so that
   *     {@code kinds} is out of date; or Unreadable
   */
  Lookup<List<Opening>> openings(List<PolicyDiscovery.Served> kinds, String namespace) {
    List<Opening> all = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    boolean outOfDate = false;
    try (var reads = new Reads.Together()) {
      List<Future<Lookup<List<Opening>>>> started =
          kinds.stream().map(kind -> reads.start(() -> list(kind, namespace))).toList();
      for (int i = 0; i < started.size(); i++) {
        var kind = kinds.get(i).kind();
        switch (Reads.Together.result(started.get(i))) {
          case Lookup.Found<List<Opening>> found -> all.addAll(found.value());
          case Lookup.Unreadable<List<Opening>> no ->
              problems.add(
                  "%s. Let the operator list it, or name %s in policyGroups.understoodByPlatform"
                      .formatted(no.message(), kind.group()));
          case Lookup.Absent<List<Opening>> gone -> outOfDate = true;
        }
      }
    }
    if (!problems.isEmpty()) {
      return new Lookup.Unreadable<>(String.join("; ", problems));
    }
    return outOfDate ? new Lookup.Absent<>() : new Lookup.Found<>(List.copyOf(all));
  }

  private Lookup<List<Opening>> list(PolicyDiscovery.Served served, String namespace) {
    var kind = served.kind();
    var all = of(client, served);
    return Reads.one(
        kind.resource() + "." + kind.group(),
        () -> (kind.namespaced() ? all.inNamespace(namespace) : all).list().getItems(),
        items -> items.stream().flatMap(item -> opening(kind, item).stream()).toList());
  }

  static MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      of(KubernetesClient client, PolicyDiscovery.Served served) {
    return client.genericKubernetesResources(
        new ResourceDefinitionContext.Builder()
            .withGroup(served.kind().group())
            .withVersion(served.version())
            .withKind(served.kind().kind())
            .withPlural(served.kind().resource())
            .withNamespaced(served.kind().namespaced())
            .build());
  }

  static Optional<Opening> opening(OtherPolicies.Kind kind, GenericKubernetesResource object) {
    return OtherPolicies.opening(kind, MAPPER.<JsonNode>valueToTree(object));
  }
}
