package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;

/**
 * What someone with every right that RBAC can give tries on the objects of a task that runs. Dry
 * runs: the API server judges them like others. Each is let through on an object that is nobody's.
 */
final class AdmissionAttacks {
  static final PatchContext MERGE =
      new PatchContext.Builder()
          .withPatchType(PatchType.JSON_MERGE)
          .withDryRun(List.of("All"))
          .build();

  private AdmissionAttacks() {}

  /** A session inside, and a container of one's own. */
  static void sessions(Ground ground, SandboxTask task, Evidence evidence) {
    KubernetesClient user = ground.users().developer();
    String ours = task.getStatus().podName();
    for (String request : List.of("exec?command=sh", "attach", "portforward?ports=80", "proxy")) {
      String other =
          Requests.answer(() -> user.raw(path(ground, "ordinary", request), "POST", null));
      evidence.control(request + " of another pod", !Requests.denied(other), other);
      String answer = Requests.answer(() -> user.raw(path(ground, ours, request), "POST", null));
      evidence.tried(request + " of a sandbox", Requests.denied(answer), answer);
    }
    String debug =
        "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debug\",\"image\":\"%s\",\"securityContext\":{\"runAsNonRoot\":true,\"runAsUser\":10001,\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"]},\"seccompProfile\":{\"type\":\"RuntimeDefault\"}}}]}}"
            .formatted(ground.tasks().busybox());
    both(
        evidence,
        "an ephemeral container",
        () -> ephemeral(ground, user, "ordinary", debug),
        () -> ephemeral(ground, user, ours, debug));
  }

  private static String path(Ground ground, String pod, String request) {
    return "/api/v1/namespaces/%s/pods/%s/%s".formatted(ground.tasks().namespace(), pod, request);
  }

  private static void ephemeral(Ground ground, KubernetesClient user, String pod, String patch) {
    user.pods()
        .inNamespace(ground.tasks().namespace())
        .withName(pod)
        .subresource("ephemeralcontainers")
        .patch(MERGE, patch);
  }

  /** An allow rule in the sandbox's own policy, or the policy deleted. */
  static void widen(Ground ground, SandboxTask task, Evidence evidence) {
    var policies =
        ground
            .users()
            .developer()
            .network()
            .v1()
            .networkPolicies()
            .inNamespace(ground.tasks().namespace());
    String ours = task.getStatus().podName();
    String open = "{\"spec\":{\"egress\":[{}],\"ingress\":[{}]}}";
    both(
        evidence,
        "an allow rule",
        () -> policies.withName("ordinary").patch(MERGE, open),
        () -> policies.withName(ours).patch(MERGE, open));
    both(
        evidence,
        "the policy deleted",
        () -> policies.withName("ordinary").dryRun().delete(),
        () -> policies.withName(ours).dryRun().delete());
  }

  /** The finalizer taken off, the pod dropped without waiting for its end. */
  static void orphan(Ground ground, SandboxTask task, Evidence evidence) {
    KubernetesClient user = ground.users().developer();
    var pods = user.pods().inNamespace(ground.tasks().namespace());
    both(
        evidence,
        "a pod deleted with grace 0",
        () -> pods.withName("ordinary").dryRun().withGracePeriod(0).delete(),
        () -> pods.withName(task.getStatus().podName()).dryRun().withGracePeriod(0).delete());
    String none = "{\"metadata\":{\"finalizers\":[]}}";
    String answer =
        Requests.answer(
            () ->
                user.resources(SandboxTask.class)
                    .inNamespace(ground.tasks().namespace())
                    .withName(task.getMetadata().getName())
                    .patch(MERGE, none));
    evidence.tried("the finalizer taken off", Requests.denied(answer), answer);
  }

  /** What the rows above are let through on: a pod and a policy that are nobody's. */
  static void ordinary(Ground ground) {
    ground.pod(ground.tasks(), "ordinary", "sleep 300", NetworkCells.RESTRICTED, "");
    ground.apply(
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: ordinary, namespace: %s}
        spec: {podSelector: {matchLabels: {control: nobody}}, policyTypes: [Ingress, Egress]}
        """
            .formatted(ground.tasks().namespace()));
  }

  private static void both(
      Evidence evidence, String what, Requests.Request allowed, Requests.Request attack) {
    String control = Requests.answer(allowed);
    evidence.control(what + " on an ordinary object", control.isEmpty(), control);
    String answer = Requests.answer(attack);
    evidence.tried(what, Requests.denied(answer), answer.isEmpty() ? "let through" : answer);
  }
}
