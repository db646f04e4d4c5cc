package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.operator.facts.ListedCluster;
import dev.glovebox.operator.facts.ListedNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * No cluster is asked: one that has what a policy asks for stands in its place, and each thing that
 * is taken to be so is told as assumed. Pure.
 */
public final class OfflineCluster {
  private static final Map<String, String> USABLE = Map.of(Names.USABLE_LABEL, "true");

  private final OfflinePolicy policy;
  private final Alongside alongside;
  private final Instant now;

  /**
   * A cluster of which nothing is known.
   *
   * @param configMaps those of the tasks' file, which are taken to be made before the tasks
   */
  public OfflineCluster(OfflinePolicy policy, List<ConfigMap> configMaps, Instant now) {
    this.policy = policy;
    this.alongside = new Alongside(configMaps);
    this.now = now;
  }

  /**
   * What would become of a task on an ordinary cluster.
   *
   * @param task with namespace and UID
   */
  public Outlook outlook(SandboxTask task) {
    SandboxTaskSpec spec = task.getSpec();
    String image = spec == null ? null : spec.image();
    SandboxPolicy inForce = policy.forImage(image);
    Facts.NamespaceFacts namespace = namespace(task.getMetadata().getNamespace(), inForce);
    var site = OrdinarySite.apartFrom(spec);
    var assumptions = new Assumptions(inForce.getSpec(), site);
    List<Open> open = new ArrayList<>();
    open.add(assumptions.namespace(namespace));
    open.add(new Open(Subject.POLICY, State.ASSUMED, policy.assumed(image)));
    if (PolicyChoice.choose(namespace, Map.of(inForce.getMetadata().getName(), inForce))
        instanceof PolicyChoice.Missing missing) {
      return new Outlook(task, new Outlook.Refused(missing.refusal()), open);
    }
    open.addAll(assumptions.ofTheCluster(SeenFacts.wantsClaim(spec)));
    var used =
        new ListedNamespace(
            new Lookup.Found<>(new Facts.ServiceAccountFacts("", List.of())),
            configMaps(spec, namespace.name(), open),
            new Lookup.Found<>(List.of()));
    Outlook outlook =
        Forecast.of(
            new Seen(
                task,
                inForce,
                namespace,
                cluster(inForce, site),
                used,
                new Lookup.Found<>(OrdinaryCluster.platform(Map.of()))));
    // That the canaries answer is assumed: none was seen that the operator could look at.
    outlook.open().stream().filter(one -> one.subject() != Subject.CANARIES).forEach(open::add);
    return new Outlook(task, outlook.verdict(), open);
  }

  /** One in which this policy is in force, as far as a namespace decides that. */
  private static Facts.NamespaceFacts namespace(String name, SandboxPolicy inForce) {
    Map<String, String> labels = new HashMap<>();
    var selector = inForce.getSpec().namespaces();
    if (selector != null && selector.matchLabels() != null) {
      labels.putAll(selector.matchLabels());
    }
    if (!inForce.getMetadata().getName().equals(Names.DEFAULT_POLICY)) {
      labels.put(Names.POLICY_LABEL, inForce.getMetadata().getName());
    }
    return new Facts.NamespaceFacts(name, labels, Map.of());
  }

  private ListedCluster cluster(SandboxPolicy inForce, OrdinarySite site) {
    var spec = inForce.getSpec();
    var classes = OrdinaryCluster.runtimeClasses(spec);
    var nodes = OrdinaryCluster.nodes(spec, classes);
    return new ListedCluster(
        new Lookup.Found<>(classes),
        new Lookup.Found<>(nodes),
        new Lookup.Found<>(OrdinaryCluster.storageClasses(spec)),
        new ListedCluster.Network(site.network(), List.of()),
        new Lookup.Found<>(site.canaries()),
        new Lookup.Found<>(
            OrdinaryCluster.certificates(
                spec, classes, nodes, site.canaries(), OrdinaryCluster.platform(Map.of()), now)),
        new Lookup.Found<>(Map.of()),
        new Lookup.Found<>(Optional.empty()),
        now);
  }

  private Map<String, Lookup<Facts.ConfigMapFacts>> configMaps(
      SandboxTaskSpec spec, String namespace, List<Open> open) {
    Map<String, Lookup<Facts.ConfigMapFacts>> maps = new HashMap<>();
    if (spec != null && spec.configMaps() != null) {
      for (ConfigMapMount mount : spec.configMaps()) {
        if (mount != null && mount.name() != null) {
          maps.put(mount.name(), new Lookup.Absent<>());
        }
      }
    }
    Map<String, Lookup<Facts.ConfigMapFacts>> known = alongside.with(maps, namespace, open);
    known.replaceAll(
        (name, lookup) -> {
          if (!(lookup instanceof Lookup.Absent<Facts.ConfigMapFacts>)) {
            return lookup;
          }
          open.add(
              new Open(
                  Subject.CONFIG_MAP,
                  State.ASSUMED,
                  "%s is taken to be there, with label %s=\"true\""
                      .formatted(name, Names.USABLE_LABEL)));
          return new Lookup.Found<>(new Facts.ConfigMapFacts(name, "", USABLE));
        });
    return known;
  }
}
