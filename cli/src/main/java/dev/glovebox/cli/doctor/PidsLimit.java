package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether the kubelets limit the processes of a pod: no field of a pod can. */
final class PidsLimit implements Check {
  private static final String REMEDY =
      "set podPidsLimit in the kubelet's configuration, for example 4096";

  @Override
  public String look(Seen seen, Findings findings) {
    if (seen.pidsLimits().isEmpty()) {
      throw new NotKnown(
          "no node has a runtime of a SandboxPolicy",
          "see the check that has the cause",
          "RuntimeNodes");
    }
    Map<String, Long> limits = new TreeMap<>();
    List<String> unread = new ArrayList<>();
    new TreeMap<>(seen.pidsLimits())
        .forEach(
            (node, lookup) -> {
              switch (lookup) {
                case Lookup.Found<Long> found -> limits.put(node, found.value());
                case Lookup.Absent<Long> absent -> unread.add(node + " does not say");
                case Lookup.Unreadable<Long> unreadable -> unread.add(unreadable.message());
              }
            });
    List<String> without = limits.keySet().stream().filter(node -> limits.get(node) <= 0).toList();
    if (!without.isEmpty()) {
      findings.warning(
          "kubelets do not limit the processes of a pod: %s; a fork bomb in a sandbox ends at its memory limit only"
              .formatted(String.join(", ", without)),
          REMEDY);
    }
    if (!unread.isEmpty()) {
      findings.unknown(
          "kubelet configuration: " + unread.getFirst(),
          "it needs the right to get nodes/proxy (configz); or look at podPidsLimit on the nodes");
    }
    return "kubelets limit the processes of a pod (podPidsLimit): " + limits;
  }
}
