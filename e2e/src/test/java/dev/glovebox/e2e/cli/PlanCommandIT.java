package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cli.PlannedSpecs.End;
import dev.glovebox.e2e.cli.PlannedSpecs.Spec;
import dev.glovebox.e2e.cli.SixtyTasks.Place;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.AuditLog.Request;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.fault.ApiServerProxy;
import dev.glovebox.e2e.fault.Call;
import dev.glovebox.e2e.fault.Fault;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plan} prints is what the operator makes. */
@OnCluster
class PlanCommandIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private static Path files;

  /** A task, as the file says it, and as the operator left it. */
  private record Case(Spec spec, String document, SandboxTask task) {
    String name() {
      return spec.name();
    }
  }

  @Test
  void forSixtyTasksItPrintsWhatTheOperatorMakes(Cluster cluster) throws IOException {
    SixtyTasks.certify(cluster);
    try (SixtyTasks sixty = SixtyTasks.open(cluster)) {
      assertThat(sixty.places().stream().mapToInt(place -> place.specs().size()).sum())
          .isEqualTo(60);
      Map<Place, List<Case>> cases = new LinkedHashMap<>();
      sixty.places().forEach(place -> cases.put(place, make(place)));
      for (Place place : sixty.places()) {
        agree(place.workplace(), cases.get(place));
      }
      for (Place place : sixty.places()) {
        tasks(place).delete();
      }
      for (Place place : sixty.places()) {
        Awaitility.await().atMost(PATIENCE).until(() -> tasks(place).list().getItems().isEmpty());
      }
    }
  }

  private static NonNamespaceOperation<
          SandboxTask, KubernetesResourceList<SandboxTask>, Resource<SandboxTask>>
      tasks(Place place) {
    return place
        .workplace()
        .cluster()
        .client()
        .resources(SandboxTask.class)
        .inNamespace(place.namespace());
  }

  /**
   * By what the API server wrote down about an account that may do everything, and by what it
   * keeps. The same looks find a read of a Secret, a dry run and an object, each made on purpose.
   */
  @Test
  @Tag("local-node")
  void planningSixtyTasksReadsNoSecretAndChangesNoObject(Cluster cluster) throws IOException {
    try (SixtyTasks sixty = SixtyTasks.open(cluster);
        AuditedAccount account = AuditedAccount.open(cluster, files)) {
      String wide = sixty.places().getFirst().namespace();
      List<Path> read = new ArrayList<>();
      for (Place place : sixty.places()) {
        read.add(Files.writeString(files.resolve(place.namespace()), place.documents()));
      }
      Instant start = Instant.now();
      Set<StoredObject> before = StoredObject.all(cluster);
      for (Path file : read) {
        for (String form : List.of("table", "yaml")) {
          Plugin.Result result = account.plugin().run("plan", "-f", file.toString(), "-o", form);
          assertThat(result.exitCode()).as("%s", result).isEqualTo(1);
        }
      }
      // The log has what came before when it has this.
      account.kubectl("get", "configmap", "usable-too", "-n", wide, "-o", "name").succeed();
      List<Request> requests = await(account, "get configmaps usable-too 200", 3);
      Set<StoredObject> after = StoredObject.all(cluster);

      assertThat(requests)
          .extracting(request -> request.verb() + " " + request.resource())
          .contains("list nodes", "list runtimeclasses", "list sandboxtasks", "get configmaps");
      assertThat(AuditedAccount.writesAndSecrets(requests)).isEmpty();
      after.removeAll(before);
      assertThat(after).allSatisfy(changed -> isChangedByAnother(cluster, changed, start));

      account.kubectl("get", "secret", "usable", "-n", wide).succeed();
      account.kubectl("create", "configmap", "dry", "-n", wide, "--dry-run=server").succeed();
      account.kubectl("create", "configmap", "made", "-n", wide).succeed();
      assertThat(AuditedAccount.writesAndSecrets(await(account, "create configmaps made 201", 1)))
          .extracting(Request::toString)
          .containsExactly(
              "get secrets usable 200", "create configmaps dry 201", "create configmaps made 201");
      Set<StoredObject> controls = StoredObject.all(cluster);
      controls.removeAll(before);
      StoredObject made =
          controls.stream().filter(one -> one.name().equals("made")).findFirst().orElseThrow();
      assertThatThrownBy(() -> isChangedByAnother(cluster, made, start))
          .isInstanceOf(AssertionError.class);
    }
  }

  /** Waits until so many requests that look like this are in the log, and returns all. */
  private static List<Request> await(AuditedAccount account, String request, int times) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(
            account::requests,
            all -> all.stream().filter(one -> one.toString().equals(request)).count() >= times);
  }

  /** The cluster has a life of its own: each part of it is known by what the log has. */
  private static void isChangedByAnother(Cluster cluster, StoredObject changed, Instant start) {
    assertThat(new AuditLog(cluster.localNode().auditLog()).writes())
        .as("who changed %s", changed)
        .filteredOn(request -> request.when().isAfter(start.minusSeconds(10)))
        .filteredOn(changed::isOf)
        .isNotEmpty()
        .allMatch(AuditedAccount::isByAnother);
  }

  /**
   * In a network of its own without any interface up, with no kubeconfig: what differs from the
   * plan on the cluster is what an assumption stands for, and that is named.
   */
  @Test
  @Tag("local-node")
  void withoutAClusterItPrintsTheSameButForWhatItSaysItAssumes(Cluster cluster) throws IOException {
    SixtyTasks.certify(cluster);
    try (SixtyTasks sixty = SixtyTasks.open(cluster)) {
      for (Place place : sixty.places()) {
        Path file = Files.writeString(files.resolve(place.namespace()), place.documents());
        List<String> line =
            new ArrayList<>(List.of("plan", "--offline", "-f", file.toString(), "-o", "json"));
        if (place.policy().isPresent()) {
          Path policy = files.resolve(place.namespace() + "-policy");
          Files.writeString(policy, place.policy().get());
          line.addAll(List.of("--policy", policy.toString()));
        }
        Plugin nowhere =
            Plugin.of(cluster)
                .with("KUBECONFIG", files.resolve("none").toString())
                .with("HOME", files.toString());
        PrintedPlans offline = PrintedPlans.of(nowhere.withoutNetwork(line.toArray(String[]::new)));
        PrintedPlans seen =
            PrintedPlans.of(Plugin.of(cluster).run("plan", "-f", file.toString(), "-o", "json"));
        OfflineAgreement.holds(place, seen, offline);

        // The controls: nothing else could have been asked.
        assertThat(nowhere.run("plan", "-f", file.toString()).exitCode()).isGreaterThan(2);
        assertThat(Plugin.of(cluster).withoutNetwork("plan", "-f", file.toString()).exitCode())
            .isEqualTo(69);
      }
    }
  }

  /**
   * With the operator's own rights, which are to write and to read Secrets, and a task that names
   * one.
   */
  @Test
  void itWritesNothingAndReadsNoSecret(Cluster cluster) throws IOException {
    try (Workplace workplace = Workplace.open(cluster, "plan-reads");
        ApiServerProxy proxy = ApiServerProxy.start(cluster, Fault.NONE)) {
      Path file =
          Files.writeString(
              files.resolve("secret.yaml"),
              """
            apiVersion: glovebox.dev/v1alpha1
            kind: SandboxTask
            metadata: {name: with-secret}
            spec:
              image: %s
              secrets: [{secretName: npm-token, key: token, path: /run/secrets/token}]
            """
                  .formatted(workplace.busybox()));
      Path kubeconfig =
          Files.writeString(
              files.resolve("proxied"),
              kubeconfig(proxy.url(), workplace.namespace(), token(cluster)));
      Plugin.Result result =
          Plugin.of(cluster)
              .with("KUBECONFIG", kubeconfig.toString())
              .run("plan", "-f", file.toString());
      // The operator's account may not read its own Deployment: that is unknown, and so is said.
      assertThat(result.exitCode()).as("%s", result).isEqualTo(2);
      assertThat(result.out())
          .contains("npm-token")
          .contains("checked by the operator")
          .contains("unknown: operator's configuration");
      List<Call> calls = proxy.calls();
      assertThat(calls).extracting(Call::what).contains("list nodes", "list runtimeclasses");
      assertThat(calls).filteredOn(Call::writes).isEmpty();
      assertThat(calls).filteredOn(call -> call.resource().equals("secrets")).isEmpty();
    }
  }

  private static String kubeconfig(String server, String namespace, String token) {
    return """
      apiVersion: v1
      kind: Config
      clusters: [{name: proxy, cluster: {server: "%s"}}]
      contexts: [{name: proxy, context: {cluster: proxy, user: operator, namespace: %s}}]
      users: [{name: operator, user: {token: %s}}]
      current-context: proxy
      """
        .formatted(server, namespace, token);
  }

  private static String token(Cluster cluster) {
    return cluster
        .kubectl("create", "token", "glovebox-operator", "--namespace", "glovebox-system")
        .succeed()
        .strip();
  }

  private static List<Case> make(Place place) {
    List<Case> cases = new ArrayList<>();
    for (Spec spec : place.specs()) {
      SandboxTask made =
          place
              .workplace()
              .cluster()
              .client()
              .resource(Serialization.unmarshal(place.document(spec), SandboxTask.class))
              .create();
      // As it is in the user's file, with nothing that the API server filled in but its UID.
      String document = place.document(spec, made.getMetadata().getUid());
      cases.add(new Case(spec, document, made));
    }
    return cases;
  }

  private static void agree(Workplace workplace, List<Case> cases) throws IOException {
    Map<String, SandboxTask> ended = ended(workplace, cases);
    Path file = files.resolve(workplace.namespace() + ".yaml");
    Files.writeString(
        file, cases.stream().map(Case::document).collect(Collectors.joining("\n---\n")));
    Plugin.Result result =
        Plugin.of(workplace.cluster()).run("plan", "-f", file.toString(), "-o", "json");
    PrintedPlans printed = PrintedPlans.of(result);
    Map<String, String> refusals = printed.refusals();
    Map<String, HasMetadata> planned = printed.objects();
    var made = MadeObjects.in(workplace.cluster(), workplace.namespace());

    var softly = new SoftAssertions();
    for (Case one : cases) {
      SandboxTask task = ended.get(one.name());
      boolean refused = task.getStatus() != null && task.getStatus().phase() == Phase.Refused;
      softly
          .assertThat(refused)
          .as("%s: %s", one.spec(), task.getStatus())
          .isEqualTo(one.spec().end() != End.MADE);
      switch (one.spec().end()) {
        case MADE -> softly.assertThat(refusals).doesNotContainKey(one.name());
        case REFUSED -> {
          String said = "%s: %s".formatted(task.getStatus().reason(), task.getStatus().message());
          // Whoever cancels is told in other words before the planner is asked.
          boolean cancelled = one.spec().spec().contains("Cancelled");
          softly
              .assertThat(refusals.get(one.name()))
              .as("%s", one.spec())
              .isNotNull()
              .startsWith(cancelled ? "CancelledBeforeStart: " : said);
        }
        case REFUSED_FOR_A_SECRET -> {
          softly
              .assertThat(result.err())
              .contains(
                  "%s/%s: open: checked by the operator: secret"
                      .formatted(workplace.namespace(), one.name()));
          planned.values().removeIf(object -> ofTask(object, one.task().getMetadata().getUid()));
        }
      }
    }
    softly.assertThat(planned.keySet()).as("%s", result.err()).isEqualTo(made.keySet());
    planned.forEach(
        (key, object) -> {
          if (made.containsKey(key)) {
            softly.assertThat(MadeObjects.differences(object, made.get(key))).as(key).isEmpty();
          }
        });
    softly.assertAll();
    assertThat(result.exitCode()).isEqualTo(refusals.isEmpty() ? 0 : 1);
  }

  private static boolean ofTask(HasMetadata object, String uid) {
    return uid.equals(object.getMetadata().getLabels().get("glovebox.dev/task-uid"));
  }

  /** Waits until each task is refused, or everything of it is there. */
  private static Map<String, SandboxTask> ended(Workplace workplace, List<Case> cases) {
    Map<String, SandboxTask> now = new TreeMap<>();
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              now.clear();
              workplace
                  .cluster()
                  .client()
                  .resources(SandboxTask.class)
                  .inNamespace(workplace.namespace())
                  .list()
                  .getItems()
                  .forEach(task -> now.put(task.getMetadata().getName(), task));
              assertThat(
                      cases.stream()
                          .map(one -> now.get(one.name()))
                          .filter(task -> !isReleased(task) && !isRefused(task))
                          .map(task -> task.getMetadata().getName() + ": " + task.getStatus())
                          .toList())
                  .isEmpty();
            });
    return now;
  }

  private static boolean isRefused(SandboxTask task) {
    return task.getStatus() != null && task.getStatus().phase() == Phase.Refused;
  }

  /** The last object of a task, its claim, is made before its pod's UID is recorded. */
  private static boolean isReleased(SandboxTask task) {
    return task.getStatus() != null && task.getStatus().podUID() != null;
  }
}
