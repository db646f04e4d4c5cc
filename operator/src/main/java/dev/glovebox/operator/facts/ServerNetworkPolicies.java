package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Policies as the server lists them now. */
public final class ServerNetworkPolicies implements NetworkPolicies {

  /**
   * API groups with kinds that open or close network paths beside NetworkPolicy. The next step is
   * to judge their kinds here; until then they are named, for the log and the status.
   */
  static final Set<String> OTHER_POLICY_GROUPS =
      Set.of(
          "policy.networking.k8s.io",
          "cilium.io",
          "crd.projectcalico.org",
          "projectcalico.org",
          "crd.antrea.io",
          "k8s.ovn.org");

  /** Policy engines are installed rarely; a failure to discover is never kept. */
  private static final Duration DISCOVERY_VALID = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(ServerNetworkPolicies.class);

  private final KubernetesClient client;
  private final Informers informers;
  private final Clock clock;
  private volatile Discovered discovered;

  /** Groups, and when the server named them. */
  private record Discovered(Instant at, List<String> groups) {}

  public ServerNetworkPolicies(KubernetesClient client, Informers informers, Clock clock) {
    this.client = client;
    this.informers = informers;
    this.clock = clock;
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
        all.addAll(falselyLabelled(namespace, taskUid));
        return new Lookup.Found<>(List.copyOf(all));
      }
      return Stream.of(foreignNow, ofTaskNow)
          .filter(answer -> answer instanceof Lookup.Unreadable)
          .findFirst()
          .orElseGet(() -> new Lookup.Unreadable<>("the server has no NetworkPolicies (404)"));
    }
  }

  @Override
  public Lookup<List<String>> otherPolicyGroups() {
    Discovered known = discovered;
    if (known != null && clock.instant().isBefore(known.at().plus(DISCOVERY_VALID))) {
      return new Lookup.Found<>(known.groups());
    }
    Lookup<List<String>> groups =
        Reads.one(
            "the API groups that the server serves",
            client::getApiGroups,
            list ->
                list.getGroups().stream()
                    .map(APIGroup::getName)
                    .filter(OTHER_POLICY_GROUPS::contains)
                    .sorted()
                    .toList());
    return switch (groups) {
      case Lookup.Unreadable<List<String>> unreadable -> unreadable;
      case Lookup.Absent<List<String>> absent ->
          new Lookup.Unreadable<>("the server does not list its API groups (404)");
      case Lookup.Found<List<String>> found -> {
        tell(known == null ? List.of() : known.groups(), found.value());
        discovered = new Discovered(clock.instant(), found.value());
        yield found;
      }
    };
  }

  private static void tell(List<String> before, List<String> now) {
    if (!now.equals(before)) {
      LOG.atWarn()
          .addKeyValue("groups", now)
          .log(
              "The cluster has other kinds of network policy. They are not judged yet: one that"
                  + " allows traffic could open a sandbox after its proof");
    }
  }

  /**
   * Policies of the namespace that carry the label but do not select exactly the task that it
   * names. From the informer, which keeps the spec of no others; the admission policy
   * glovebox-reserved-names forbids them, so there are some only from before it was installed.
   */
  private List<NetworkPolicy> falselyLabelled(String namespace, String taskUid) {
    return informers.networkPolicies.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace).stream()
        .filter(
            policy ->
                // Only policies with the label have their spec here.
                policy.getSpec() != null
                    && !taskUid.equals(policy.getMetadata().getLabels().get(Names.TASK_UID_LABEL)))
        .toList();
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
