package dev.glovebox.e2e.soak;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What there is in the cluster and on its node at one moment.
 *
 * @param objects every object but Events, as {@code Kind namespace/name}
 * @param entries directories, containers, mounts and processes of the node
 * @param pods UIDs of the pods that exist
 */
record Traces(SortedSet<String> objects, List<Entry> entries, Set<String> pods) {

  /**
   * One thing on the node.
   *
   * @param place what it is, as in {@code kubelet-pod}
   * @param pod UID of the pod that it is for; "-" = it does not say
   * @param name its name there; the number of a counted thing, from 1
   */
  record Entry(String place, String pod, String name) {
    @Override
    public String toString() {
      return pod.equals("-") ? place + " " + name : "%s %s of pod %s".formatted(place, name, pod);
    }
  }

  /** Objects that the installation itself replaces while it runs. */
  private static final String OWN = "(Pod|Lease|ReplicaSet) glovebox-system/glovebox-operator.*";

  /**
   * Empty lock files of containers that are gone. runsc makes them: a question about a container
   * opens its lock, and one that waits while the container is deleted makes the file anew
   * (runsc/container/state_file.go). Nothing of a task is in them, and no operator can prevent
   * them.
   */
  private static final String RUNTIMES_OWN = "runsc-lock";

  Traces {
    objects = new TreeSet<>(objects);
    entries = List.copyOf(entries);
    pods = Set.copyOf(pods);
  }

  /** Objects that were not there before, and should not be there now. */
  List<String> leakedObjects(Traces before) {
    return objects.stream()
        .filter(object -> !before.objects.contains(object))
        .filter(object -> !object.matches(OWN))
        .toList();
  }

  /** What is on the node for pods that do not exist any more. */
  List<Entry> ofPodsThatAreGone() {
    return entries.stream()
        .filter(entry -> !entry.pod().equals("-") && !pods.contains(entry.pod()))
        .toList();
  }

  /** What is on the node that was not there before and is for no pod that exists. */
  List<String> leakedEntries(Traces before) {
    return left(before)
        .filter(entry -> !entry.place().equals(RUNTIMES_OWN))
        .map(Entry::toString)
        .sorted()
        .toList();
  }

  /** How many empty files the runtime itself has left since. */
  long leftByTheRuntime(Traces before) {
    return left(before).filter(entry -> entry.place().equals(RUNTIMES_OWN)).count();
  }

  private Stream<Entry> left(Traces before) {
    return entries.stream()
        .filter(entry -> !before.entries.contains(entry))
        .filter(entry -> !pods.contains(entry.pod()));
  }
}
