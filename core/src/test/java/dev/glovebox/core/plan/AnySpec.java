package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.DestinationPort;
import dev.glovebox.api.v1alpha1.Dns;
import dev.glovebox.api.v1alpha1.EnvVariable;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.Timeouts;
import dev.glovebox.api.v1alpha1.TransportProtocol;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Specs as they could reach the planner if the CRD's rules were gone: any field absent, any string
 * anything, any list with null in it. Good values are frequent, so that some specs are planned.
 */
final class AnySpec {

  private AnySpec() {}

  static Arbitrary<SandboxTaskSpec> specs() {
    return Combinators.combine(process(), files(), limits(), rest())
        .as(
            (process, files, limits, rest) ->
                new SandboxTaskSpec(
                    process.image(),
                    process.command(),
                    process.args(),
                    files.workingDir(),
                    process.env(),
                    files.secrets(),
                    files.configMaps(),
                    rest.runtimes(),
                    limits.runAsUser(),
                    limits.resources(),
                    files.workspace(),
                    rest.network(),
                    limits.timeouts(),
                    limits.grace(),
                    limits.ttl(),
                    rest.desiredState(),
                    rest.risks()));
  }

  private record Command(
      String image, List<String> command, List<String> args, List<EnvVariable> env) {}

  private record Files(
      String workingDir,
      List<SecretFile> secrets,
      List<ConfigMapMount> configMaps,
      Workspace workspace) {}

  private record Limits(
      Long runAsUser, Resources resources, Timeouts timeouts, Integer grace, Integer ttl) {}

  private record Rest(
      List<String> runtimes, Network network, DesiredState desiredState, List<Risk> risks) {}

  private static Arbitrary<Command> process() {
    Arbitrary<EnvVariable> env =
        Combinators.combine(text("LANG", "A", "PATH", "LD_PRELOAD"), text("x", "$(HOME)"))
            .as(EnvVariable::new);
    return Combinators.combine(
            text(TestObjects.IMAGE, "alpine"),
            list(text("make", "$(PATH)")),
            list(text("test")),
            list(env))
        .as(Command::new);
  }

  private static Arbitrary<Files> files() {
    Arbitrary<String> paths = text("/work", "/work/x", "/context", "/etc", "/home", "/./etc");
    Arbitrary<SecretFile> secrets =
        Combinators.combine(
                text("npm-token"), text("token"), text("/run/secrets/t", "/run/secrets/../x"))
            .as(SecretFile::new);
    Arbitrary<ConfigMapMount> configMaps =
        Combinators.combine(text("skills"), paths).as(ConfigMapMount::new);
    Arbitrary<Workspace> workspaces =
        Combinators.combine(
                Arbitraries.of(WorkspaceType.class).injectNull(0.2),
                quantities(),
                paths,
                text("standard"))
            .as(Workspace::new);
    return Combinators.combine(paths, list(secrets), list(configMaps), workspaces.injectNull(0.5))
        .as(Files::new);
  }

  private static Arbitrary<Limits> limits() {
    Arbitrary<Resources> resources =
        Combinators.combine(quantities(), quantities(), quantities()).as(Resources::new);
    Arbitrary<Integer> seconds = frequently(Arbitraries.of(1, 60, 600), Arbitraries.integers());
    Arbitrary<Long> users = frequently(Arbitraries.of(10000L, 10001L), Arbitraries.longs());
    return Combinators.combine(
            users,
            resources.injectNull(0.7),
            Combinators.combine(seconds, seconds).as(Timeouts::new).injectNull(0.5),
            frequently(Arbitraries.of(0, 30), Arbitraries.integers()),
            seconds)
        .as(Limits::new);
  }

  private static Arbitrary<Rest> rest() {
    Arbitrary<DestinationPort> ports =
        Combinators.combine(
                Arbitraries.of(TransportProtocol.class).injectNull(0.2),
                frequently(Arbitraries.of(443, 1, 65535), Arbitraries.of(0, -1, 65536)))
            .as(DestinationPort::new);
    Arbitrary<Destination> destinations =
        Combinators.combine(
                text("203.0.113.10/32", "203.0.113.64/28", "169.254.169.254/32", "::/0"),
                list(ports))
            .as(Destination::new);
    Arbitrary<Dns> dns = list(text("203.0.113.53", "127.0.0.1")).map(Dns::new);
    Arbitrary<Network> networks =
        Combinators.combine(
                Arbitraries.of(NetworkMode.class).injectNull(0.2),
                list(destinations),
                dns.injectNull(0.6))
            .as(Network::new);
    return Combinators.combine(
            list(text("gvisor", "kata", "runc")),
            networks.injectNull(0.4),
            frequently(
                Arbitraries.just(DesiredState.Run), Arbitraries.just(DesiredState.Cancelled)),
            Arbitraries.of(Risk.class).injectNull(0.02).list().ofMaxSize(2).injectNull(0.8))
        .as(Rest::new);
  }

  private static Arbitrary<Quantity> quantities() {
    Arbitrary<Quantity> odd =
        Combinators.combine(
                Arbitraries.of("1", "100", "0", "-1", "", "x", "1.5", "9999999999999999999"),
                Arbitraries.of("", "Mi", "Gi", "m", "e9", "e99", "Q").injectNull(0.1))
            .as((amount, format) -> new Quantity(amount, format));
    return frequently(Arbitraries.of(new Quantity("1"), new Quantity("2")), odd);
  }

  /** Nearly always nothing or a good value. */
  private static <T> Arbitrary<T> frequently(Arbitrary<T> good, Arbitrary<T> odd) {
    return Arbitraries.frequencyOf(Tuple.of(15, good), Tuple.of(1, odd)).injectNull(0.3);
  }

  /** Mostly the first value; otherwise one of the others, any string, or null. */
  private static Arbitrary<String> text(String usual, String... others) {
    return Arbitraries.frequencyOf(
            Tuple.of(30, Arbitraries.just(usual)),
            Tuple.of(
                others.length, Arbitraries.of(others.length == 0 ? new String[] {usual} : others)),
            Tuple.of(1, Arbitraries.strings().ofMaxLength(40)))
        .injectNull(0.02);
  }

  private static <T> Arbitrary<List<T>> list(Arbitrary<T> elements) {
    return elements.injectNull(0.02).list().ofMaxSize(2).injectNull(0.5);
  }
}
