package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The API server refuses one of the operator's requests at a time: an admission policy refuses a
 * write by the object's name, a role that is taken away refuses a read.
 */
@OnCluster
class FaultAttackIT {
  private static final String BRIEF = "timeouts: {provisionSeconds: 10}\n";

  private static Ground ground;
  private static String name;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-fault");
    name = ground.tasks().namespace();
    ground.apply(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: %1$s}
        spec:
          failurePolicy: Fail
          matchConstraints:
            resourceRules:
            - {apiGroups: [""], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [pods, persistentvolumeclaims]}
            - {apiGroups: [networking.k8s.io], apiVersions: ["*"], operations: [CREATE], resources: [networkpolicies]}
            - {apiGroups: [glovebox.dev], apiVersions: ["*"], operations: [UPDATE], resources: [sandboxtasks/status]}
          validations:
          - message: an injected fault
            expression: >-
              !object.metadata.name.startsWith((request.resource.resource == 'sandboxtasks' ? '' : 'gbx-') +
              'no-' + request.operation.lowerAscii() + '-' + request.resource.resource)
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: %1$s}
        spec:
          policyName: %1$s
          validationActions: [Deny]
          matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: handed, namespace: %1$s, labels: {glovebox.dev/usable-by-tasks: "true"}}
        stringData: {key: value}
        """
            .formatted(name));
    awaitEffect();
  }

  /** The API server takes up new policies a moment after it stored them. */
  private static void awaitEffect() {
    Awaitility.await()
        .until(
            () ->
                Requests.denied(
                    Requests.answer(
                        () ->
                            ground
                                .users()
                                .operator()
                                .persistentVolumeClaims()
                                .inNamespace(name)
                                .resource(claim())
                                .dryRun()
                                .create())));
  }

  private static PersistentVolumeClaim claim() {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("gbx-no-create-persistentvolumeclaims")
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withNewResources()
        .addToRequests("storage", new Quantity("1Mi"))
        .endResources()
        .endSpec()
        .build();
  }

  @AfterAll
  static void close() {
    var policies = ground.cluster().client().admissionRegistration().v1();
    policies.validatingAdmissionPolicyBindings().withName(name).delete();
    policies.validatingAdmissionPolicies().withName(name).delete();
    ground.close();
  }

  @Attack(Row.A27)
  void writesThatFail(Evidence evidence) {
    Workplace tasks = ground.tasks();
    List<String> faults =
        List.of(
            "no-create-networkpolicies",
            "no-create-pods",
            "no-create-persistentvolumeclaims",
            "no-update-pods",
            "no-update-sandboxtasks");
    for (String fault : faults) {
      tasks.script(fault, "true", Ground.SMALL + BRIEF);
    }
    tasks.script("fine", "true", Ground.SMALL);
    Outcome.succeeded(evidence, tasks, "fine");
    Awaitility.await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
    for (String fault : faults) {
      Pod pod = tasks.pod(tasks.task(fault));
      evidence.tried(
          fault + ": a pod is placed",
          pod == null || pod.getSpec().getNodeName() == null,
          pod == null ? "" : pod.getSpec());
      evidence.tried(fault + ": started", Outcome.neverStarted(pod), pod);
    }
    Outcome.refused(evidence, tasks, "no-create-networkpolicies", "PodRejected");
    Outcome.refused(evidence, tasks, "no-create-pods", "PodRejected");
    Outcome.refused(evidence, tasks, "no-create-persistentvolumeclaims", "PodRejected");
    Outcome.refused(evidence, tasks, "no-update-pods", "PodRejected", "ProvisionTimeout");
    // Nothing can be said of the last one while the fault lasts; that it may run is said nowhere.
    SandboxTask silent = tasks.task("no-update-sandboxtasks");
    evidence.tried(
        "a status without a write",
        silent.getStatus() == null || silent.getStatus().phase() == null,
        silent.getStatus());
    ground
        .cluster()
        .client()
        .admissionRegistration()
        .v1()
        .validatingAdmissionPolicyBindings()
        .withName(name)
        .delete();
    Outcome.refused(evidence, tasks, "no-update-sandboxtasks", "ProvisionTimeout");
    String message = tasks.task("no-create-pods").getStatus().message();
    evidence.control("it is the injected fault", message.contains("an injected fault"), message);
  }

  /** Rights to read are taken away for moments: 403 is not "there is none". */
  @Attack(Row.A28)
  void readsThatFail(Evidence evidence) {
    Workplace tasks = ground.tasks();
    String secret = Ground.SMALL + "secrets: [{secretName: %s, key: key, path: /run/secrets/s}]\n";
    tasks.script("reads", "true", secret.formatted("handed"));
    tasks.script("missing", "true", secret.formatted("none"));
    Outcome.succeeded(evidence, tasks, "reads");
    String absent = tasks.finished("missing").getStatus().reason();
    evidence.control(
        "a secret that is not there is missing", absent.equals("SecretMissing"), absent);
    new Rights(ground, "glovebox-operator-inputs")
        .without(
            "get",
            List.of("secrets"),
            () -> {
              tasks.script("unreadable", "true", secret.formatted("handed"));
              tasks.script("unreadable-missing", "true", secret.formatted("none"));
              unread(evidence, "unreadable", List.of("secret"));
              unread(evidence, "unreadable-missing", List.of("secret"));
            });
    // Each of the plan's other grounds, at the last look before the release.
    var gets = List.of("namespaces", "nodes", "nodecertificates", "runtimeclasses");
    var operator = new Rights(ground, "glovebox-operator");
    operator.without("get", gets, () -> refusedSoon(evidence, "no-gets", gets));
    operator.without(
        "list",
        List.of("networkpolicies"),
        () -> refusedSoon(evidence, "no-lists", List.of("NetworkPolicies")));
    tasks.script("reads-again", "true", secret.formatted("handed"));
    Outcome.succeeded(evidence, tasks, "reads-again");
  }

  private static void refusedSoon(Evidence evidence, String task, List<String> what) {
    ground.tasks().script(task, "true", Ground.SMALL + BRIEF);
    unread(evidence, task, what);
  }

  /** Refused, because it could not be read: the message says what. */
  private static void unread(Evidence evidence, String task, List<String> what) {
    Outcome.refused(evidence, ground.tasks(), task, "ReadBackFailed");
    String message = ground.tasks().task(task).getStatus().message();
    for (String one : what) {
      evidence.control(task + ": " + one + " could not be read", message.contains(one), message);
    }
  }
}
