package dev.glovebox.cli.connect;

import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import java.net.HttpURLConnection;

/**
 * The first thing that an API server is asked is its version, which anybody may: where that fails
 * it is about the connection, and is said in one way, whatever the command wanted to know.
 */
public final class Greeting {
  private Greeting() {}

  /**
   * Asks.
   *
   * @throws Failure if nobody answers, or somebody who is no API server, or one that does not let
   *     in
   */
  public static void exchange(KubernetesClient client) {
    VersionInfo version;
    try {
      version = client.getKubernetesVersion();
    } catch (KubernetesClientException e) {
      // Some clusters keep even this from their users, and answer them all the same.
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return;
      }
      throw new Failure(ExitCode.UNAVAILABLE, ClusterProblem.of(e, client));
    } catch (RuntimeException e) { // the client's own, where an answer is none
      NoAnswer no = NoAnswer.of(e, Place.of(client.getConfiguration()));
      throw failed(client, no.why());
    }
    if (version == null || version.getGitVersion() == null) {
      throw failed(client, "what answers there is no Kubernetes API server");
    }
  }

  private static Failure failed(KubernetesClient client, String why) {
    return new Failure(
        ExitCode.UNAVAILABLE,
        "%s cannot be reached: %s; check the address, and what stands in between"
            .formatted(Place.of(client.getConfiguration()), why));
  }
}
