package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.connect.GivenFlags;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs the battery in a task, and deletes the task, whatever comes. */
public final class Verification {
  private static final int NONCE_BYTES = 16;

  private final KubernetesClient client;
  private final SandboxSurroundings surroundings;
  private final Consumer<String> progress;
  private final Supplier<String> diagnosis;
  private final SecureRandom random = new SecureRandom();

  /**
   * What happens is told as it happens.
   *
   * @param progress gets a line for each phase
   * @param diagnosis what is wrong with the cluster and what to do, asked for when a task does not
   *     end; empty when nothing is
   */
  public Verification(
      KubernetesClient client, Consumer<String> progress, Supplier<String> diagnosis) {
    this.client = client;
    this.surroundings = new SandboxSurroundings(client);
    this.progress = progress;
    this.diagnosis = diagnosis;
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
        image != null ? image : VerifyTask.image(policy).orElseThrow(() -> noImage(namespace));
    List<String> targets = surroundings.targets();
    VerifyReport first = once(namespace, chosen, runtimeClass, policy, targets, limit);
    List<String> now = surroundings.targets();
    if (first.node().isEmpty() || targets.containsAll(now)) {
      return first;
    }
    progress.accept("the node has a new certificate: once more, with what answers there now");
    return once(namespace, chosen, runtimeClass, policy, now, limit);
  }

  private Failure noImage(String namespace) {
    return new Failure(
        ExitCode.USAGE,
        "--image is needed: an image with busybox that the namespace's SandboxPolicy allows, by digest"
            + " where it requires one; to see what it allows: kubectl glovebox policy -n %s%s"
                .formatted(namespace, GivenFlags.of(client.getConfiguration())));
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
    try (var run = new VerifyRun(client, progress, diagnosis, wanted)) {
      SandboxTask ended = run.ended(limit);
      return judged(new VerifyReport.Ran(namespace, name, image), ended, run, nonce);
    }
  }

  private VerifyReport judged(
      VerifyReport.Ran ran, SandboxTask ended, VerifyRun run, String nonce) {
    var status = ended.getStatus();
    String node = Objects.requireNonNullElse(status.nodeName(), "");
    if (status.runningTime() == null || node.isEmpty()) {
      return VerifyReport.notRun(ran, "", "", Ending.why(ended), Ending.remedy(ended));
    }
    String under = status.effective().runtimeClassName();
    Findings inside = Findings.parse(run.log(ended), nonce);
    if (!inside.has("end")) {
      return VerifyReport.notRun(
          ran,
          node,
          under,
          "the script did not reach its end; " + Ending.why(ended),
          "name an image with busybox as /bin/sh by --image");
    }
    String proved = Objects.requireNonNullElse(status.provedTime(), status.runningTime());
    Around around = surroundings.of(node, under, OffsetDateTime.parse(proved).toInstant());
    return VerifyReport.of(
        ran, node, under, Battery.judge(inside, around), NetworkRows.notTried(inside, around));
  }
}
