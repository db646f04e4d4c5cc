package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.SpecRules.orEmpty;
import static java.util.Objects.requireNonNullElse;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.DestinationPort;
import dev.glovebox.api.v1alpha1.Dns;
import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.api.v1alpha1.Times;
import dev.glovebox.api.v1alpha1.TransportProtocol;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/**
 * A task's spec with every default filled in, and addresses and the image in canonical form. What a
 * policy gives comes first, then what the API reference promises, cut to the policy's maximum.
 */
final class TaskDefaults {

  private static final Quantity CPU = new Quantity("1");
  private static final Quantity GIBIBYTE = new Quantity("1", "Gi");
  private static final Times TIMES = new Times(300, 3600, 3600);

  private final SandboxTaskSpec spec;
  private final SandboxPolicySpec policy;

  private TaskDefaults(SandboxTaskSpec spec, SandboxPolicySpec policy) {
    this.spec = spec;
    this.policy = policy;
  }

  /**
   * Fills.
   *
   * @param spec that breaks none of {@link SpecRules}
   * @param policy with defaults filled in
   */
  static SandboxTaskSpec fill(SandboxTaskSpec spec, SandboxPolicySpec policy) {
    return new TaskDefaults(spec, policy).filled();
  }

  private SandboxTaskSpec filled() {
    Workspace workspace = workspace();
    return new SandboxTaskSpec(
        ImageReference.parse(spec.image()).text(),
        orEmpty(spec.command()),
        orEmpty(spec.args()),
        // Without a workspace it stays the image's own.
        either(spec.workingDir(), workspace.mountPath()),
        orEmpty(spec.env()).stream()
            .map(v -> new EnvVariable(v.name(), requireNonNullElse(v.value(), "")))
            .toList(),
        orEmpty(spec.secrets()),
        orEmpty(spec.configMaps()),
        runtimes(),
        requireNonNullElse(spec.runAsUser(), policy.users().min()),
        resources(),
        workspace,
        network(),
        timeouts(),
        requireNonNullElse(spec.terminationGracePeriodSeconds(), 1),
        seconds(
            spec.ttlSecondsAfterFinished(),
            policy.times().defaults().ttlSecondsAfterFinished(),
            TIMES.ttlSecondsAfterFinished(),
            policy.times().max().ttlSecondsAfterFinished()),
        requireNonNullElse(spec.desiredState(), DesiredState.Run),
        orEmpty(spec.dangerouslyAllow()).stream().distinct().sorted().toList());
  }

  private List<String> runtimes() {
    List<String> asked = orEmpty(spec.runtimes());
    return asked.isEmpty()
        ? policy.runtimes().stream().map(AllowedRuntime::runtimeClassName).toList()
        : asked;
  }

  private Resources resources() {
    Resources asked = requireNonNullElse(spec.resources(), new Resources(null, null, null));
    Resources defaults = policy.resources().defaults();
    Resources max = policy.resources().max();
    return new Resources(
        quantity(asked.cpu(), defaults.cpu(), CPU, max.cpu()),
        quantity(asked.memory(), defaults.memory(), GIBIBYTE, max.memory()),
        quantity(
            asked.ephemeralStorage(),
            defaults.ephemeralStorage(),
            GIBIBYTE,
            max.ephemeralStorage()));
  }

  private Workspace workspace() {
    Workspace asked = requireNonNullElse(spec.workspace(), new Workspace(null, null, null, null));
    WorkspaceType type = requireNonNullElse(asked.type(), WorkspaceType.Claim);
    if (type == WorkspaceType.None) {
      return new Workspace(type, null, null, null);
    }
    String storageClass = null;
    if (type == WorkspaceType.Claim) {
      List<String> allowed = policy.workspace().storageClassNames();
      storageClass =
          either(asked.storageClassName(), allowed.isEmpty() ? null : allowed.getFirst());
    }
    return new Workspace(
        type,
        quantity(asked.size(), null, GIBIBYTE, policy.workspace().maxSize()),
        requireNonNullElse(asked.mountPath(), Names.WORKSPACE_PATH),
        storageClass);
  }

  private Network network() {
    Network asked = requireNonNullElse(spec.network(), new Network(null, null, null));
    List<Destination> allow =
        orEmpty(asked.allow()).stream()
            .map(d -> new Destination(Cidr.parse(d.cidr()).text(), ports(d.ports())))
            .toList();
    List<String> servers =
        asked.dns() == null
            ? List.of()
            : asked.dns().servers().stream().map(s -> IpAddress.parse(s).text()).toList();
    return new Network(requireNonNullElse(asked.mode(), NetworkMode.None), allow, new Dns(servers));
  }

  private static List<DestinationPort> ports(List<DestinationPort> ports) {
    return ports.stream()
        .map(
            port ->
                new DestinationPort(
                    requireNonNullElse(port.protocol(), TransportProtocol.TCP), port.port()))
        .distinct()
        .toList();
  }

  private Timeouts timeouts() {
    Timeouts asked = requireNonNullElse(spec.timeouts(), new Timeouts(null, null));
    Times defaults = policy.times().defaults();
    Times max = policy.times().max();
    return new Timeouts(
        seconds(
            asked.provisionSeconds(),
            defaults.provisionSeconds(),
            TIMES.provisionSeconds(),
            max.provisionSeconds()),
        seconds(asked.runSeconds(), defaults.runSeconds(), TIMES.runSeconds(), max.runSeconds()));
  }

  private static Integer seconds(Integer asked, Integer byPolicy, Integer builtIn, Integer max) {
    if (asked != null) {
      return asked;
    }
    return byPolicy != null
        ? byPolicy
        : max == null ? builtIn : Integer.valueOf(Math.min(builtIn, max));
  }

  private static Quantity quantity(
      Quantity asked, Quantity byPolicy, Quantity builtIn, Quantity max) {
    if (asked != null) {
      return asked;
    }
    return byPolicy != null ? byPolicy : Quantities.atMost(builtIn, max);
  }

  /** The first that is not null; null when both are. */
  private static <T> T either(T one, T other) {
    return one != null ? one : other;
  }
}
