package dev.glovebox.core.verify.policies;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The kinds beside NetworkPolicy that open or close network paths: which are judged, which of their
 * groups cannot open anything, and all the rest is not understood.
 */
public final class OtherPolicies {

  /**
   * A kind that is judged.
   *
   * @param resource plural name, as in the API's paths
   * @param versions in which its objects are understood, the preferred one first
   */
  public record Kind(
      String group, String resource, String kind, boolean namespaced, List<String> versions) {
    /** For people and as a key, such as {@code CiliumNetworkPolicy.cilium.io}. */
    public String fullName() {
      return kind + "." + group;
    }
  }

  private record Judged(
      Kind kind, Function<PolicyTree, Optional<Allowance>> judge, String remedy) {}

  private static final String EXCEPT = "{key: glovebox.dev/task-uid, operator: DoesNotExist}";
  private static final String ADMIN =
      "let its subject be pods, and add " + EXCEPT + " to their podSelector.matchExpressions";
  private static final String CILIUM =
      "let its endpointSelector ask for a label that sandboxes do not have, or for other namespaces";
  private static final String CALICO = "add && !has(glovebox.dev/task-uid) to its selector";
  private static final String ANTREA =
      "let its appliedTo be pods, and add " + EXCEPT + " to their podSelector.matchExpressions";

  private static final List<Judged> JUDGED =
      List.of(
          admin("adminnetworkpolicies", "AdminNetworkPolicy", "v1alpha1"),
          admin("baselineadminnetworkpolicies", "BaselineAdminNetworkPolicy", "v1alpha1"),
          admin("clusternetworkpolicies", "ClusterNetworkPolicy", "v1alpha2"),
          cilium("ciliumnetworkpolicies", "CiliumNetworkPolicy", true),
          cilium("ciliumclusterwidenetworkpolicies", "CiliumClusterwideNetworkPolicy", false),
          calico("crd.projectcalico.org", "networkpolicies", "NetworkPolicy", true, "v1"),
          calico(
              "crd.projectcalico.org", "globalnetworkpolicies", "GlobalNetworkPolicy", false, "v1"),
          calico("projectcalico.org", "networkpolicies", "NetworkPolicy", true, "v3"),
          calico("projectcalico.org", "globalnetworkpolicies", "GlobalNetworkPolicy", false, "v3"),
          antrea("networkpolicies", "NetworkPolicy", true),
          antrea("clusternetworkpolicies", "ClusterNetworkPolicy", false));

  private static final Map<String, Judged> BY_RESOURCE =
      JUDGED.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  j -> j.kind().group() + "/" + j.kind().resource(), j -> j));

  private OtherPolicies() {}

  /** The API groups whose kinds must be understood. */
  public static Set<String> groups() {
    return OtherPolicyGroups.HARMLESS.keySet();
  }

  /** The kinds of these groups that are judged. */
  public static List<Kind> judged() {
    return JUDGED.stream().map(Judged::kind).toList();
  }

  /**
   * A kind that a server serves.
   *
   * @param group one of {@link #groups()}
   * @param resource plural name
   * @param versions in which the server serves it
   */
  public static PolicyKindVerdict kind(String group, String resource, Set<String> versions) {
    Judged judged = BY_RESOURCE.get(group + "/" + resource);
    if (judged != null) {
      return judged.kind().versions().stream()
          .filter(versions::contains)
          .findFirst()
          .<PolicyKindVerdict>map(version -> new PolicyKindVerdict.Judged(judged.kind(), version))
          .orElseGet(
              () ->
                  new PolicyKindVerdict.NotUnderstood(
                      group,
                      resource,
                      "it is served as %s, and understood as %s"
                          .formatted(
                              String.join(", ", versions),
                              String.join(", ", judged.kind().versions()))));
    }
    return OtherPolicyGroups.HARMLESS.getOrDefault(group, Set.of()).contains(resource)
        ? new PolicyKindVerdict.OpensNothing()
        : new PolicyKindVerdict.NotUnderstood(group, resource, "Glovebox does not know this kind");
  }

  /**
   * What a policy allows, and whom. What cannot be read in it counts as allowing all to all.
   *
   * @param kind one of {@link #judged()}
   * @param policy the object as the server gives it
   * @return empty when it allows nothing
   */
  public static Optional<Opening> opening(Kind kind, JsonNode policy) {
    Judged judged = BY_RESOURCE.get(kind.group() + "/" + kind.resource());
    return allowance(judged, policy)
        .map(
            allowance -> {
              JsonNode metadata = policy.path("metadata");
              return new Opening(
                  kind.fullName(),
                  kind.namespaced() ? metadata.path("namespace").asText() : null,
                  metadata.path("name").asText(),
                  metadata.path("uid").asText(),
                  allowance.pods(),
                  allowance.exactLabels(),
                  allowance.why(),
                  "%s, or name %s in policyGroups.understoodByPlatform if the platform answers for it"
                      .formatted(judged.remedy(), kind.group()));
            });
  }

  private static Optional<Allowance> allowance(Judged judged, JsonNode policy) {
    try {
      return judged.judge().apply(new PolicyTree(policy, ""));
    } catch (NotUnderstood unknown) {
      return Optional.of(Allowance.of(unknown));
    }
  }

  private static Judged admin(String resource, String kind, String version) {
    return new Judged(
        new Kind("policy.networking.k8s.io", resource, kind, false, List.of(version)),
        AdminPolicies::judge,
        ADMIN);
  }

  private static Judged cilium(String resource, String kind, boolean namespaced) {
    return new Judged(
        new Kind("cilium.io", resource, kind, namespaced, List.of("v2")),
        CiliumPolicies::judge,
        CILIUM);
  }

  private static Judged calico(
      String group, String resource, String kind, boolean namespaced, String version) {
    return new Judged(
        new Kind(group, resource, kind, namespaced, List.of(version)),
        CalicoPolicies::judge,
        CALICO);
  }

  private static Judged antrea(String resource, String kind, boolean namespaced) {
    return new Judged(
        new Kind("crd.antrea.io", resource, kind, namespaced, List.of("v1beta1", "v1alpha1")),
        AntreaPolicies::judge,
        ANTREA);
  }
}
