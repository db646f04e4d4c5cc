package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cli.PlannedSpecs.End;
import dev.glovebox.e2e.cli.PlannedSpecs.Spec;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.fault.ApiServerProxy;
import dev.glovebox.e2e.fault.Call;
import dev.glovebox.e2e.fault.Fault;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plan} prints is what the operator makes. */
@OnCluster
class PlanCommandIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Map<String, String> USABLE = Map.of("glovebox.dev/usable-by-tasks", "true");
  private static final Pattern REFUSED = Pattern.compile("(\\S+)/(\\S+): refused: (\\w+): (.*)");

  @TempDir private static Path files;

  /** A task, as the file says it, and as the operator left it. */
  private record Case(Spec spec, String document, SandboxTask task) {
    String name() {
      return spec.name();
    }
  }

  @Test
  void forSixtyTasksItPrintsWhatTheOperatorMakes(Cluster cluster) throws IOException {
    try (Workplace certified = Workplace.open(cluster, "plan-warm");
        Workplace wide = Workplace.open(cluster, "plan-wide");
        Workplace strict = Workplace.open(cluster, "plan-strict");
        Workplace none = Workplace.open(cluster, "plan-none")) {
      certified.script("certifies", "true", "resources: {cpu: 100m, memory: 64Mi}");
      widen(wide);
      cluster
          .kubectl("label", "namespace", none.namespace(), "glovebox.dev/policy=absent")
          .succeed();
      certified.finished("certifies");

      List<Case> wideCases = make(wide, PlannedSpecs.underAWidePolicy());
      List<Case> strictCases = make(strict, PlannedSpecs.underTheDefaultPolicy());
      List<Case> noneCases = make(none, PlannedSpecs.underNoPolicy());
      assertThat(wideCases.size() + strictCases.size() + noneCases.size()).isEqualTo(60);

      agree(wide, wideCases);
      agree(strict, strictCases);
      agree(none, noneCases);
      for (Workplace place : List.of(wide, strict, none)) {
        cluster.client().resources(SandboxTask.class).inNamespace(place.namespace()).delete();
      }
      for (Workplace place : List.of(wide, strict, none)) {
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    cluster
                        .client()
                        .resources(SandboxTask.class)
                        .inNamespace(place.namespace())
                        .list()
                        .getItems()
                        .isEmpty());
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

  /** Two namespaces' worth of what the specs name, under a policy that allows all of it. */
  private static void widen(Workplace workplace) {
    workplace.underPolicy(
        policy -> {
          policy
              .putArray("dangerouslyAllow")
              .add("UnenforcedNetwork")
              .add("RetainedWorkspace")
              .add("WritableRoot");
          policy.withObject("/images").put("requireDigest", false);
          policy
              .withObject("/workspace")
              .putArray("storageClassNames")
              .add("standard")
              .add("retain")
              .add("absent");
          var network = policy.withObject("/network");
          network.putArray("modes").add("None").add("Allowlist").add("Internet");
          network.putArray("allowedCidrs").add("203.0.113.0/24").add("10.0.0.0/8");
          network.putArray("blockedCidrs").add("192.0.2.0/24");
          policy.withObject("/pods").putArray("copyLabels").add("team");
          policy.withObject("/pods").putObject("labels").put("kind", "sandbox");
        });
    var client = workplace.cluster().client();
    for (String name : List.of("usable", "usable-too", "unusable")) {
      client
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withNamespace(workplace.namespace())
                  .withLabels(name.equals("unusable") ? Map.of() : USABLE)
                  .endMetadata()
                  .addToData("file", "text")
                  .build())
          .create();
    }
    for (String name : List.of("usable", "usable-too")) {
      client
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withNamespace(workplace.namespace())
                  .withLabels(USABLE)
                  .endMetadata()
                  .addToStringData("token", "t")
                  .addToStringData("other", "o")
                  .build())
          .create();
    }
  }

  private static List<Case> make(Workplace workplace, List<Spec> specs) {
    List<Case> cases = new ArrayList<>();
    for (Spec spec : specs) {
      String yaml =
          """
          apiVersion: glovebox.dev/v1alpha1
          kind: SandboxTask
          metadata: {name: %s, namespace: %s%s}
          spec:
          %s"""
              .formatted(
                  spec.name(),
                  workplace.namespace(),
                  spec.metadata(),
                  spec.spec()
                      .replace("$IMAGE", workplace.busybox())
                      .replace("$API_SERVER", workplace.cluster().apiServerAddress())
                      .indent(2));
      SandboxTask made =
          workplace
              .cluster()
              .client()
              .resource(Serialization.unmarshal(yaml, SandboxTask.class))
              .create();
      // As it is in the user's file, with nothing that the API server filled in but its UID.
      String document =
          yaml.replace(
              "metadata: {name:",
              "metadata: {uid: %s, name:".formatted(made.getMetadata().getUid()));
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
    Map<String, String> refusals = new TreeMap<>();
    result
        .err()
        .lines()
        .map(REFUSED::matcher)
        .filter(Matcher::matches)
        .forEach(line -> refusals.put(line.group(2), line.group(3) + ": " + line.group(4)));
    Map<String, HasMetadata> planned = new TreeMap<>();
    for (HasMetadata object :
        Serialization.unmarshal(result.out(), io.fabric8.kubernetes.api.model.KubernetesList.class)
            .getItems()) {
      planned.put(MadeObjects.key(object), object);
    }
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
