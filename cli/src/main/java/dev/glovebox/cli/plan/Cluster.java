package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.operator.OperatorConfig;
import dev.glovebox.operator.facts.ListedCluster;
import dev.glovebox.operator.facts.ListedNamespace;
import dev.glovebox.operator.facts.ListedView;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A cluster that is asked, once for all tasks of a file. It reads, and reads no Secret. */
public final class Cluster {
  private final ListedView view;
  private final ListedCluster listed;
  private final Lookup<Facts.Platform> platform;
  private final Alongside alongside;

  private Cluster(
      ListedView view, ListedCluster listed, Lookup<Facts.Platform> platform, Alongside alongside) {
    this.view = view;
    this.listed = listed;
    this.platform = platform;
    this.alongside = alongside;
  }

  /**
   * Looks.
   *
   * @param alongside ConfigMaps of the same file, which are taken to be made before the tasks
   */
  public static Cluster look(KubernetesClient client, List<ConfigMap> alongside, Clock clock) {
    Lookup<OperatorConfig> config = OperatorDeployment.read(client);
    var view = new ListedView(client, OperatorDeployment.settings(config), clock);
    return new Cluster(
        view, view.cluster(), OperatorDeployment.platform(config), new Alongside(alongside));
  }

  /**
   * What would become of a task.
   *
   * @param task with namespace and UID
   * @throws NotAnswered when the namespace is not there, or the policy cannot be read
   */
  public Outlook outlook(SandboxTask task) {
    String name = task.getMetadata().getNamespace();
    List<Open> open = new ArrayList<>();
    Facts.NamespaceFacts namespace =
        switch (view.namespace(name)) {
          case Lookup.Found<Facts.NamespaceFacts> found -> found.value();
          case Lookup.Absent<Facts.NamespaceFacts> absent -> throw NotAnswered.noNamespace(name);
          case Lookup.Unreadable<Facts.NamespaceFacts> no -> {
            open.add(
                new Open(
                    Subject.NAMESPACE,
                    State.UNKNOWN,
                    "it is taken to have no label %s, so that policy %s is in force: %s"
                        .formatted(Names.POLICY_LABEL, Names.DEFAULT_POLICY, no.message())));
            yield new Facts.NamespaceFacts(name, Map.of(), Map.of());
          }
        };
    Outlook outlook =
        switch (choice(view, namespace)) {
          case PolicyChoice.Missing missing ->
              new Outlook(task, new Outlook.Refused(missing.refusal()), List.of());
          case PolicyChoice.Chosen chosen -> under(chosen.policy(), task, namespace, open);
        };
    open.addAll(outlook.open());
    return new Outlook(task, outlook.verdict(), open);
  }

  /**
   * The policy in force in a namespace.
   *
   * @throws NotAnswered when it cannot be read
   */
  static PolicyChoice.Choice choice(ListedView view, Facts.NamespaceFacts namespace) {
    String name = PolicyChoice.nameFor(namespace);
    return switch (view.policy(name)) {
      case Lookup.Found<SandboxPolicy> found ->
          PolicyChoice.choose(namespace, Map.of(name, found.value()));
      case Lookup.Absent<SandboxPolicy> absent -> PolicyChoice.choose(namespace, Map.of());
      case Lookup.Unreadable<SandboxPolicy> no -> throw new NotAnswered(no.message());
    };
  }

  private Outlook under(
      SandboxPolicy policy, SandboxTask task, Facts.NamespaceFacts namespace, List<Open> open) {
    ListedNamespace used = view.used(namespace.name(), task.getSpec(), policy);
    Outlook outlook =
        Forecast.of(
            new Seen(
                task,
                policy,
                namespace,
                listed,
                new ListedNamespace(
                    used.serviceAccount(),
                    alongside.with(used.configMaps(), namespace.name(), open),
                    used.tasks()),
                platform));
    return isNameTaken(task, used)
        ? outlook.taken(
            "there is a SandboxTask of this name already; kubectl glovebox inspect -n %s %s shows it"
                .formatted(namespace.name(), task.getMetadata().getName()))
        : outlook;
  }

  /** A task of the same name, if it is not this one, has to go first. */
  private static boolean isNameTaken(SandboxTask task, ListedNamespace used) {
    return used.tasks() instanceof Lookup.Found<List<SandboxTask>> found
        && found.value().stream()
            .anyMatch(
                other ->
                    other.getMetadata().getName().equals(task.getMetadata().getName())
                        && !other.getMetadata().getUid().equals(task.getMetadata().getUid()));
  }
}
