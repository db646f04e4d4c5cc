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
import java.util.TreeMap;
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
    evidence.control(
        "a root pod writes", cells.control().of("write /etc").equals("done"), cells.control());
    cells
        .control()
        .startingWith("write /")
        .forEach(
            (name, inControl) -> {
              if (inControl.equals("done")) {
                stopped(
                    evidence, name, "Read-only file system|Permission denied|nonexistent|No such");
              }
            });
    evidence.control(
        "the workspace is written",
        cells.inside().of("workspace").equals("written"),
        cells.inside().of("workspace"));
  }

  @Attack(Row.A2)
  void context(Evidence evidence) {
    evidence.control(
        "an emptyDir there is written",
        cells.control().of("write new context").equals("done"),
        cells.control().of("write new context"));
    for (String name : Set.of("write context", "write new context", "remove context")) {
      stopped(evidence, name, "Read-only file system|Permission denied|nonexistent");
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
    Map<String, String> there = cells.control().startingWith("host ");
    evidence.control(
        "a pod with a host path sees it", there.get("host var/lib/kubelet").equals("there"), there);
    cells
        .inside()
        .startingWith("host ")
        .forEach((name, seen) -> evidence.tried(name, seen.equals("absent"), seen));
    String answer =
        Requests.answer(
            () ->
                cells
                    .ground()
                    .users()
                    .developer()
                    .pods()
                    .inNamespace(cells.ground().tasks().namespace())
                    .resource(InsideCells.hostPathPod(cells.ground()))
                    .dryRun()
                    .create());
    evidence.tried("a pod with a host path beside the tasks", answer.contains("hostPath"), answer);
  }

  @Attack(Row.A4)
  void token(Evidence evidence) {
    String token = cells.control().of("token /var/run/secrets/kubernetes.io");
    evidence.control("a pod has one", token.startsWith("eyJ"), token);
    evidence.control(
        "and reaches the API server",
        cells.control().of("api").contains("HTTP"),
        cells.control().of("api"));
    cells
        .inside()
        .startingWith("token ")
        .forEach((name, seen) -> evidence.tried(name, seen.equals("absent"), seen));
    evidence.tried(
        "the API server answers",
        !cells.inside().of("api").contains("HTTP"),
        cells.inside().of("api"));
  }

  @Attack(Row.A6)
  void environment(Evidence evidence) {
    Map<String, String> control = cells.control().startingWith("env ");
    evidence.control(
        "a pod inherits services and envFrom",
        control.containsKey("env KUBERNETES_SERVICE_HOST") && control.containsKey("env FROM_A_MAP"),
        control.keySet());
    Map<String, String> inside = new TreeMap<>(cells.inside().startingWith("env "));
    inside.forEach(
        (name, value) -> {
          if (name.startsWith("env KUBERNETES_")) {
            evidence.tried(name + " tells something", value.isEmpty(), value);
          }
        });
    inside.keySet().removeIf(name -> name.startsWith("env KUBERNETES_"));
    evidence.control("its own variable is there", "given".equals(inside.get("env OWN")), inside);
    evidence.tried(
        "a variable that nobody gave it",
        inside.keySet().equals(Set.of("env OWN", "env HOME", "env HOSTNAME", "env PATH")),
        inside);
    evidence.tried("HOME is another", "/home/task".equals(inside.get("env HOME")), inside);
  }

  @Attack(Row.A9)
  void secret(Evidence evidence) {
    new SecretSearch(cells).run(evidence);
  }

  @Attack(Row.A29)
  void privileges(Evidence evidence) {
    cells
        .control()
        .startingWith("privilege ")
        .forEach(
            (name, inControl) -> {
              evidence.control(name + " by a privileged pod", inControl.equals("done"), inControl);
              stopped(
                  evidence,
                  name,
                  "not permitted|denied|[Rr]ead-only|can't|[Pp]ermission|Inappropriate|not supported");
            });
    for (String set : Set.of("CapInh", "CapPrm", "CapEff", "CapBnd")) {
      evidence.tried(
          set,
          cells.inside().of("process " + set).matches("0+"),
          cells.inside().of("process " + set));
    }
    evidence.tried(
        "new privileges",
        cells.inside().of("process NoNewPrivs").equals("1"),
        cells.inside().of("process NoNewPrivs"));
    evidence.tried(
        "root",
        cells.inside().of("process Uid").matches("1\\d{4}( 1\\d{4}){3}"),
        cells.inside().of("process Uid"));
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

  /** It did not succeed, and says why: an error that is not expected is looked at. */
  private static void stopped(Evidence evidence, String name, String error) {
    String seen = cells.inside().of(name);
    evidence.tried(name, !seen.equals("done"), seen);
    evidence.control(name + " was tried", seen.matches(".*(" + error + ").*"), seen);
  }
}
