package dev.glovebox.core.render;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the pod may go: the policy's and the RuntimeClass's rules, and exactly the plan's nodes.
 */
final class Placement {
  /** What the pod's affinity may list (design.md, step 3). */
  private static final int MAX_NODES = 500;

  private Placement() {}

  /**
   * The RuntimeClass's selector is merged as the API server would. Where both name a label with
   * another value, the policy's stays and the API server refuses the pod, saying so.
   */
  static Map<String, String> nodeSelector(Plan plan) {
    var selector = new TreeMap<>(plan.runtimeClass().nodeSelector());
    var policys = plan.policySpec().pods().nodeSelector();
    if (policys != null) {
      selector.putAll(policys);
    }
    return selector;
  }

  static List<Toleration> tolerations(Plan plan) {
    var policys = plan.policySpec().pods().tolerations();
    var own =
        policys == null
            ? List.<Toleration>of()
            : policys.stream()
                .map(
                    t ->
                        new Toleration(
                            t.effect(), t.key(), t.operator(), t.tolerationSeconds(), t.value()))
                .toList();
    return Tolerations.admitted(own, plan.runtimeClass().tolerations());
  }

  /**
   * Any of the nodes. A field selector by name takes one value only, so that each node is a term of
   * its own; terms are alternatives.
   */
  static Affinity affinity(List<Facts.NodeFacts> nodes) {
    if (nodes.isEmpty() || nodes.size() > MAX_NODES) {
      // Without any term the pod could go anywhere.
      throw new IllegalArgumentException(
          "a plan must have 1 to " + MAX_NODES + " nodes, has " + nodes.size());
    }
    // @formatter:off
    return new AffinityBuilder()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withNodeSelectorTerms(nodes.stream().map(Placement::term).toList())
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
    // @formatter:on
  }

  private static NodeSelectorTerm term(Facts.NodeFacts node) {
    return new NodeSelectorTermBuilder()
        .addNewMatchField()
        .withKey("metadata.name")
        .withOperator("In")
        .withValues(node.name())
        .endMatchField()
        .build();
  }
}
