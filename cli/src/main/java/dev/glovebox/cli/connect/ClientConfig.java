package dev.glovebox.cli.connect;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The client's configuration, of a kubeconfig or of the pod that this runs in. */
public final class ClientConfig {
  private static final Path IN_CLUSTER = Path.of(Config.KUBERNETES_SERVICE_ACCOUNT_TOKEN_PATH);

  private ClientConfig() {}

  /**
   * Follows kubectl, except that it never falls back to localhost, nor from a file that does not
   * exist to another cluster.
   *
   * @param kubeconfig flag of the command line; null if it is not given
   * @param context flag of the command line; null if it is not given
   * @throws Failure if there is none, or something in it lacks or is wrong
   */
  public static Config of(Path kubeconfig, String context, Map<String, String> environment) {
    Kubeconfig found = Kubeconfig.read(kubeconfig, environment);
    if (found == null) {
      return inCluster(context, environment);
    }
    ChosenContext chosen = ChosenContext.of(found, context);
    Config config = Config.empty();
    AuthInfo user = chosen.user();
    ExecPlugin plugin =
        user == null || user.getExec() == null || user.getToken() != null
            ? null
            : new ExecPlugin(user.getExec(), chosen.cluster(), chosen.userFile());
    if (plugin != null) {
      config.setOauthTokenProvider(plugin); // the client then leaves it alone
    }
    KubeConfigUtils.merge(config, chosen.name(), found.contents());
    Proxies.set(config, chosen.cluster().getProxyUrl(), environment);
    if (plugin != null) {
      plugin.getToken(); // now, so that what is wrong with it is said by itself
      if (plugin.certificate() != null) {
        config.setClientCertData(plugin.certificate());
        config.setClientKeyData(plugin.key());
      }
    }
    if (user != null && user.getAs() != null) {
      config.setImpersonateUsername(user.getAs());
      if (user.getAsGroups() != null) {
        config.setImpersonateGroups(user.getAsGroups().toArray(String[]::new));
      }
    }
    Place.note(config, chosen.name(), found.where(), Proxies.used(config));
    return config;
  }

  /** As a pod's own account. */
  private static Config inCluster(String context, Map<String, String> environment) {
    String none = "no kubeconfig: set KUBECONFIG or --kubeconfig";
    if (context != null) {
      throw new Failure(ExitCode.USAGE, "--context %s: %s".formatted(context, none));
    }
    if (!environment.containsKey("KUBERNETES_SERVICE_HOST") || !Files.exists(IN_CLUSTER)) {
      throw new Failure(ExitCode.USAGE, none);
    }
    Config config = Config.autoConfigure(null);
    Place.note(config, null, null, null);
    return config;
  }
}
