package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.facts.ListedNamespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What was seen, as the facts that the planner wants. In the place of what was not seen stands what
 * an ordinary cluster has, so that nothing is refused for it; and each such place is a question
 * left open.
 */
final class SeenFacts {
  private static final Map<String, String> USABLE = Map.of(Names.USABLE_LABEL, "true");

  private final Seen seen;
  private final SandboxTaskSpec spec;
  private final List<Open> open = new ArrayList<>();

  private SeenFacts(Seen seen) {
    this.seen = seen;
    this.spec = seen.task().getSpec();
  }

  /** Facts, and what they leave open. */
  record Result(Facts facts, List<Open> open) {}

  static Result of(Seen seen) {
    var facts = new SeenFacts(seen);
    return new Result(facts.facts(), List.copyOf(facts.open));
  }

  private Facts facts() {
    SandboxPolicySpec policy = seen.policy().getSpec();
    var cluster = seen.cluster();
    var classes =
        or(
            Subject.RUNTIME_CLASSES,
            cluster.runtimeClasses(),
            () -> OrdinaryCluster.runtimeClasses(policy),
            "those that the policy allows are taken to be there");
    var nodes =
        or(
            Subject.NODES,
            cluster.nodes(),
            () -> OrdinaryCluster.nodes(policy, classes),
            "one is taken to have the runtime");
    var canaries =
        or(
            Subject.CANARIES,
            cluster.canaries(),
            () -> OrdinaryCluster.CANARIES,
            "one is taken to answer");
    var platform = platform();
    return new Facts(
        seen.namespace(),
        classes,
        nodes,
        storageClasses(),
        secrets(),
        configMaps(),
        serviceAccount(),
        activeTasks(),
        network(),
        canaries,
        certificates(classes, nodes, canaries, platform),
        or(
            Subject.POLICY_ENGINE,
            cluster.policyEngineStarts(),
            Map::of,
            "it is taken not to have started again since the nodes were certified"),
        cluster.takenAt(),
        platform);
  }

  private Facts.Platform platform() {
    return or(
        Subject.OPERATOR_CONFIGURATION,
        seen.platform(),
        () ->
            OrdinaryCluster.platform(
                seen.cluster().certificates()
                        instanceof Lookup.Found<Map<String, Facts.CertificateFacts>> found
                    ? found.value()
                    : Map.of()),
        "the probe's image, and ranges that the platform team blocks, are not known");
  }

  /** Certificates say nothing when the nodes, the classes or the canaries are made up. */
  private Map<String, Facts.CertificateFacts> certificates(
      Map<String, Facts.RuntimeClassFacts> classes,
      List<Facts.NodeFacts> nodes,
      List<Facts.CanaryFacts> canaries,
      Facts.Platform platform) {
    var cluster = seen.cluster();
    boolean about =
        isFound(cluster.runtimeClasses())
            && isFound(cluster.nodes())
            && isFound(cluster.canaries());
    Lookup<Map<String, Facts.CertificateFacts>> usable =
        about || !isFound(cluster.certificates())
            ? cluster.certificates()
            : new Lookup.Unreadable<>("they cannot be compared with what they are of");
    return or(
        Subject.CERTIFICATES,
        usable,
        () ->
            OrdinaryCluster.certificates(
                seen.policy().getSpec(), classes, nodes, canaries, platform, cluster.takenAt()),
        "the nodes are taken to be certified");
  }

  private Map<String, Facts.StorageClassFacts> storageClasses() {
    if (!wantsClaim(spec) && !isFound(seen.cluster().storageClasses())) {
      return Map.of();
    }
    return or(
        Subject.STORAGE_CLASSES,
        seen.cluster().storageClasses(),
        () -> OrdinaryCluster.storageClasses(seen.policy().getSpec()),
        "those that the policy allows are taken to be there, with reclaimPolicy Delete");
  }

  /** Whether storage classes matter to a task; null = a task without a spec. */
  static boolean wantsClaim(SandboxTaskSpec spec) {
    return spec == null
        || spec.workspace() == null
        || spec.workspace().type() == null
        || spec.workspace().type() == WorkspaceType.Claim;
  }

