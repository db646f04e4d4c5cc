package dev.glovebox.cli.run;

import static dev.glovebox.cli.run.FlagValues.orNull;

import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.cli.text.Lapse;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a person says of a task on the command line. What is not said stays the policy's to say. */
public final class TaskFlags {
  private static final SandboxTaskSpec NOTHING =
      new SandboxTaskSpec(
          "", null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null);

  @Option(
      names = {"-e", "--env"},
      paramLabel = "NAME=VALUE",
      description = "Environment variable. Repeatable. Secrets come as files: --secret.")
  private List<String> env = List.of();

  @Option(
      names = "--runtime",
      paramLabel = "CLASS",
      description = "RuntimeClass, the preferred one first. Repeatable. Default: the policy's.")
  private List<String> runtimes = List.of();

  @Option(names = "--cpu", paramLabel = "N", description = "Processors, such as 1 or 500m.")
  private String cpu;

  @Option(names = "--memory", paramLabel = "SIZE", description = "Memory, such as 512Mi.")
  private String memory;

  @Option(
      names = "--ephemeral-storage",
      paramLabel = "SIZE",
      description = "Disk for the log and writable layers, such as 1Gi.")
  private String ephemeralStorage;

  @Option(
      names = "--secret",
      paramLabel = "NAME:KEY[:FILE]",
      description =
          "A Secret's key as /run/secrets/FILE; FILE is KEY unless named. Repeatable. The Secret needs the label glovebox.dev/usable-by-tasks=true.")
  private List<String> secrets = List.of();

  @Option(
      names = "--config-map",
      paramLabel = "NAME:DIRECTORY",
      description =
          "A ConfigMap as a read-only directory. Repeatable. The ConfigMap needs the label glovebox.dev/usable-by-tasks=true.")
  private List<String> configMaps = List.of();

  @Option(
      names = "--workdir",
      paramLabel = "DIRECTORY",
      description = "Working directory. Default: the workspace.")
  private String workdir;

  @Option(names = "--user", paramLabel = "UID", description = "User and group ID.")
  private Long user;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long it may run, such as 90s, 10m or 2h.")
  private String timeout;

  @Option(
      names = "--provision-timeout",
      paramLabel = "TIME",
      description = "How long it may take until it runs.")
  private String provisionTimeout;

  @Option(
      names = "--grace-period",
      paramLabel = "TIME",
      description = "Time between TERM and KILL, at most 30s.")
  private String gracePeriod;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      description = "How long it is kept after its end, with --keep or --detach.")
  private String ttl;

  @Mixin private WorkspaceFlags workspace;
  @Mixin private NetworkFlags network;

  /**
   * The spec that the flags make.
   *
   * @param command of the container; empty for the image's own
   * @throws IllegalArgumentException that names the flag, its value and what would do
   */
  SandboxTaskSpec spec(String image, List<String> command) {
    return new SandboxTaskSpec(
        image,
        orNull(command),
        null,
        workdir,
        orNull(env.stream().map(TaskFlags::variable).toList()),
        orNull(secrets.stream().map(FlagValues::secret).toList()),
        orNull(configMaps.stream().map(FlagValues::configMap).toList()),
        orNull(runtimes),
        user,
        resources(),
        workspace.workspace(),
        network.network(),
        timeouts(),
        seconds("--grace-period", gracePeriod),
        seconds("--ttl", ttl),
        null,
        null);
  }

  /** Whether nothing is said: all is left to the policy. */
  boolean empty() {
    return spec("", List.of()).equals(NOTHING);
  }

  private Resources resources() {
    Quantity processors = FlagValues.quantity("--cpu", cpu);
    Quantity bytes = FlagValues.quantity("--memory", memory);
    Quantity disk = FlagValues.quantity("--ephemeral-storage", ephemeralStorage);
    return processors == null && bytes == null && disk == null
        ? null
        : new Resources(processors, bytes, disk);
  }

  private Timeouts timeouts() {
    Integer provision = seconds("--provision-timeout", provisionTimeout);
    Integer run = seconds("--timeout", timeout);
    return provision == null && run == null ? null : new Timeouts(provision, run);
  }

  private static Integer seconds(String flag, String value) {
    if (value == null) {
      return null;
    }
    try {
      return Lapse.seconds(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(flag + ": " + e.getMessage(), e);
    }
  }

  private static EnvVariable variable(String flag) {
    int equals = flag.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "--env %s: NAME=VALUE is expected; nothing is taken from your own environment"
              .formatted(flag));
    }
    return new EnvVariable(flag.substring(0, equals), flag.substring(equals + 1));
  }
}
