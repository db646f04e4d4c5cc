package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.SpecRules.orEmpty;
import static java.util.Objects.requireNonNullElse;

import dev.glovebox.api.v1alpha1.ImagePullPolicy;
import dev.glovebox.api.v1alpha1.ImageRules;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.NetworkRules;
import dev.glovebox.api.v1alpha1.PodRules;
import dev.glovebox.api.v1alpha1.ResourceRules;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.TimeRules;
import dev.glovebox.api.v1alpha1.Times;
import dev.glovebox.api.v1alpha1.UserRange;
import dev.glovebox.api.v1alpha1.WorkspaceRules;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/**
 * A policy with every default filled in. What has no default and is absent allows nothing: a limit
 * that is missing is not "without limit".
 */
final class PolicyDefaults {

  private static final Quantity MEMORY_VOLUME = new Quantity("64", "Mi");

  private PolicyDefaults() {}

  static SandboxPolicySpec fill(SandboxPolicySpec policy) {
    return new SandboxPolicySpec(
        policy.namespaces(),
        orEmpty(policy.runtimes()),
        images(policy.images()),
        users(policy.users()),
        resources(policy.resources()),
        workspace(policy.workspace()),
        times(policy.times()),
        requireNonNullElse(policy.maxActiveTasksPerNamespace(), 200),
        network(policy.network()),
        pods(policy.pods()),
        orEmpty(policy.dangerouslyAllow()),
        orEmpty(policy.reportOnly()));
  }

  private static ImageRules images(ImageRules images) {
    if (images == null) {
      return new ImageRules(List.of(), true, ImagePullPolicy.Always, List.of());
    }
    return new ImageRules(
        orEmpty(images.registries()),
        requireNonNullElse(images.requireDigest(), true),
        requireNonNullElse(images.pullPolicy(), ImagePullPolicy.Always),
        orEmpty(images.pullSecretNames()));
  }

  private static UserRange users(UserRange users) {
    return new UserRange(
        requireNonNullElse(users == null ? null : users.min(), 10_000L),
        requireNonNullElse(users == null ? null : users.max(), 59_999L));
  }

  private static ResourceRules resources(ResourceRules resources) {
    Resources none = new Resources(null, null, null);
    return new ResourceRules(
        requireNonNullElse(resources == null ? null : resources.max(), none),
        requireNonNullElse(resources == null ? null : resources.defaults(), none));
  }

  private static WorkspaceRules workspace(WorkspaceRules workspace) {
    String accessMode = "ReadWriteOncePod";
    if (workspace == null) {
      return new WorkspaceRules(List.of(), null, List.of(), accessMode);
    }
    return new WorkspaceRules(
        orEmpty(workspace.types()),
        workspace.maxSize(),
        orEmpty(workspace.storageClassNames()),
        requireNonNullElse(workspace.accessMode(), accessMode));
  }

  private static TimeRules times(TimeRules times) {
    Times none = new Times(null, null, null);
    return new TimeRules(
        requireNonNullElse(times == null ? null : times.max(), none),
        requireNonNullElse(times == null ? null : times.defaults(), none));
  }

  /** Mode None grants nothing, so it needs no permission. */
  private static NetworkRules network(NetworkRules network) {
    List<NetworkMode> nothing = List.of(NetworkMode.None);
    if (network == null) {
      return new NetworkRules(nothing, List.of(), List.of());
    }
    return new NetworkRules(
        requireNonNullElse(network.modes(), nothing),
        orEmpty(network.allowedCidrs()),
        orEmpty(network.blockedCidrs()));
  }

  private static PodRules pods(PodRules pods) {
    PodRules given =
        requireNonNullElse(pods, new PodRules(null, null, null, null, null, null, null, null));
    return new PodRules(
        requireNonNullElse(given.serviceAccountName(), "default"),
        requireNonNullElse(given.priorityClassName(), ""),
        requireNonNullElse(given.nodeSelector(), Map.of()),
        orEmpty(given.tolerations()),
        requireNonNullElse(given.labels(), Map.of()),
        orEmpty(given.copyLabels()),
        requireNonNullElse(given.homeSize(), MEMORY_VOLUME),
        requireNonNullElse(given.tmpSize(), MEMORY_VOLUME));
  }
}
