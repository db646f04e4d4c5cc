package dev.glovebox.e2e.attack;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.InputSecrets;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tasks that must not start. All are made at the beginning; the same task without the fault runs.
 */
@OnCluster
class RefusalAttackIT {
  private static final List<String> RISKS =
      List.of("UnenforcedNetwork", "RetainedWorkspace", "ReservedMountPath", "WritableRoot");

  private static Ground ground;
  private static Workplace lenient;
  private static Workplace login;
  private static String ours;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-no");
    ours = ground.tasks().namespace();
    otherClasses(cluster);
    lenient = Workplace.open(cluster, "attack-risk");
    lenient.underPolicy(RefusalAttackIT::lenient);
    login = Workplace.open(cluster, "attack-login");
    cluster
        .kubectl(
            "-n",
            login.namespace(),
            "patch",
            "serviceaccount",
            "default",
            "-p",
            "{\"imagePullSecrets\":[{\"name\":\"someone-elses\"}]}")
        .succeed();
    Workplace tasks = ground.tasks();
    InputSecrets.create(tasks);
    tasks.script("fine", "true", secret(InputSecrets.USABLE, InputSecrets.KEY));
    tasks.script("secret-missing", "true", secret("none", InputSecrets.KEY));
    tasks.script("secret-empty", "true", secret(InputSecrets.USABLE, InputSecrets.EMPTY));
    tasks.script("secret-no-key", "true", secret(InputSecrets.USABLE, "none"));
    tasks.script("secret-private", "true", secret(InputSecrets.PRIVATE, InputSecrets.KEY));
    tasks.script("no-class", "true", Ground.SMALL + "runtimes: [kata]");
    lenient.script("wrong-handler", "true", Ground.SMALL + "runtimes: [%s]".formatted(ours));
    lenient.script(
        "kept-volume", "true", Ground.SMALL + "workspace: {storageClassName: %s}".formatted(ours));
    lenient.script(
        "too-big",
        "true",
        "resources: {cpu: 200m, memory: 900Gi}\ntimeouts: {provisionSeconds: 10}");
    lenient.script(
        "root",
        "(echo x > /written) 2>&1; true",
        Ground.SMALL + "dangerouslyAllow: [WritableRoot]");
    RISKS.forEach(
        risk ->
            tasks.script(
                "risk-" + risk.toLowerCase(java.util.Locale.ROOT),
                "true",
                Ground.SMALL + "dangerouslyAllow: [%s]".formatted(risk)));
    login.script("login", "true", Ground.SMALL);
    String digest = tasks.busybox().substring(tasks.busybox().indexOf('@'));
    tasks.create("docker-short", image("busybox" + digest));
    tasks.create("docker-two", image("tools/busybox" + digest));
    tasks.create("docker-long", image("docker.io/library/busybox" + digest));
    tasks.create(
        "not-there",
        image(tasks.busybox().replaceAll("[0-9a-f]{64}", "0123456789abcdef".repeat(4)))
            + "timeouts: {provisionSeconds: 20}\n");
  }

  private static String image(String image) {
    return "image: %s\ncommand: [/bin/true]\n%s".formatted(image, Ground.SMALL);
  }

  /** A class whose handler is not the policy's, and storage that keeps volumes. */
  private static void otherClasses(Cluster cluster) {
    var wrong =
        new RuntimeClassBuilder()
            .withNewMetadata()
            .withName(ours)
            .endMetadata()
            .withHandler("another")
            .build();
    cluster.client().resource(wrong).create();
    var usual =
        cluster.client().storage().v1().storageClasses().list().getItems().stream()
            .filter(
                c ->
                    c.getMetadata().getAnnotations() != null
                        && "true"
                            .equals(
                                c.getMetadata()
                                    .getAnnotations()
                                    .get("storageclass.kubernetes.io/is-default-class")))
            .findFirst()
            .orElseThrow();
    var keeps =
        new StorageClassBuilder(usual)
            .withNewMetadata()
            .withName(ours)
            .endMetadata()
            .withReclaimPolicy("Retain")
            .build();
    cluster.client().resource(keeps).create();
  }

  private static void lenient(ObjectNode policy) {
    ((ArrayNode) policy.get("runtimes"))
        .addObject()
        .put("runtimeClassName", ours)
        .put("kind", "GVisor")
        .putArray("handlers")
        .add("runsc");
    ((ArrayNode) policy.at("/workspace/storageClassNames")).add(ours);
    ((ObjectNode) policy.at("/resources/max")).put("memory", "1000Gi");
    policy.putArray("dangerouslyAllow").add("WritableRoot");
  }

  private static String secret(String name, String key) {
    return Ground.SMALL + InputSecrets.spec(name, key);
  }

  @AfterAll
  static void close() {
    var client = ground.cluster().client();
    client
        .resources(io.fabric8.kubernetes.api.model.node.v1.RuntimeClass.class)
        .withName(ours)
        .delete();
    client.storage().v1().storageClasses().withName(ours).delete();
    lenient.close();
    login.close();
    ground.close();
  }

  @Attack(Row.A10)
  void secrets(Evidence evidence) {
    Outcome.succeeded(evidence, ground.tasks(), "fine");
    Outcome.refused(evidence, ground.tasks(), "secret-missing", "SecretMissing");
    Outcome.refused(evidence, ground.tasks(), "secret-empty", "SecretEmpty");
    Outcome.refused(evidence, ground.tasks(), "secret-no-key", "SecretEmpty");
    Outcome.refused(evidence, ground.tasks(), "secret-private", "SecretNotUsable");
  }

  @Attack(Row.A32)
  void noRuntimeClass(Evidence evidence) {
    SandboxTask fine = Outcome.succeeded(evidence, ground.tasks(), "fine");
    evidence.tried(
        "a task that names no class gets the node's runtime",
        ground.tasks().pod(fine).getSpec().getRuntimeClassName() != null,
        fine.getStatus());
    Outcome.refused(evidence, ground.tasks(), "no-class", "RuntimeClassMissing");
  }

  @Attack(Row.A40)
  void risks(Evidence evidence) {
    RISKS.forEach(
        risk ->
            Outcome.refused(
                evidence,
                ground.tasks(),
                "risk-" + risk.toLowerCase(java.util.Locale.ROOT),
                "PolicyViolation"));
    SandboxTask root = Outcome.succeeded(evidence, lenient, "root");
    evidence.control(
        "where it is allowed it has its effect",
        lenient.log(root).contains("Permission denied"),
        lenient.log(root));
    evidence.tried(
        "no finding says so",
        root.getStatus().findings().stream().anyMatch(f -> f.type().equals("WritableRoot")),
        root.getStatus().findings());
    evidence.tried(
        "it counts as hardened",
        root.getStatus().conditions().stream()
            .anyMatch(c -> c.type().equals("Hardened") && c.status().equals("False")),
        root.getStatus().conditions());
    String events =
        ground
            .cluster()
            .kubectl(
                "-n",
                lenient.namespace(),
                "get",
                "events",
                "--field-selector=type=Warning",
                "-o",
                "wide")
            .succeed();
    evidence.tried("no event says so", events.contains("WritableRoot"), events);
  }

  @Attack(Row.B3)
  void anotherHandler(Evidence evidence) {
    Outcome.refused(evidence, lenient, "wrong-handler", "RuntimeHandlerNotAllowed");
    Outcome.succeeded(evidence, lenient, "root");
    KernelAttacks.lookalike(ground.cluster(), evidence);
  }

  @Attack(Row.B5)
  void unschedulable(Evidence evidence) {
    Outcome.refused(evidence, lenient, "too-big", "Unschedulable");
    SandboxTask ended = lenient.task("too-big");
    String message = ended.getStatus().message();
    evidence.tried("the scheduler's words are lost", message.contains("Insufficient"), message);
    var pods =
        ground
            .cluster()
            .client()
            .v1()
            .events()
            .inNamespace(lenient.namespace())
            .list()
            .getItems()
            .stream()
            .filter(event -> "FailedScheduling".equals(event.getReason()))
            .map(event -> event.getInvolvedObject())
            .filter(object -> object.getName().startsWith("gbx-too-big-"))
            .map(object -> object.getUid())
            .distinct()
            .toList();
    evidence.control("a pod was made", !pods.isEmpty(), pods);
    evidence.tried("another pod", pods.size() == 1, pods);
    evidence.tried("the pod stays", lenient.pod(ended) == null, lenient.pod(ended));
  }

  @Attack(Row.B14)
  void dockerHub(Evidence evidence) {
    Outcome.succeeded(evidence, ground.tasks(), "fine");
    for (String name : List.of("docker-short", "docker-two", "docker-long")) {
      Outcome.refused(evidence, ground.tasks(), name, "PolicyViolation");
      String message = ground.tasks().task(name).getStatus().message();
      evidence.tried(name + " is read as something else", message.contains("docker.io/"), message);
    }
    Outcome.refused(evidence, ground.tasks(), "not-there", "ImagePullFailed");
  }

  @Attack(Row.B19)
  void pullSecrets(Evidence evidence) {
    Outcome.succeeded(evidence, ground.tasks(), "fine");
    Outcome.refused(evidence, login, "login", "PolicyViolation");
    String message = login.task("login").getStatus().message();
    evidence.tried("the secret is not named", message.contains("someone-elses"), message);
  }

  @Attack(Row.B7)
  void keptVolumes(Evidence evidence) {
    Outcome.refused(evidence, lenient, "kept-volume", "ReclaimPolicyRetain");
    Destruction.volumeGoesWithTheTask(ground, evidence);
  }
}
