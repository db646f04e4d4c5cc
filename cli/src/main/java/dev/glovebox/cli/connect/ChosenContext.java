package dev.glovebox.cli.connect;

import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * A context of a kubeconfig with the cluster and the user that it names, all of which has been
 * looked at: what the client would only trip over is said here, in the kubeconfig's own terms.
 *
 * @param user null if the context names none
 * @param userFile the file that the user stands in, to which its paths are relative
 */
record ChosenContext(String name, Cluster cluster, AuthInfo user, Path userFile) {
  private static final int HIGHEST_PORT = 65_535;
  private static final String PEM = "-----BEGIN ";

  /**
   * Chooses, and looks at what was chosen.
   *
   * @param wanted of the command line; null or empty for the current one
   * @throws Failure if something lacks or cannot be
   */
  static ChosenContext of(Kubeconfig kubeconfig, String wanted) {
    NamedContext context = kubeconfig.context(wanted);
    String name = context.getName();
    String clusterName = context.getContext().getCluster();
    if (clusterName == null || clusterName.isEmpty()) {
      throw kubeconfig.broken("context \"%s\" names no cluster".formatted(name));
    }
    NamedCluster cluster = kubeconfig.cluster(clusterName);
    if (cluster == null || cluster.getCluster() == null) {
      throw kubeconfig.broken(
          "context \"%s\" names cluster \"%s\", which is not there".formatted(name, clusterName));
    }
    check(
        kubeconfig,
        "cluster \"%s\"".formatted(clusterName),
        cluster.getCluster(),
        KubeconfigPaths.of(cluster));
    String userName = context.getContext().getUser();
    if (userName == null || userName.isEmpty()) {
      return new ChosenContext(name, cluster.getCluster(), null, null);
    }
    NamedAuthInfo user = kubeconfig.named(Config::getUsers, NamedAuthInfo::getName, userName);
    if (user == null || user.getUser() == null) {
      throw kubeconfig.broken(
          "context \"%s\" names user \"%s\", which is not there".formatted(name, userName));
    }
    Path file = KubeconfigPaths.of(user);
    check(kubeconfig, "user \"%s\"".formatted(userName), user.getUser(), file);
    return new ChosenContext(name, cluster.getCluster(), user.getUser(), file);
  }

  private static void check(Kubeconfig kubeconfig, String what, Cluster cluster, Path file) {
    String server = cluster.getServer();
    if (server == null || !isAddress(server)) {
      throw kubeconfig.broken(
          "%s: server %s is not an address such as https://203.0.113.1:6443"
              .formatted(what, server == null ? "is not set, and so" : "\"" + server + "\""));
    }
    String proxy = cluster.getProxyUrl();
    if (proxy != null && !proxy.isEmpty() && !proxy.matches("https?://.+:\\d+/?")) {
      throw kubeconfig.broken(
          "%s: proxy-url %s: only proxies of the form http://HOST:PORT can be used"
              .formatted(what, Proxies.withoutLogin(proxy)));
    }
    pem(kubeconfig, what, "certificate-authority", cluster.getCertificateAuthority(), file);
    data(kubeconfig, what, "certificate-authority-data", cluster.getCertificateAuthorityData());
  }

  private static void check(Kubeconfig kubeconfig, String what, AuthInfo user, Path file) {
    pem(kubeconfig, what, "client-certificate", user.getClientCertificate(), file);
    pem(kubeconfig, what, "client-key", user.getClientKey(), file);
    data(kubeconfig, what, "client-certificate-data", user.getClientCertificateData());
    data(kubeconfig, what, "client-key-data", user.getClientKeyData());
    boolean certificate = is(user.getClientCertificate()) || is(user.getClientCertificateData());
    boolean key = is(user.getClientKey()) || is(user.getClientKeyData());
    if (certificate != key) {
      throw kubeconfig.broken(
          "%s has a client %s and no client %s"
              .formatted(
                  what, certificate ? "certificate" : "key", certificate ? "key" : "certificate"));
    }
    if (is(user.getTokenFile())) {
      user.setToken(content(kubeconfig, what, "tokenFile", user.getTokenFile(), file).strip());
    }
  }

  private static boolean isAddress(String server) {
    try {
      URI uri = new URI(server.contains("://") ? server : "https://" + server);
      return uri.getHost() != null
          && uri.getPort() <= HIGHEST_PORT
          && uri.getPort() != 0
          && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static void pem(
      Kubeconfig kubeconfig, String what, String field, String path, Path file) {
    if (is(path) && !content(kubeconfig, what, field, path, file).contains(PEM)) {
      throw kubeconfig.broken("%s: %s %s is not a PEM file".formatted(what, field, path));
    }
  }

  private static String content(
      Kubeconfig kubeconfig, String what, String field, String path, Path file) {
    Path resolved = KubeconfigPaths.resolved(file, path);
    try {
      return Files.readString(resolved, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw kubeconfig.broken(
          "%s: %s %s: %s"
              .formatted(
                  what,
                  field,
                  resolved,
                  Files.exists(resolved) ? "it cannot be read" : "there is no such file"));
    }
  }

  private static void data(Kubeconfig kubeconfig, String what, String field, String base64) {
    if (!is(base64)) {
      return;
    }
    String text;
    try {
      text = new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.ISO_8859_1);
    } catch (IllegalArgumentException e) {
      text = "";
    }
    if (!text.contains(PEM)) {
      throw kubeconfig.broken("%s: %s is not PEM in base64".formatted(what, field));
    }
  }

  private static boolean is(String value) {
    return value != null && !value.isEmpty();
  }
}
