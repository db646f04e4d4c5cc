package dev.glovebox.e2e.fault;

import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What there is of a namespace's tasks, in the API and on the node.
 *
 * @param directoriesBefore volumes that the node had before the first of them
 */
record Leftovers(Workplace workplace, Set<String> directoriesBefore) {

  /** Before anything is made. */
  static Leftovers before(Workplace workplace) {
    return new Leftovers(workplace, directories(workplace));
  }

  /** Everything, for people; empty when all tasks and all of them are gone. */
  List<String> now() {
    List<String> all = new ArrayList<>();
    workplace
        .cluster()
        .kubectl(
            "-n",
            workplace.namespace(),
            "get",
            "sandboxtasks,pods,persistentvolumeclaims,networkpolicies",
            "-o",
            "name")
        .succeed()
        .lines()
        .filter(line -> line.contains("/"))
        .forEach(all::add);
    Set<String> volumes = new TreeSet<>();
    for (PersistentVolume volume :
        workplace.cluster().client().persistentVolumes().list().getItems()) {
      volumes.add(volume.getMetadata().getName());
      var claim = volume.getSpec().getClaimRef();
      if (claim != null && claim.getNamespace().equals(workplace.namespace())) {
        all.add("volume " + volume.getMetadata().getName());
      }
    }
    for (String directory : directories(workplace)) {
      if (!directoriesBefore.contains(directory) && !volumes.contains(directory)) {
        all.add("directory " + directory);
      }
    }
    return all;
  }

  private static Set<String> directories(Workplace workplace) {
    var node = workplace.cluster().localNode();
    return new TreeSet<>(node.inNode("ls", node.volumes().toString()).succeed().lines().toList());
  }
}
