package dev.glovebox.e2e.attack;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What a process tries on the machine that it finds itself on. */
@OnCluster
class InsideAttackIT {
  private static InsideCells cells;

  @BeforeAll
  static void open(Cluster cluster) {
    cells = InsideCells.open(cluster);
  }

  @AfterAll
  static void close() {
    if (cells != null) {
      cells.ground().close();
    }
  }

  @Attack(Row.A1)
  void writes(Evidence evidence) {
    InsideAttacks.writes(cells, evidence);
  }

  @Attack(Row.A2)
  void context(Evidence evidence) {
    evidence.control(
        "an emptyDir there is written",
        cells.control().of("write new context").equals("done"),
        cells.control().of("write new context"));
    for (String name : Set.of("write context", "write new context", "remove context")) {
      InsideAttacks.stopped(
          cells, evidence, name, "Read-only file system|Permission denied|nonexistent");
    }
    evidence.tried(
        "the context is another one",
        cells.inside().of("context").equals("as given"),
        cells.inside().of("context"));
    var schema =
        Serialization.unmarshal(
                cells
                    .ground()
                    .cluster()
                    .kubectl("get", "crd", "sandboxtasks.glovebox.dev", "-o", "json")
                    .succeed(),
                ObjectNode.class)
            .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties");
    evidence.control("the schema was read", schema.has("image"), schema);
    evidence.tried(
        "a field that makes it writable",
        names(schema.at("/configMaps/items/properties")).equals(Set.of("name", "mountPath")),
        schema.at("/configMaps"));
    evidence.tried(
        "a pod template, a volume or a container of one's own",
        names(schema).stream()
            .noneMatch(n -> n.matches("(?i).*(template|volume|container|securityContext|host).*")),
        names(schema));
  }

  private static Set<String> names(JsonNode properties) {
    return properties.properties().stream().map(Map.Entry::getKey).collect(toSet());
  }

  @Attack(Row.A3)
  void hostFiles(Evidence evidence) {
    InsideAttacks.hostFiles(cells, evidence);
  }

  @Attack(Row.A4)
  void token(Evidence evidence) {
    InsideAttacks.token(cells, evidence);
  }

  @Attack(Row.A6)
  void environment(Evidence evidence) {
    InsideAttacks.environment(cells, evidence);
  }

  @Attack(Row.A9)
  void secret(Evidence evidence) {
    new SecretSearch(cells).run(evidence);
  }

  @Attack(Row.A29)
  void privileges(Evidence evidence) {
    InsideAttacks.privileges(cells, evidence);
  }

  @Attack(Row.A30)
  void setuid(Evidence evidence) {
    SetuidImage.tryIt(cells.ground(), evidence);
  }

  @Attack(Row.A31)
  void kernel(Evidence evidence) {
    KernelAttacks.ownKernel(cells, evidence);
  }

  @Attack(Row.A41)
  void configurationFromInside(Evidence evidence) {
    evidence.control(
        "the API server answers a pod",
        cells.control().of("api").contains("HTTP"),
        cells.control().of("api"));
    SandboxTask task = cells.ground().tasks().finished("forger");
    Findings seen = new Findings(cells.ground().tasks().log(task));
    evidence.control("it came to its end", seen.of("end").equals("reached 3"), seen);
    evidence.tried(
        "the API server answers afterwards",
        seen.all("api").equals(java.util.List.of("", "", "")),
        seen);
    var isolation = task.getStatus().isolation().network();
    evidence.tried(
        "the proof is the forged one",
        isolation.targets() != 99 && isolation.rounds() != 99,
        isolation);
    evidence.control(
        "its words were taken",
        task.getStatus().terminationMessage().contains("\"targets\":99"),
        task.getStatus().terminationMessage());
    SandboxTask plain = cells.task();
    evidence.tried(
        "more than for another task",
        isolation.targets().equals(plain.getStatus().isolation().network().targets())
            && task.getStatus().phase() == Phase.Succeeded,
        task.getStatus());
    String answer =
        Requests.judged(
            cells.ground().users().developer(),
            cells.ground().tasks(),
            "env: [{name: GLOVEBOX_NETWORK, value: Internet}]");
    evidence.tried("a variable of the product", answer.contains("reserved"), answer);
  }
}
