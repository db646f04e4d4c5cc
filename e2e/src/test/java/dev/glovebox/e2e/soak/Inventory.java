package dev.glovebox.e2e.soak;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.soak.Traces.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Looks for all that there is, so that a leak needs no name to be found by. */
record Inventory(Cluster cluster) {
  /** They are a log, and the API server forgets them by itself. */
  private static final Set<String> LEFT_OUT = Set.of("events", "events.events.k8s.io");

  Traces now() {
    Set<String> pods =
        cluster.client().pods().inAnyNamespace().list().getItems().stream()
            .map(pod -> pod.getMetadata().getUid())
            .collect(Collectors.toSet());
    return new Traces(objects(), entries(), pods);
  }

  private TreeSet<String> objects() {
    String kinds =
        cluster
            .kubectl("api-resources", "--verbs=list", "--output=name")
            .succeed()
            .lines()
            .filter(kind -> !LEFT_OUT.contains(kind))
            .collect(Collectors.joining(","));
    return cluster
        .kubectl(
            "get",
            kinds,
            "--all-namespaces",
            "--ignore-not-found",
            "--output=jsonpath={range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name}{'\\n'}{end}")
        .succeed()
        .lines()
        .filter(line -> line.contains("/"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Entry> entries() {
    var node = cluster.localNode();
    return node.inNode("bash", "-c", script(), "node.sh", node.volumes().toString())
        .succeed()
        .lines()
        .map(line -> line.split(" ", 3))
        .peek(
            words -> {
              if (words.length != 3) {
                throw new AssertionError("not PLACE POD NAME: " + String.join(" ", words));
              }
            })
        .map(words -> new Entry(words[0], words[1], words[2]))
        .toList();
  }

  private static String script() {
    try (var script = Inventory.class.getResourceAsStream("/soak/node.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
