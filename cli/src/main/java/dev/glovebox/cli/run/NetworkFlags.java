package dev.glovebox.cli.run;

import static dev.glovebox.cli.run.FlagValues.orNull;

import dev.glovebox.api.v1alpha1.Dns;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import java.util.List;
import picocli.CommandLine.Option;

/** What a task may reach. */
public final class NetworkFlags {
  @Option(
      names = "--network",
      paramLabel = "MODE",
      description =
          "None (default), Internet (every public address), or Allowlist (what --allow names).")
  private NetworkMode mode;

  @Option(
      names = "--allow",
      paramLabel = "CIDR:PORT",
      description =
          "A range and its ports that the task may reach, such as 203.0.113.10/32:443 or 198.51.100.0/24:80,53/UDP. Repeatable; means --network Allowlist.")
  private List<String> allow = List.of();

  @Option(
      names = "--dns",
      paramLabel = "ADDRESS",
      description = "A resolver that the task may ask. Repeatable. Default: none.")
  private List<String> dns = List.of();

  /** Null if nothing is said of it. */
  Network network() {
    if (!allow.isEmpty() && mode != null && mode != NetworkMode.Allowlist) {
      throw new IllegalArgumentException(
          "--allow and --network %s exclude each other".formatted(mode));
    }
    if (mode == null && allow.isEmpty() && dns.isEmpty()) {
      return null;
    }
    return new Network(
        allow.isEmpty() ? mode : NetworkMode.Allowlist,
        orNull(AllowFlag.destinations(allow)),
        dns.isEmpty() ? null : new Dns(dns));
  }
}
