package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.act.Changes;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Runs the battery in a task, and deletes the task, whatever comes. */
public final class Verification {
  private static final int NONCE_BYTES = 16;
  private static final Set<Phase> ENDED = Set.of(Phase.Succeeded, Phase.Failed, Phase.Refused);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final KubernetesClient client;
  private final Changes changes;
  private final SandboxSurroundings surroundings;
  private final Consumer<String> progress;
  private final SecureRandom random = new SecureRandom();

  /**
   * What happens is told as it happens.
   *
   * @param progress gets a line for each phase
   */
  public Verification(KubernetesClient client, Consumer<String> progress) {
    this.client = client;
    this.changes = new Changes(client);
    this.surroundings = new SandboxSurroundings(client);
    this.progress = progress;
  }

  /**
   * Runs it; twice where the first task was what had its node certified, since only then it is
   * known what has to stay silent.
   *
   * @param image null = the only one that the policy can mean
   * @param runtimeClass null = the policy's choice
   * @throws Failure when no image can be chosen
   * @throws KubernetesClientException when the API server says no
   */
  public VerifyReport run(String namespace, String image, String runtimeClass, Duration limit) {
    SandboxPolicySpec policy = surroundings.policy(namespace);
    String chosen =
        image != null ? image : VerifyTask.image(policy).orElseThrow(Verification::noImage);
    List<String> targets = surroundings.targets();
    VerifyReport first = once(namespace, chosen, runtimeClass, policy, targets, limit);
    List<String> now = surroundings.targets();
    if (first.node().isEmpty() || targets.containsAll(now)) {
      return first;
    }
    progress.accept("the node has a new certificate: once more, with what answers there now");
    return once(namespace, chosen, runtimeClass, policy, now, limit);
  }

  private static Failure noImage() {
    return new Failure(
        ExitCode.USAGE,
        "--image is needed: an image with busybox that the namespace's SandboxPolicy allows, by digest"
            + " where it requires one (kubectl get sandboxpolicies -o yaml: spec.images)");
  }

  private VerifyReport once(
      String namespace,
      String image,
      String runtimeClass,
      SandboxPolicySpec policy,
      List<String> targets,
      Duration limit) {
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    String nonce = HexFormat.of().formatHex(bytes);
    String name = "verify-" + nonce.substring(0, 8);
    SandboxTask wanted =
        VerifyTask.of(namespace, name, image, runtimeClass, policy, nonce, targets);
    // Ctrl-C ends the process by this hook; the task has to go with it, also one whose making was
    // not answered yet. Nobody else's has this name.
    Thread hook = new Thread(() -> remove(wanted));
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return judged(changes.create(wanted), image, nonce, limit);
    } finally {
      try {
        remove(wanted);
      } catch (KubernetesClientException e) {
        progress.accept(
            "%s was not deleted: %s; to remove it: kubectl glovebox delete --ignore-not-found %s -n %s"
                .formatted(name, ClusterProblem.of(e), name, namespace));
      }
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private VerifyReport judged(SandboxTask made, String image, String nonce, Duration limit) {
    String namespace = made.getMetadata().getNamespace();
    String name = made.getMetadata().getName();
    SandboxTask ended = ended(made, limit);
    String node = Objects.requireNonNullElse(ended.getStatus().nodeName(), "");
    if (ended.getStatus().runningTime() == null || node.isEmpty()) {
      return VerifyReport.of(namespace, name, image, "", "", Battery.notRun(why(ended)), List.of());
    }
    String under = ended.getStatus().effective().runtimeClassName();
    Findings inside = Findings.parse(log(ended), nonce);
    if (!inside.has("end")) {
      return VerifyReport.of(
          namespace,
          name,
          image,
          node,
          under,
          Battery.notRun("the script did not reach its end: " + why(ended)),
          List.of());
    }
    Around around = surroundings.of(node, under);
    return VerifyReport.of(
        namespace,
        name,
        image,
        node,
        under,
        Battery.judge(inside, around),
        NetworkRows.notTried(inside, around));
  }

  private void remove(SandboxTask wanted) {
    SandboxTask there = task(wanted);
    if (there != null) {
      changes.delete(there);
    }
  }

  private SandboxTask task(SandboxTask wanted) {
    return client
        .resources(SandboxTask.class)
        .inNamespace(wanted.getMetadata().getNamespace())
        .withName(wanted.getMetadata().getName())
        .get();
  }

  private static String why(SandboxTask task) {
    var status = task.getStatus();
    return "the task is %s%s%s"
        .formatted(
            status.phase(),
            status.reason() == null || status.reason().isEmpty() ? "" : "/" + status.reason(),
            status.message() == null ? "" : ": " + status.message());
  }

  private String log(SandboxTask task) {
    return client
        .pods()
        .inNamespace(task.getMetadata().getNamespace())
        .withName(task.getStatus().podName())
        .inContainer("task")
        .getLog();
  }

  private SandboxTask ended(SandboxTask made, Duration limit) {
    long until = System.nanoTime() + limit.toNanos();
    String shown = "";
    while (true) {
      SandboxTask task = task(made);
      if (task == null) {
        throw new Failure(
            ExitCode.UNAVAILABLE,
            "task %s was deleted by somebody else; run it again"
                .formatted(made.getMetadata().getName()));
      }
      String phase =
          task.getStatus() == null || task.getStatus().phase() == null
              ? "Pending"
              : task.getStatus().phase().name();
      if (!phase.equals(shown)) {
        progress.accept("%s: %s".formatted(made.getMetadata().getName(), phase));
        shown = phase;
      }
      if (task.getStatus() != null
          && task.getStatus().phase() != null
          && ENDED.contains(task.getStatus().phase())) {
        return task;
      }
      if (System.nanoTime() > until) {
        throw new Failure(
            ExitCode.DEADLINE,
            "task %s has not ended within %d s, it is %s: kubectl glovebox doctor tells more"
                .formatted(made.getMetadata().getName(), limit.toSeconds(), phase));
      }
      try {
        Thread.sleep(LOOK_EVERY);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Failure(ExitCode.INTERRUPTED, "interrupted");
      }
    }
  }
}
