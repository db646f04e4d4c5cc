package dev.glovebox.cli.plan;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.operator.facts.ListedView;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/**
 * Which policy is in force in a namespace.
 *
 * @param choice as the operator chooses
 */
public record PolicyLookup(Facts.NamespaceFacts namespace, PolicyChoice.Choice choice) {

  /**
   * Reads the namespace and its policy.
   *
   * @throws NotAnswered when one of them cannot be read: which policy is in force is then not known
   */
  public static PolicyLookup of(KubernetesClient client, String name) {
    var view =
        new ListedView(
            client,
            OperatorDeployment.settings(new Lookup.Unreadable<>("not asked")),
            Clock.systemUTC());
    return switch (view.namespace(name)) {
      case Lookup.Found<Facts.NamespaceFacts> found ->
          new PolicyLookup(found.value(), Cluster.choice(view, found.value()));
      case Lookup.Absent<Facts.NamespaceFacts> absent -> throw NotAnswered.noNamespace(name);
      case Lookup.Unreadable<Facts.NamespaceFacts> no -> throw new NotAnswered(no.message());
    };
  }
}
