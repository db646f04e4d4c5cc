package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cli.SixtyTasks.Place;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.AuditLog.Request;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.fault.ApiServerProxy;
import dev.glovebox.e2e.fault.Call;
import dev.glovebox.e2e.fault.Fault;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plan} prints is what the operator makes. */
@OnCluster
class PlanCommandIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private static Path files;

  /**
   * With a cluster object by object; without one, in a network of its own with no interface up and
   * with no kubeconfig, but for what an assumption stands for, and that is named.
   */
  @Test
  void forSixtyTasksItPrintsWhatTheOperatorMakes(Cluster cluster) throws IOException {
    try (SixtyTasks sixty = SixtyTasks.open(cluster)) {
      sixty.certify();
      assertThat(sixty.places().stream().mapToInt(place -> place.specs().size()).sum())
          .isEqualTo(60);
      Map<Place, OperatorAgreement> made = new LinkedHashMap<>();
      sixty.places().forEach(place -> made.put(place, OperatorAgreement.make(place)));
      Plugin nowhere =
          Plugin.of(cluster)
              .with("KUBECONFIG", files.resolve("none").toString())
              .with("HOME", files.toString());
      for (Place place : sixty.places()) {
        OperatorAgreement operator = made.get(place);
        String file = file(place.namespace(), operator.documents());
        PrintedPlans seen =
            operator.holds(() -> Plugin.of(cluster).run("plan", "-f", file, "-o", "json"));
        List<String> line = new ArrayList<>(List.of("plan", "--offline", "-f", file, "-o", "json"));
        if (place.policy().isPresent()) {
          line.addAll(
              List.of("--policy", file(place.namespace() + "-policy", place.policy().get())));
        }
        OfflineAgreement.holds(
            place, seen, PrintedPlans.of(nowhere.withoutNetwork(line.toArray(String[]::new))));
      }
      String any = file("any", sixty.places().getLast().documents());
      assertThat(Plugin.of(cluster).withoutNetwork("plan", "-f", any).exitCode())
          .as("the control: there is no network")
          .isEqualTo(69);
      assertThat(nowhere.run("plan", "-f", any).exitCode())
          .as("the control: there is no kubeconfig")
          .isGreaterThan(2);
      for (Place place : sixty.places()) {
        tasks(place).delete();
      }
      for (Place place : sixty.places()) {
        Awaitility.await().atMost(PATIENCE).until(() -> tasks(place).list().getItems().isEmpty());
      }
    }
  }

  private static String file(String name, String text) throws IOException {
    return Files.writeString(files.resolve(name), text).toString();
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
      Instant start = Instant.now();
      Set<StoredObject> before = StoredObject.all(cluster);
      for (Place place : sixty.places()) {
        String file = file(place.namespace(), place.documents());
        Plugin.Result result = account.plugin().run("plan", "-f", file);
        assertThat(result.exitCode()).as("%s", result).isEqualTo(1);
      }
      // The log has what came before when it has this, which is of nothing that plan asks for.
      account.kubectl("get", "configmap", "asked-last", "-n", wide).run();
      List<Request> requests = await(account, "get configmaps asked-last 404");
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
      assertThat(AuditedAccount.writesAndSecrets(await(account, "create configmaps made 201")))
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

  /** Waits until a request that looks like this is in the log, and returns all. */
  private static List<Request> await(AuditedAccount account, String request) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(
            account::requests, all -> all.stream().anyMatch(one -> one.toString().equals(request)));
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
}
