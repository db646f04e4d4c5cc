package dev.glovebox.cli.connect;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.client.Config;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Through which proxy a cluster is asked: the kubeconfig's, else the environment's, as kubectl. */
final class Proxies {
  private static final Pattern LOGIN = Pattern.compile("//[^/@]*@");

  private static final Pattern HTTP =
      Pattern.compile("(?<host>https?://(?:[^/@]*@)?(?:\\[[^]]+]|[^/:\\[\\]]+))(?<port>:\\d+)?/?");

  /** Never asked through a proxy of the environment, as in Go's net/http. */
  private static final Pattern THIS_MACHINE =
      Pattern.compile("localhost|127(?:\\.\\d{1,3}){3}|\\[?(?:0*:)*0*1]?");

  private Proxies() {}

  /** Sets the proxy of a client's configuration. */
  static void set(Config config, String proxyUrl, Map<String, String> environment) {
    if (proxyUrl != null && !proxyUrl.isEmpty()) {
      config.setHttpProxy(proxyUrl); // the client takes one or the other, by the server's scheme
      config.setHttpsProxy(proxyUrl);
      return;
    }
    String host = URI.create(config.getMasterUrl()).getHost();
    if (host == null || THIS_MACHINE.matcher(host).matches()) {
      return;
    }
    config.setHttpsProxy(address("HTTPS_PROXY", of(environment, "HTTPS_PROXY")));
    config.setHttpProxy(address("HTTP_PROXY", of(environment, "HTTP_PROXY")));
    String none = of(environment, "NO_PROXY");
    if (none != null) {
      config.setNoProxy(none.split("\\s*,\\s*"));
    }
  }

  /** With the scheme and the port that it may leave out. */
  private static String address(String variable, String given) {
    if (given == null) {
      return null;
    }
    String url = given.contains("://") ? given : "http://" + given;
    Matcher parts = HTTP.matcher(url);
    if (!parts.matches()) {
      throw new Failure(
          ExitCode.USAGE,
          "%s %s: only proxies of the form http://HOST:PORT can be used"
              .formatted(variable, withoutLogin(given)));
    }
    String port = parts.group("port");
    return parts.group("host") + (port != null ? port : url.startsWith("https") ? ":443" : ":80");
  }

  private static String of(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, environment.get(name.toLowerCase(Locale.ROOT)));
    return value == null || value.isBlank() ? null : value;
  }

  /** Through which a cluster is asked, without its login; null if it is asked directly. */
  static String used(Config config) {
    URI server = URI.create(config.getMasterUrl());
    String proxy =
        "http".equals(server.getScheme()) ? config.getHttpProxy() : config.getHttpsProxy();
    boolean direct =
        config.getNoProxy() != null
            && Arrays.stream(config.getNoProxy())
                .anyMatch(String.valueOf(server.getHost())::endsWith);
    return proxy == null || direct ? null : withoutLogin(proxy);
  }

  /** An address that can be shown. */
  static String withoutLogin(String url) {
    return LOGIN.matcher(url).replaceAll("//");
  }
}
