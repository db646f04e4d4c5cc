package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;
import org.awaitility.Awaitility;

/**
 * User namespaces asked of a handler that has none: such a pod never starts. A sandbox does not
 * ask, and the map that its processes see is the guest kernel's own.
 */
final class UserNamespaceAttack {
  /** Who is who: "0 0 4294967295" where no namespace stands between. */
  private static final String LOOK =
      """
      echo "map=$(tr -s ' ' </proc/self/uid_map | sed 's/^ //')"
      echo "another=$(unshare -U -r cat /proc/self/uid_map 2>&1 | tr -s ' ' | sed 's/^ //')"
      """;

  private static final String NO_NAMESPACE = "0 0 4294967295";

  private UserNamespaceAttack() {}

  static void tryIt(Ground ground, Evidence evidence) {
    ground.pod(ground.open(), "maps", LOOK, "", "");
    ground.tasks().script("users", LOOK, Ground.SMALL);
    SandboxTask task = Outcome.succeeded(evidence, ground.tasks(), "users");
    Pod sandbox = ground.tasks().pod(task);
    ground.pod(
        ground.open(),
        "asks",
        LOOK,
        "",
        "hostUsers: false\nruntimeClassName: " + sandbox.getSpec().getRuntimeClassName());
    Pod asks = pod(ground, "asks");
    evidence.control(
        "a pod that asks shows it",
        Boolean.FALSE.equals(asks.getSpec().getHostUsers()),
        asks.getSpec().getHostUsers());
    Boolean hostUsers = sandbox.getSpec().getHostUsers();
    evidence.tried("a sandbox asks for them", hostUsers == null || hostUsers, hostUsers);
    Findings inside = new Findings(ground.tasks().log(task));
    evidence.tried("a map inside", inside.of("map").equals(NO_NAMESPACE), inside);
    Findings outside = new Findings(ground.output(ground.open(), "maps"));
    evidence.control(
        "in a user namespace the same reading shows it",
        !outside.of("another").equals(NO_NAMESPACE) && outside.of("another").matches("0 \\d+ 1"),
        outside);
    String answer = Requests.judged(ground.users().developer(), ground.tasks(), "hostUsers: false");
    evidence.tried("a task may ask", answer.contains("unknown field"), answer);
    if (ground.cluster().node().isPresent()) {
      hangs(ground, evidence);
    }
  }

  /** On the local cluster, whose runtime has none although the node says that it has. */
  private static void hangs(Ground ground, Evidence evidence) {
    Awaitility.await("the kubelet says why the pod that asks does not start")
        .until(
            () ->
                ground
                    .cluster()
                    .client()
                    .v1()
                    .events()
                    .inNamespace(ground.open().namespace())
                    .withField("involvedObject.name", "asks")
                    .list()
                    .getItems()
                    .stream()
                    .anyMatch(event -> "FailedCreatePodSandBox".equals(event.getReason())));
    Pod asks = pod(ground, "asks");
    evidence.control(
        "the pod that asks waits still",
        !Set.of("Running", "Succeeded").contains(asks.getStatus().getPhase()),
        asks.getStatus().getPhase());
  }

  private static Pod pod(Ground ground, String name) {
    return ground
        .cluster()
        .client()
        .pods()
        .inNamespace(ground.open().namespace())
        .withName(name)
        .get();
  }
}
