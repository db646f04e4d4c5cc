package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.admission.MutatingWebhook;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What others add to a sandbox's objects on their way into the API server. */
@OnCluster
class AdmittedAttackIT {
  private static final String TOKEN =
      "{\"op\":\"add\",\"path\":\"/spec/volumes/-\",\"value\":{\"name\":\"injected\",\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"path\":\"token\"}}]}}},{\"op\":\"add\",\"path\":\"/spec/containers/0/volumeMounts/-\",\"value\":{\"name\":\"injected\",\"mountPath\":\"/run/injected\"}}";

  /** JSON patches by the name of the task, or pod, that they are done to. */
  private static final Map<String, String> PATCHES =
      Map.of(
          "token", TOKEN,
          "env",
              "{\"op\":\"add\",\"path\":\"/spec/containers/0/env/-\",\"value\":{\"name\":\"INJECTED\",\"value\":\"x\"}}",
          "sidecar",
              "{\"op\":\"add\",\"path\":\"/spec/containers/-\",\"value\":{\"name\":\"sidecar\",\"image\":\"IMAGE\",\"command\":[\"sleep\",\"9\"],\"securityContext\":{\"runAsNonRoot\":true,\"runAsUser\":10001,\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"]},\"seccompProfile\":{\"type\":\"RuntimeDefault\"}}}}",
          "annotation",
              "{\"op\":\"add\",\"path\":\"/metadata/annotations/dev.gvisor.flag.debug\",\"value\":\"true\"}",
          "label",
              "{\"op\":\"add\",\"path\":\"/metadata/labels/io.katacontainers.config\",\"value\":\"x\"}");

  private static Ground ground;
  private static MutatingWebhook webhook;
  private static Workplace annotated;

  @BeforeAll
  static void open(Cluster cluster) throws Exception {
    ground = Ground.open(cluster, "attack-hook");
    annotated = Workplace.open(cluster, "attack-note");
    cluster
        .kubectl("annotate", "namespace", annotated.namespace(), "dev.gvisor.flag.debug=true")
        .succeed();
    if (cluster.node().isPresent()) {
      webhook = MutatingWebhook.over(ground.tasks(), AdmittedAttackIT::patch);
      PATCHES
          .keySet()
          .forEach(
              name ->
                  ground
                      .tasks()
                      .script(name, "echo ran", Ground.SMALL + "env: [{name: OWN, value: x}]"));
      ground.pod(
          ground.tasks(),
          "plain-token",
          "head -c 3 /run/injected/token",
          NetworkCells.RESTRICTED,
          "automountServiceAccountToken: false\nvolumes: [{name: own, emptyDir: {}}]");
    }
    ground.tasks().script("untouched", "echo ran", Ground.SMALL);
    annotated.script("noted", "echo ran", Ground.SMALL);
  }

  private static Optional<String> patch(MutatingWebhook.Request request) {
    if (!request.kind().equals("Pod") || !request.operation().equals("CREATE")) {
      return Optional.empty();
    }
    String name =
        request.name().startsWith("plain-token")
            ? "token"
            : request.name().replaceAll("^gbx-(.*)-[0-9a-f]{8}$", "$1");
    return Optional.ofNullable(PATCHES.get(name))
        .map(
            patch -> "[" + first(request) + patch.replace("IMAGE", ground.tasks().busybox()) + "]");
  }

  /** A pod without volume mounts has no list to add one to. */
  private static String first(MutatingWebhook.Request request) {
    return request.object().at("/spec/containers/0/volumeMounts").isMissingNode()
        ? "{\"op\":\"add\",\"path\":\"/spec/containers/0/volumeMounts\",\"value\":[]},"
        : "";
  }

  @AfterAll
  static void close() {
    if (webhook != null) {
      webhook.close();
    }
    annotated.close();
    ground.close();
  }

  @Attack(Row.A5)
  void injected(Evidence evidence) {
    if (webhook == null) {
      Applicability.missing(Row.A5, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    evidence.control(
        "the same webhook gives another pod a token",
        ground.output(ground.tasks(), "plain-token").startsWith("eyJ"),
        ground.output(ground.tasks(), "plain-token"));
    Outcome.succeeded(evidence, ground.tasks(), "untouched");
    for (String name : java.util.List.of("token", "env", "sidecar")) {
      mutated(evidence, name);
    }
  }

  @Attack(Row.B2)
  void annotations(Evidence evidence) {
    for (String key :
        java.util.List.of(
            "dev.gvisor.flag.debug",
            "io.katacontainers.config.hypervisor.kernel_params",
            "io.kubernetes.cri.untrusted-workload",
            "k8s.v1.cni.cncf.io/networks",
            "cdi.k8s.io/gpu")) {
      for (String where : java.util.List.of("annotations", "labels")) {
        var task = Requests.task(ground.tasks(), "judged", "");
        if (where.equals("labels")) {
          task.getMetadata().setLabels(Map.of(key, "x"));
        } else {
          task.getMetadata().setAnnotations(Map.of(key, "x"));
        }
        String answer =
            Requests.answer(() -> ground.users().developer().resource(task).dryRun().create());
        evidence.tried(where + " " + key, Requests.denied(answer) && answer.contains(key), answer);
      }
    }
    var ordinary = Requests.task(ground.tasks(), "judged", "");
    ordinary.getMetadata().setAnnotations(Map.of("example.com/note", "x"));
    String note =
        Requests.answer(() -> ground.users().developer().resource(ordinary).dryRun().create());
    evidence.control("a note is let through", note.isEmpty(), note);
    Outcome.refused(evidence, annotated, "noted", "ReservedMetadata");
    Outcome.succeeded(evidence, ground.tasks(), "untouched");
    if (webhook != null) {
      mutated(evidence, "annotation");
      mutated(evidence, "label");
    }
  }

  private static void mutated(Evidence evidence, String name) {
    // Two layers stop it: the admission policy on the operator's own account (the API server says
    // no), and the operator's comparison. BrokenGuaranteeIT takes the first away.
    Outcome.refused(evidence, ground.tasks(), name, "AdmissionMutated", "PodRejected");
    String uid = ground.tasks().task(name).getMetadata().getUid().substring(0, 8);
    evidence.control(name + " was changed", webhook.patched("gbx-" + name + "-" + uid) > 0, "");
  }
}
