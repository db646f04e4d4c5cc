package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.verify.policies.OtherPolicies;
import dev.glovebox.core.verify.policies.PolicyKindVerdict;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIGroupList;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/** Which kinds of network policy beside NetworkPolicy the server serves. */
public final class PolicyDiscovery {

  /**
   * A kind to be judged.
   *
   * @param version in which it is served and understood
   */
  record Served(OtherPolicies.Kind kind, String version) {}

  /** Policy engines are installed rarely. A failure is never kept. */
  static final Duration VALID = Duration.ofSeconds(30);

  private final KubernetesClient client;
  private final Set<String> groups;
  private final Clock clock;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile Known known;

  private record Known(Instant at, List<Served> kinds) {}

  /**
   * @param understoodByPlatform groups that the platform answers for: they are not looked at
   */
  public PolicyDiscovery(
      KubernetesClient client, Collection<String> understoodByPlatform, Clock clock) {
    this.client = client;
    this.clock = clock;
    this.groups = new TreeSet<>(OtherPolicies.groups());
    groups.removeAll(understoodByPlatform);
  }

  /**
   * The kinds to be judged, not older than 30 s.
   *
   * @return Found (possibly empty), or Unreadable when the server does not say all, or serves a
   *     kind that is not understood; never Absent
   */
  Lookup<List<Served>> kinds() {
    Known last = known;
    if (isValid(last)) {
      return new Lookup.Found<>(last.kinds());
    }
    // One asks, the others wait for its answer: a burst of tasks is not a burst of discovery.
    asking.lock();
    try {
      Known meanwhile = known;
      return isValid(meanwhile) ? new Lookup.Found<>(meanwhile.kinds()) : ask();
    } finally {
      asking.unlock();
    }
  }

  /** Something that was seen says that what is known is out of date. */
  void forget() {
    known = null;
  }

  private boolean isValid(Known last) {
    return last != null && clock.instant().isBefore(last.at().plus(VALID));
  }

  private Lookup<List<Served>> ask() {
    Instant start = clock.instant();
    var found = Reads.one("the API groups of the server", client::getApiGroups, this::policyGroups);
    if (!(found instanceof Lookup.Found<List<APIGroup>> present)) {
      return found instanceof Lookup.Unreadable<List<APIGroup>> no
          ? new Lookup.Unreadable<>(no.message())
          : new Lookup.Unreadable<>("the server does not list its API groups (404)");
    }
    List<Served> kinds = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (APIGroup group : present.value()) {
      judge(group, kinds, problems);
    }
    if (!problems.isEmpty()) {
      return new Lookup.Unreadable<>(String.join("; ", problems));
    }
    Known asked = new Known(start, List.copyOf(kinds));
    known = asked;
    return new Lookup.Found<>(asked.kinds());
  }

  private List<APIGroup> policyGroups(APIGroupList all) {
    return all.getGroups().stream().filter(group -> groups.contains(group.getName())).toList();
  }

  private void judge(APIGroup group, List<Served> kinds, List<String> problems) {
    Map<String, Set<String>> versions = new TreeMap<>();
    for (GroupVersionForDiscovery version : group.getVersions()) {
      String name = version.getGroupVersion();
      switch (Reads.one(name, () -> client.getApiResources(name), APIResourceList::getResources)) {
        case Lookup.Found<List<io.fabric8.kubernetes.api.model.APIResource>> found ->
            found.value().stream()
                .filter(resource -> !resource.getName().contains("/"))
                .forEach(
                    resource ->
                        versions
                            .computeIfAbsent(resource.getName(), r -> new TreeSet<>())
                            .add(version.getVersion()));
        case Lookup.Absent<?> gone ->
            problems.add("the kinds of " + name + " are not listed (404)");
        case Lookup.Unreadable<?> no -> problems.add("the kinds of " + no.message());
      }
    }
    versions.forEach(
        (resource, served) -> {
          switch (OtherPolicies.kind(group.getName(), resource, served)) {
            case PolicyKindVerdict.Judged judged ->
                kinds.add(new Served(judged.kind(), judged.version()));
            case PolicyKindVerdict.OpensNothing nothing -> {}
            case PolicyKindVerdict.NotUnderstood no -> problems.add(no.message());
          }
        });
  }
}
