package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The task that runs the battery: what the policy gives by default, and no network. */
final class VerifyTask {
  /** The battery takes about 15 s. */
  private static final int RUN_SECONDS = 180;

  private static final String SCRIPT = "battery.sh";

  private VerifyTask() {}

  /**
   * The image to use where none is named: that of a policy with one registry only, and only where
   * it may be named without a digest.
   *
   * @param policy null = not known
   */
  static Optional<String> image(SandboxPolicySpec policy) {
    if (policy == null || policy.images() == null || policy.images().registries() == null) {
      return Optional.empty();
    }
    return policy.images().registries().size() == 1
            && Boolean.FALSE.equals(policy.images().requireDigest())
        ? Optional.of(policy.images().registries().getFirst() + "busybox")
        : Optional.empty();
  }

  /**
   * The task.
   *
   * @param policy null = not known
   * @param runtimeClass null = the policy's first that can be had
   */
  static SandboxTask of(
      String namespace,
      String name,
      String image,
      String runtimeClass,
      SandboxPolicySpec policy,
      String nonce,
      List<String> targets) {
    var task = new SandboxTask();
    task.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    task.setSpec(
        new SandboxTaskSpec(
            image,
            List.of("/bin/sh", "-c"),
            List.of(
                "NONCE='%s'%nTARGETS='%s'%n".formatted(nonce, String.join(" ", targets))
                    + script()),
            null,
            null,
            null,
            null,
            runtimeClass == null ? null : List.of(runtimeClass),
            null,
            null,
            workspace(policy),
            null,
            new Timeouts(null, runSeconds(policy)),
            1,
            null,
            null,
            null));
    return task;
  }

  /**
   * The type that tasks get that name none, so that what is wrong with its StorageClass is seen;
   * else the least that the policy allows. The battery writes to /tmp only.
   */
  private static Workspace workspace(SandboxPolicySpec policy) {
    List<WorkspaceType> allowed =
        policy == null || policy.workspace() == null || policy.workspace().types() == null
            ? List.of(WorkspaceType.None)
            : policy.workspace().types();
    WorkspaceType type =
        Stream.of(WorkspaceType.Claim, WorkspaceType.None)
            .filter(allowed::contains)
            .findFirst()
            .orElse(WorkspaceType.Ephemeral);
    return new Workspace(
        type, type == WorkspaceType.None ? null : new Quantity("16", "Mi"), null, null);
  }

  private static int runSeconds(SandboxPolicySpec policy) {
    Integer max =
        policy == null || policy.times() == null || policy.times().max() == null
            ? null
            : policy.times().max().runSeconds();
    return Math.min(RUN_SECONDS, Objects.requireNonNullElse(max, RUN_SECONDS));
  }

  private static String script() {
    try (InputStream in = VerifyTask.class.getResourceAsStream(SCRIPT)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
