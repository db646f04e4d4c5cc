package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What someone who may make tasks, or may do everything but that, gets by it beyond a task. */
@OnCluster
class DeputyAttackIT {
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";
  private static Ground ground;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-deputy");
    AdmissionAttacks.ordinary(ground);
    ground.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: handed, namespace: %s, labels: {glovebox.dev/usable-by-tasks: "true"}}
        stringData: {key: value}
        """
            .formatted(ground.tasks().namespace()));
    ground.tasks().script("victim", "sleep 300", Ground.SMALL + HANDED);
    ground.pod(
        ground.open(),
        "privileged",
        "true",
        "securityContext: {privileged: true}",
        "hostNetwork: true");
  }

  private static final String HANDED =
      "secrets: [{secretName: handed, key: key, path: /run/secrets/s}]\n";

  @AfterAll
  static void close() {
    ground.close();
  }

  @Attack(Row.A42)
  void privilegedPods(Evidence evidence) {
    Pod privileged =
        ground
            .cluster()
            .client()
            .pods()
            .inNamespace(ground.open().namespace())
            .withName("privileged")
            .get();
    evidence.control(
        "the checker sees a privileged pod",
        HardenedPod.violations(privileged).size() > 5,
        HardenedPod.violations(privileged));
    int number = 0;
    for (String field :
        List.of(
            "securityContext: {privileged: true}",
            "hostNetwork: true",
            "hostPID: true",
            "volumes: [{name: h, hostPath: {path: /}}]",
            "template: {spec: {hostNetwork: true}}",
            "podTemplate: {spec: {hostNetwork: true}}",
            "containers: [{name: c, image: x}]",
            "initContainers: [{name: c, image: x}]",
            "serviceAccountName: admin",
            "automountServiceAccountToken: true",
            "nodeName: node-1",
            "tolerations: [{operator: Exists}]",
            "hostAliases: [{ip: 1.2.3.4, hostnames: [x]}]",
            "capabilities: {add: [SYS_ADMIN]}",
            "runtimeClassName: runc",
            "ports: [{containerPort: 80, hostPort: 80}]",
            "envFrom: [{secretRef: {name: handed}}]",
            "schedulerName: mine")) {
      String strict = Requests.judged(ground.users().developer(), ground.tasks(), field);
      evidence.tried(
          field, strict.contains("unknown field"), strict.isEmpty() ? "accepted" : strict);
      // Left out where the client does not ask to be told: it must not be stored either.
      var kept =
          ground
              .users()
              .developer()
              .resource(Requests.task(ground.tasks(), "lax-" + number++, field))
              .dryRun()
              .fieldValidation(FieldValidateable.Validation.IGNORE)
              .create();
      Map<String, Object> spec = kept.get("spec");
      evidence.tried(
          field + " is stored",
          !spec.containsKey(field.substring(0, field.indexOf(':'))),
          spec.keySet());
    }
    for (String field :
        List.of(
            "runAsUser: 0",
            "runAsUser: -1",
            "secrets: [{secretName: handed, key: key, path: /run/secrets/kubernetes.io/serviceaccount/token}]",
            "secrets: [{secretName: handed, key: key, path: /run/secrets/../../etc/passwd}]",
            "secrets: [{secretName: ../other/handed, key: key, path: /run/secrets/s}]")) {
      String answer = Requests.judged(ground.users().developer(), ground.tasks(), field);
      evidence.tried(field, !answer.isEmpty(), "accepted");
    }
    SandboxTask victim = ground.tasks().inPhase("victim", "Running");
    HardenedPod.judge(ground.tasks().pod(victim), evidence);
  }

  @Attack(Row.A43)
  void sessions(Evidence evidence) {
    SandboxTask victim = ground.tasks().inPhase("victim", "Running");
    AdmissionAttacks.sessions(ground, victim, evidence);
    String role =
        ground
            .cluster()
            .kubectl("get", "clusterrole", "glovebox-user", "-o", "jsonpath={.rules}")
            .succeed();
    evidence.control(
        "the role of those who make tasks was read", role.contains("sandboxtasks"), role);
    evidence.tried(
        "their role gives them sessions",
        List.of("pods/exec", "pods/attach", "pods/portforward", "\"*\"").stream()
            .noneMatch(role::contains),
        role);
  }

  @Attack(Row.A50)
  void dryRuns(Evidence evidence) {
    ground.tasks().inPhase("victim", "Running");
    String before = everything();
    long reads = secretReads();
    String answer =
        Requests.answer(
            () ->
                ground
                    .users()
                    .developer()
                    .resource(Requests.task(ground.tasks(), "dry", HANDED))
                    .dryRun()
                    .create());
    evidence.control("the dry run was accepted", answer.isEmpty(), answer);
    // Longer than the operator needs for a task that is stored.
    Awaitility.await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
    evidence.tried("something was made", everything().equals(before), everything());
    if (ground.cluster().node().isPresent()) {
      evidence.control("the secret is read for a task", reads > 0, reads);
      evidence.tried("the secret was read", secretReads() == reads, secretReads());
    } else {
      evidence.control("a task makes objects", before.contains("gbx-victim"), before);
    }
  }

  private static long secretReads() {
    return ground
        .cluster()
        .node()
        .map(
            node ->
                new AuditLog(node.auditLog())
                    .secretsReadBy(OPERATOR).stream()
                        .filter(r -> r.namespace().equals(ground.tasks().namespace()))
                        .count())
        .orElse(0L);
  }

  private static String everything() {
    return ground
        .cluster()
        .kubectl(
            "-n",
            ground.tasks().namespace(),
            "get",
            "sandboxtasks,pods,pvc,networkpolicies,secrets,configmaps",
            "-o",
            "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid}{\"\\n\"}{end}")
        .succeed();
  }

  @Attack(Row.B6)
  void userNamespaces(Evidence evidence) {
    UserNamespaceAttack.tryIt(ground, evidence);
  }
}
