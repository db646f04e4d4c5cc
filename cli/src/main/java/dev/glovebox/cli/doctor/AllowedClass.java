package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A RuntimeClass as a SandboxPolicy allows it, followed down to the nodes.
 *
 * @param policy name of the SandboxPolicy
 * @param found null = there is no such RuntimeClass
 * @param nodes those that list the class's handler and that its and the policy's selectors match
 */
record AllowedClass(String policy, AllowedRuntime runtime, RuntimeClass found, List<Node> nodes) {

  /** Every class of every policy. */
  static List<AllowedClass> all(Seen seen) {
    List<RuntimeClass> classes = Seen.need(seen.runtimeClasses());
    List<Node> nodes = Seen.need(seen.nodes());
    return Seen.need(seen.policies()).stream()
        .flatMap(policy -> of(policy, classes, nodes))
        .toList();
  }

  private static Stream<AllowedClass> of(
      SandboxPolicy policy, List<RuntimeClass> classes, List<Node> nodes) {
    Map<String, String> selector =
        policy.getSpec().pods() == null ? null : policy.getSpec().pods().nodeSelector();
    return Objects.requireNonNullElse(policy.getSpec().runtimes(), List.<AllowedRuntime>of())
        .stream()
        .map(
            runtime -> {
              RuntimeClass found =
                  classes.stream()
                      .filter(one -> one.getMetadata().getName().equals(runtime.runtimeClassName()))
                      .findFirst()
                      .orElse(null);
              return new AllowedClass(
                  policy.getMetadata().getName(),
                  runtime,
                  found,
                  found == null
                      ? List.of()
                      : nodes.stream()
                          .filter(node -> lists(node, found.getHandler()))
                          .filter(node -> matches(node, ofClass(found)) && matches(node, selector))
                          .toList());
            });
  }

  /** Name of the class. */
  String name() {
    return runtime.runtimeClassName();
  }

  /** Whether the class is there and names a handler that the policy allows. */
  boolean usable() {
    return found != null
        && runtime.handlers() != null
        && runtime.handlers().contains(found.getHandler());
  }

  private static boolean lists(Node node, String handler) {
    return node.getStatus() != null
        && node.getStatus().getRuntimeHandlers().stream()
            .anyMatch(one -> handler.equals(one.getName()));
  }

  private static Map<String, String> ofClass(RuntimeClass found) {
    return found.getScheduling() == null ? null : found.getScheduling().getNodeSelector();
  }

  private static boolean matches(Node node, Map<String, String> selector) {
    Map<String, String> labels =
        Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.<String, String>of());
    return selector == null || labels.entrySet().containsAll(selector.entrySet());
  }

  /** Whether the node can take a pod now. */
  static boolean takesPods(Node node) {
    boolean cordoned =
        node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    return !cordoned
        && node.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }
}
