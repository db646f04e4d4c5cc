package dev.glovebox.cli.complete;

import java.util.List;

/** What only a cluster or a kubeconfig knows. Empty where it cannot be had. */
public interface Cluster {
  /** Names of the tasks of a namespace. */
  List<String> tasks(Flags flags);

  /** Names of namespaces. */
  List<String> namespaces(Flags flags);

  /** Names of the kubeconfig's contexts. */
  List<String> contexts(Flags flags);

  /**
   * What was typed that says which cluster.
   *
   * @param kubeconfig null if it was not typed, as the others
   */
  record Flags(String kubeconfig, String context, String namespace) {}
}
