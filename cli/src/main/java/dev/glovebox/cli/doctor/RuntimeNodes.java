package dev.glovebox.cli.doctor;

import java.util.List;
import java.util.stream.Collectors;

/** Whether nodes have the handlers of the classes that the policies allow. */
final class RuntimeNodes implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    List<AllowedClass> usable =
        AllowedClass.all(seen).stream().filter(AllowedClass::usable).toList();
    if (usable.isEmpty()) {
      throw new NotKnown(
          "no SandboxPolicy allows a RuntimeClass that can be used",
          "see the check that has the cause",
          "RuntimeClasses");
    }
    for (AllowedClass one : usable) {
      boolean another =
          usable.stream()
              .filter(
                  other -> other.policy().equals(one.policy()) && !other.name().equals(one.name()))
              .anyMatch(other -> other.nodes().stream().anyMatch(AllowedClass::takesPods));
      if (one.nodes().isEmpty()) {
        add(
            findings,
            another,
            "no node that SandboxPolicy %s may use lists handler %s of RuntimeClass %s in status.runtimeHandlers"
                .formatted(one.policy(), one.found().getHandler(), one.name()),
            "install the runtime on nodes, or take the class out of the policy's spec.runtimes");
      } else if (one.nodes().stream().noneMatch(AllowedClass::takesPods)) {
        add(
            findings,
            another,
            "no node with handler %s (SandboxPolicy %s) is ready and schedulable: %s"
                .formatted(one.found().getHandler(), one.policy(), names(one)),
            "kubectl describe nodes");
      }
    }
    return usable.stream()
        .map(one -> "%s on %d".formatted(one.name(), one.nodes().size()))
        .distinct()
        .collect(Collectors.joining(", ", "nodes that have the runtime of a class: ", ""));
  }

  private static void add(Findings findings, boolean another, String seen, String remedy) {
    findings.add(new Finding(another ? Level.WARNING : Level.FAILED, seen, remedy, null));
  }

  private static String names(AllowedClass one) {
    return one.nodes().stream()
        .limit(5)
        .map(node -> node.getMetadata().getName())
        .collect(Collectors.joining(", "));
  }
}
