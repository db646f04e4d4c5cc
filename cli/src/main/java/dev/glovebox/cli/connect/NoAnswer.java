package dev.glovebox.cli.connect;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;

/**
 * Why there was no answer, out of what the JDK's HTTP client throws.
 *
 * @param why what was seen
 * @param remedy what to do
 */
public record NoAnswer(String why, String remedy) {
  private static final String UP = "check that the cluster is up and the address right";
  private static final String TRUST =
      "check certificate-authority of the cluster in the kubeconfig, or fetch the kubeconfig anew";

  /** How a server that expects TLS answers plain HTTP: the first bytes of an alert. */
  private static final String TLS_ALERT = "\u0015\u0003";

  private record Rule(Predicate<Throwable> sign, String why, String remedy) {}

  /** The first that any cause is a sign of counts: the general ones come last. */
  private static final List<Rule> RULES =
      List.of(
          new Rule(is(HttpConnectTimeoutException.class), "no connection in time", UP),
          new Rule(
              is(HttpTimeoutException.class),
              "no answer in time",
              UP + ", or try again if it is busy"),
          new Rule(
              is(UnresolvedAddressException.class).or(is(UnknownHostException.class)),
              "its name is not known (DNS)",
              "check the name in the kubeconfig, and this machine's network"),
          new Rule(
              is(CertificateExpiredException.class),
              "its certificate has expired",
              "renew it, or check this machine's clock"),
          new Rule(
              is(CertificateNotYetValidException.class),
              "its certificate is not valid yet",
              "check this machine's clock"),
          new Rule(
              is(CertificateException.class).and(says("subject alternative").or(says("No name"))),
              "its certificate is for another name than that of the address",
              "check the address, or set tls-server-name of the cluster in the kubeconfig"),
          new Rule(
              is(CertPathBuilderException.class).or(says("PKIX path")),
              "its certificate is signed by an authority that is not trusted here",
              TRUST),
          new Rule(
              says("certificate_required").or(says("bad_certificate")),
              "it wants a client certificate that it knows",
              "check client-certificate of the user in the kubeconfig"),
          new Rule(
              is(SSLException.class).and(says("SSL message")),
              "what answers there does not speak TLS",
              "check the port, and whether the address should begin with http://"),
          new Rule(
              is(SSLException.class).and(says("terminated the handshake")),
              "the connection was closed while TLS was being agreed",
              "check that an API server listens at that address"),
          new Rule(is(SSLException.class), "TLS was not agreed", TRUST),
          new Rule(
              is(ProtocolException.class).and(says(TLS_ALERT)),
              "what answers there speaks TLS",
              "the address should begin with https://"),
          new Rule(
              is(ProtocolException.class),
              "what answers there does not speak HTTP",
              "check the address"),
          new Rule(
              is(EOFException.class).or(says("received no bytes")),
              "the connection was closed without an answer",
              "check that an API server listens at that address"),
          new Rule(
              is(NoRouteToHostException.class).or(says("No route to host")),
              "there is no route to it",
              "check this machine's network"),
          new Rule(
              says("Network is unreachable"),
              "its network is unreachable",
              "check this machine's network"),
          new Rule(is(ConnectException.class), "connection refused", UP),
          new Rule(is(SocketException.class), "the connection broke", "try again"));

  /** Of an exception without an answer of the server. */
  public static NoAnswer of(Throwable e, Place place) {
    List<Throwable> causes = causes(e);
    if (place.proxy() != null) {
      NoAnswer proxy = throughProxy(causes, place.proxy());
      if (proxy != null) {
        return proxy;
      }
    }
    for (Rule rule : RULES) {
      if (causes.stream().anyMatch(rule.sign)) {
        return new NoAnswer(rule.why, rule.remedy);
      }
    }
    // Not only the connection: what a server says that is none may be no JSON either.
    boolean json =
        causes.stream().anyMatch(one -> one.getClass().getName().startsWith("com.fasterxml."));
    return json
        ? new NoAnswer("what answers there is no Kubernetes API server", "check the address")
        : new NoAnswer(Plain.words(causes.getLast().getMessage()), UP);
  }

  /** What can be told apart where a proxy stands between. Null: as without one. */
  private static NoAnswer throughProxy(List<Throwable> causes, String proxy) {
    String remedy =
        "check proxy-url of the cluster in the kubeconfig, HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
    for (Throwable cause : causes) {
      String said = String.valueOf(cause.getMessage());
      if (said.startsWith("Tunnel failed, got: ")) {
        return new NoAnswer(
            "the proxy %s refuses it with %s".formatted(proxy, said.replaceAll(".*: ", "")),
            remedy);
      }
      // The client has no body then, and stumbles over that.
      if (cause instanceof NullPointerException) {
        return new NoAnswer("the proxy %s wants a login (407)".formatted(proxy), remedy);
      }
      if (cause instanceof UnresolvedAddressException) {
        return new NoAnswer("the proxy's name is not known (DNS): " + proxy, remedy);
      }
      if (cause instanceof HttpConnectTimeoutException) {
        return new NoAnswer("no connection through the proxy %s in time".formatted(proxy), remedy);
      }
    }
    if (causes.stream().anyMatch(ConnectException.class::isInstance)) {
      return new NoAnswer("the proxy %s refuses the connection".formatted(proxy), remedy);
    }
    return causes.stream().anyMatch(ProtocolException.class::isInstance)
        ? new NoAnswer("the proxy %s does not speak HTTP".formatted(proxy), remedy)
        : null;
  }

  private static List<Throwable> causes(Throwable e) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable one = e; one != null && !causes.contains(one); one = one.getCause()) {
      causes.add(one);
    }
    return causes;
  }

  private static Predicate<Throwable> is(Class<? extends Throwable> type) {
    return type::isInstance;
  }

  private static Predicate<Throwable> says(String part) {
    String wanted = part.toLowerCase(Locale.ROOT);
    return e -> e.getMessage() != null && e.getMessage().toLowerCase(Locale.ROOT).contains(wanted);
  }
}