  /** Never read: the right to plan a task must not need the right to read its Secrets. */
  private Map<String, Lookup<Facts.SecretFacts>> secrets() {
    Map<String, Map<String, Integer>> keys = new TreeMap<>();
    for (SecretFile file : spec == null ? List.<SecretFile>of() : orEmpty(spec.secrets())) {
      if (file != null && file.secretName() != null && file.key() != null) {
        keys.computeIfAbsent(file.secretName(), name -> new TreeMap<>()).put(file.key(), 1);
      }
    }
    Map<String, Lookup<Facts.SecretFacts>> secrets = new HashMap<>();
    keys.forEach(
        (name, lengths) -> {
          open.add(
              new Open(
                  Subject.SECRET,
                  State.OPERATOR,
                  "%s: that it is there, has label %s=\"true\", and something in %s; plan reads no Secret"
                      .formatted(name, Names.USABLE_LABEL, String.join(", ", lengths.keySet()))));
          secrets.put(
              name, new Lookup.Found<>(new Facts.SecretFacts(name, "", USABLE, "Opaque", lengths)));
        });
    return secrets;
  }

  private Map<String, Lookup<Facts.ConfigMapFacts>> configMaps() {
    Map<String, Lookup<Facts.ConfigMapFacts>> maps = new HashMap<>();
    seen.used()
        .configMaps()
        .forEach(
            (name, lookup) ->
                maps.put(
                    name,
                    lookup instanceof Lookup.Unreadable<Facts.ConfigMapFacts>
                        ? new Lookup.Found<>(
                            or(
                                Subject.CONFIG_MAP,
                                lookup,
                                () -> new Facts.ConfigMapFacts(name, "", USABLE),
                                "%s is taken to be there, with label %s=\"true\""
                                    .formatted(name, Names.USABLE_LABEL)))
                        : lookup));
    return maps;
  }

  /** One that is not there is a fact: the task waits for it. */
  private Lookup<Facts.ServiceAccountFacts> serviceAccount() {
    var account = seen.used().serviceAccount();
    return account instanceof Lookup.Unreadable<Facts.ServiceAccountFacts>
        ? new Lookup.Found<>(
            or(
                Subject.SERVICE_ACCOUNT,
                account,
                () -> new Facts.ServiceAccountFacts("", List.of()),
                "it is taken to be there, without pull secrets of its own"))
        : account;
  }

  private int activeTasks() {
    return ListedNamespace.activeBefore(
        or(Subject.QUOTA, seen.used().tasks(), List::of, "there are taken to be none"),
        seen.task().getMetadata().getUid());
  }

  /** A range that could not be read is not one that is known to be missing. */
  private Facts.NetworkFacts network() {
    var network = seen.cluster().network();
    if (network.unread().isEmpty()) {
      return network.facts();
    }
    open.add(
        new Open(
            Subject.ADDRESSES,
            State.UNKNOWN,
            (grantsNetwork()
                    ? "what is granted may hold some of them, and the probe may ask more: "
                    : "the probe may ask more: ")
                + String.join("; ", network.unread())));
    var known = network.facts();
    return new Facts.NetworkFacts(
        known.apiServers(), known.dns(), known.ranges(), known.serviceAddresses(), List.of());
  }

  private boolean grantsNetwork() {
    return spec != null
        && spec.network() != null
        && spec.network().mode() != null
        && spec.network().mode() != NetworkMode.None;
  }

  private <T> T or(Subject subject, Lookup<T> lookup, Supplier<T> ordinary, String meanwhile) {
    String why =
        switch (lookup) {
          case Lookup.Found<T> found -> null;
          case Lookup.Absent<T> absent -> "the server does not serve them (404)";
          case Lookup.Unreadable<T> no -> no.message();
        };
    if (why == null) {
      return ((Lookup.Found<T>) lookup).value();
    }
    open.add(new Open(subject, State.UNKNOWN, meanwhile + ": " + why));
    return ordinary.get();
  }

  private static boolean isFound(Lookup<?> lookup) {
    return lookup instanceof Lookup.Found;
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
