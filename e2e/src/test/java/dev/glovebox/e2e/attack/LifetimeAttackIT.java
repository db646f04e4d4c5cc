package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What a task leaves behind, and what becomes of it when it is taken away in unusual ways. */
@OnCluster
class LifetimeAttackIT {
  private static final String BOMB = "timeouts: {runSeconds: 60}\n";

  /** Ignores TERM and tries the API server until it is killed. */
  private static final String STUBBORN =
      """
      trap '' TERM
      while :; do
        echo "api=$(printf 'GET / HTTP/1.0\\r\\n\\r\\n' | timeout 1 nc -w 1 %s 443 2>/dev/null | tr -dc 'A-Za-z0-9 ')"
      done
      """;

  private static final String MARK =
      """
      for place in $HOME /workspace /tmp /dev/shm; do
        echo "found $place=$(cat $place/mark 2>/dev/null)"
        echo marked > $place/mark; echo "left $place=$(cat $place/mark)"
      done
      """;

  private static Ground ground;
  private static Workplace doomed;
  private static String api;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-life");
    doomed = Workplace.open(cluster, "attack-doom");
    api = cluster.apiServerAddress();
    Workplace tasks = ground.tasks();
    tasks.script("first", MARK, Ground.SMALL);
    tasks.script("memory", "tail /dev/zero", "resources: {cpu: 300m, memory: 64Mi}\n" + BOMB);
    tasks.script(
        "fork",
        "bomb() { bomb | bomb & }; bomb; sleep 50",
        "resources: {cpu: 200m, memory: 64Mi}\n" + BOMB);
    tasks.script(
        "disk",
        "dd if=/dev/zero of=/workspace/big bs=1M count=64; echo over > /dev/termination-log; sleep 1; exit 9",
        Ground.SMALL + "workspace: {size: 16Mi}\n");
    tasks.script(
        "scratch",
        // The kubelet looks at volumes once a minute.
        "dd if=/dev/zero of=/work/big bs=1M count=100; sleep 140",
        """
        resources: {cpu: 200m, memory: 128Mi, ephemeralStorage: 32Mi}
        workspace: {type: Ephemeral, size: 16Mi, mountPath: /work}
        timeouts: {runSeconds: 150}
        """);
    tasks.script(
        "log",
        "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; sleep 50",
        "resources: {cpu: 200m, memory: 128Mi, ephemeralStorage: 16Mi}\n" + BOMB);
    tasks.script("sibling", "for i in 1 2 3 4 5 6 7 8; do echo alive; sleep 1; done", Ground.SMALL);
    for (String name : List.of("foreground", "orphan", "stubborn")) {
      tasks.script(name, STUBBORN.formatted(api), Ground.SMALL);
    }
    doomed.script("namespace", STUBBORN.formatted(api), Ground.SMALL);
    ground.pod(
        ground.open(),
        "api",
        "printf 'GET / HTTP/1.0\\r\\n\\r\\n' | timeout 2 nc -w 1 %s 443 | tr -dc 'A-Za-z0-9 '"
            .formatted(api),
        "",
        "");
    AdmissionAttacks.ordinary(ground);
  }

  @AfterAll
  static void close() {
    doomed.close();
    ground.close();
  }

  @Attack(Row.A37)
  void credentialsOfTheTaskBefore(Evidence evidence) {
    nextTask(evidence, "second", "found /home/task", "found /tmp", "found /dev/shm");
  }

  @Attack(Row.A38)
  void steeringTheNextTask(Evidence evidence) {
    nextTask(evidence, "third", "found /workspace");
    var user = ground.users().developer();
    var task =
        user.resources(SandboxTask.class).inNamespace(ground.tasks().namespace()).withName("first");
    for (String change :
        List.of(
            "{\"spec\":{\"image\":\"example.com/other@sha256:%s\"}}".formatted("a".repeat(64)),
            "{\"spec\":{\"args\":[\"other\"]}}",
            "{\"spec\":{\"network\":{\"mode\":\"Internet\"}}}",
            "{\"spec\":{\"runAsUser\":10009}}",
            "{\"spec\":{\"command\":null}}")) {
      String answer = Requests.answer(() -> task.patch(AdmissionAttacks.MERGE, change));
      evidence.tried(change, answer.contains("immutable"), answer);
    }
    String note =
        Requests.answer(
            () ->
                task.patch(
                    AdmissionAttacks.MERGE, "{\"metadata\":{\"annotations\":{\"note\":\"x\"}}}"));
    evidence.control("a note may be added", note.isEmpty(), note);
  }

  /** A task of the same kind after the first one: what the first left is not there. */
  private static void nextTask(Evidence evidence, String name, String... found) {
    SandboxTask first = ground.tasks().finished("first");
    Findings before = new Findings(ground.tasks().log(first));
    ground.tasks().script(name, MARK, Ground.SMALL);
    Findings after = new Findings(ground.tasks().log(ground.tasks().finished(name)));
    for (String place : found) {
      String left = place.replace("found", "left");
      evidence.control("the first left a mark, " + left, before.of(left).equals("marked"), before);
      evidence.tried(place, after.of(place).isEmpty(), after);
    }
  }

  @Attack(Row.A33)
  void bombs(Evidence evidence) {
    ended(evidence, "memory", "OutOfMemory");
    ended(evidence, "fork", "OutOfMemory", "DeadlineExceeded", "StartError", "ExitNonZero");
    ended(evidence, "scratch", "StorageExceeded");
    ended(evidence, "log", "StorageExceeded");
    SandboxTask disk = ground.tasks().finished("disk");
    String log = ground.tasks().log(disk);
    evidence.tried("more than the volume holds", log.contains("No space left"), log);
    SandboxTask sibling = Outcome.succeeded(evidence, ground.tasks(), "sibling");
    String alive = ground.tasks().log(sibling);
    evidence.tried(
        "the task beside it suffers", alive.lines().filter("alive"::equals).count() == 8, alive);
    boolean pressure =
        ground
            .cluster()
            .client()
            .nodes()
            .withName(sibling.getStatus().nodeName())
            .get()
            .getStatus()
            .getConditions()
            .stream()
            .anyMatch(c -> c.getType().endsWith("Pressure") && c.getStatus().equals("True"));
    evidence.tried("the node suffers", !pressure, "pressure");
  }

  @Attack(Row.B10)
  void signsOfGvisor(Evidence evidence) {
    SandboxTask fine = Outcome.succeeded(evidence, ground.tasks(), "sibling");
    evidence.tried(
        "no seccomp filter inside is taken for an attack",
        fine.getStatus().isolation() != null,
        fine.getStatus());
    ended(evidence, "memory", "OutOfMemory");
    evidence.control(
        "its end was seen",
        ground.tasks().task("memory").getStatus().exitCode() != null,
        ground.tasks().task("memory").getStatus());
  }

  private static void ended(Evidence evidence, String name, String... reasons) {
    SandboxTask task = ground.tasks().finished(name);
    boolean ended =
        task.getStatus().phase() == Phase.Failed
            && List.of(reasons).contains(task.getStatus().reason());
    evidence.tried(name + " is ended, and why is said", ended, task.getStatus());
    evidence.control(name + " did run", task.getStatus().runningTime() != null, task.getStatus());
  }

  @Attack(Row.B12)
  void policyWhileTerminating(Evidence evidence) {
    SandboxTask task = ground.tasks().inPhase("stubborn", "Running");
    apiAnswers(evidence);
    evidence.control("it tries", tries(ground.tasks(), task) > 0, "");
    Destruction destruction = Destruction.of(ground.tasks(), task);
    // Followed from outside: its pod is gone when the order is known.
    var log = new ByteArrayOutputStream();
    LogWatch watch =
        ground
            .cluster()
            .client()
            .pods()
            .inNamespace(ground.tasks().namespace())
            .withName(task.getStatus().podName())
            .inContainer("task")
            .watchLog(log);
    try {
      Awaitility.await().until(() -> log.size() > 0);
      int before = log.size();
      ground.tasks().handle("stubborn").delete();
      inOrder(evidence, destruction.watch());
      String all = log.toString(StandardCharsets.UTF_8);
      evidence.control("it went on after TERM", all.length() > before, all.length());
      evidence.tried("the API server answers until the end", !all.contains("HTTP"), all);
    } finally {
      watch.close();
    }
  }

  @Attack(Row.B17)
  void cascades(Evidence evidence) {
    SandboxTask orphan = ground.tasks().inPhase("orphan", "Running");
    AdmissionAttacks.orphan(ground, orphan, evidence);
    apiAnswers(evidence);
    ground.tasks().inPhase("foreground", "Running");
    for (DeletionPropagation cascade :
        List.of(DeletionPropagation.FOREGROUND, DeletionPropagation.ORPHAN)) {
      String name = cascade == DeletionPropagation.ORPHAN ? "orphan" : "foreground";
      Destruction destruction = Destruction.of(ground.tasks(), ground.tasks().task(name));
      ground.tasks().handle(name).withPropagationPolicy(cascade).delete();
      List<String> order = destruction.watch();
      evidence.tried(
          name + ": the policy is not the last",
          order.size() == 4 && order.getLast().equals("policy"),
          order);
    }
    SandboxTask task = doomed.inPhase("namespace", "Running");
    Destruction destruction = Destruction.of(doomed, task);
    ground.cluster().client().namespaces().withName(doomed.namespace()).delete();
    List<String> order = destruction.watch();
    evidence.tried(
        "namespace: the policy goes before the pod",
        order.size() == 4 && order.indexOf("pod") < order.indexOf("policy"),
        order);
    Awaitility.await("the namespace is gone")
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                ground.cluster().client().namespaces().withName(doomed.namespace()).get() == null);
    for (String name : List.of("foreground", "orphan")) {
      Awaitility.await(name + " is gone").until(() -> ground.tasks().task(name) == null);
    }
    String left =
        ground
            .cluster()
            .kubectl(
                "-n", ground.tasks().namespace(), "get", "pods,pvc,networkpolicies", "-o", "name")
            .succeed();
    evidence.tried(
        "something stays",
        Stream.of("gbx-foreground", "gbx-orphan").noneMatch(left::contains),
        left);
  }

  private static void inOrder(Evidence evidence, List<String> order) {
    evidence.tried(
        "another order of destruction",
        order.equals(List.of("pod", "claim", "volume", "policy")),
        order);
  }

  private static void apiAnswers(Evidence evidence) {
    String answer = ground.output(ground.open(), "api");
    evidence.control("the API server answers a pod", answer.contains("HTTP"), answer);
  }

  private static long tries(Workplace where, SandboxTask task) {
    Awaitility.await().until(() -> where.log(task).contains("api="));
    return where.log(task).lines().count();
  }
}
