package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.PolicyUnion;
import dev.glovebox.core.verify.policies.Opening;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Policies as the server lists them now. */
public final class ServerNetworkPolicies implements NetworkPolicies {

  private final KubernetesClient client;
  private final InformedPolicies watch;
  private final PolicyDiscovery discovery;
  private final OtherPolicyReads others;

  public ServerNetworkPolicies(
      KubernetesClient client, InformedPolicies watch, PolicyDiscovery discovery) {
    this.client = client;
    this.watch = watch;
    this.discovery = discovery;
    this.others = new OtherPolicyReads(client);
  }

  @Override
  public Lookup<List<NetworkPolicy>> list(String namespace, String taskUid, String notOlderThan) {
    try (var reads = new Reads.Together()) {
      var foreign =
          reads.start(() -> labelled(namespace, "!" + Names.TASK_UID_LABEL, notOlderThan));
      var ofTask =
          reads.start(
              () -> labelled(namespace, Names.TASK_UID_LABEL + "=" + taskUid, notOlderThan));
      Lookup<List<NetworkPolicy>> foreignNow = Reads.Together.result(foreign);
      Lookup<List<NetworkPolicy>> ofTaskNow = Reads.Together.result(ofTask);
      if (foreignNow instanceof Lookup.Found<List<NetworkPolicy>> one
          && ofTaskNow instanceof Lookup.Found<List<NetworkPolicy>> two) {
        List<NetworkPolicy> all = new ArrayList<>(one.value());
        all.addAll(two.value());
        return new Lookup.Found<>(List.copyOf(all));
      }
      return Stream.of(foreignNow, ofTaskNow)
          .filter(answer -> answer instanceof Lookup.Unreadable)
          .findFirst()
          .orElseGet(() -> new Lookup.Unreadable<>("the server has no NetworkPolicies (404)"));
    }
  }

  @Override
  public Lookup<Optional<String>> otherWidening(
      String namespace, Map<String, String> podLabels, String oursName, String oursUid) {
    Optional<String> watched = watch.widening(namespace, podLabels, oursName, oursUid);
    if (watched.isPresent()) {
      return new Lookup.Found<>(watched);
    }
    return switch (openings(namespace)) {
      case Lookup.Found<List<Opening>> found ->
          new Lookup.Found<>(
              PolicyUnion.widening(
                      watch.pod(namespace, podLabels), found.value(), oursName, oursUid)
                  .map(Opening::message));
      case Lookup.Unreadable<List<Opening>> no -> new Lookup.Unreadable<>(no.message());
      case Lookup.Absent<List<Opening>> gone ->
          new Lookup.Unreadable<>(
              "a kind of network policy is listed by the server's discovery and not served (404)");
    };
  }

  /** A kind that went since discovery was asked is asked for once more, not a reason to refuse. */
  private Lookup<List<Opening>> openings(String namespace) {
    Lookup<List<Opening>> first = openings(discovery.kinds(), namespace);
    if (!(first instanceof Lookup.Absent<List<Opening>>)) {
      return first;
    }
    discovery.forget();
    return openings(discovery.kinds(), namespace);
  }

  private Lookup<List<Opening>> openings(
      Lookup<List<PolicyDiscovery.Served>> kinds, String namespace) {
    return switch (kinds) {
      case Lookup.Found<List<PolicyDiscovery.Served>> found ->
          others.openings(found.value(), namespace);
      case Lookup.Unreadable<List<PolicyDiscovery.Served>> no ->
          new Lookup.Unreadable<>(no.message());
      case Lookup.Absent<List<PolicyDiscovery.Served>> never ->
          new Lookup.Unreadable<>("the server names no API groups");
    };
  }

  private Lookup<List<NetworkPolicy>> labelled(
      String namespace, String labels, String notOlderThan) {
    var options = new ListOptionsBuilder().withLabelSelector(labels);
    if (notOlderThan != null && !notOlderThan.isEmpty()) {
      options.withResourceVersion(notOlderThan).withResourceVersionMatch("NotOlderThan");
    }
    return Reads.one(
        "networkpolicies in namespace " + namespace,
        () ->
            client
                .resources(NetworkPolicy.class)
                .inNamespace(namespace)
                .list(options.build())
                .getItems(),
        items -> items);
  }
}
