package dev.glovebox.cli.run;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;

/**
 * Whether a request can be known not to have reached the API server: there never was a connection
 * that could have carried it.
 */
final class NotSent {
  private static final int MAX_DEPTH = 20;

  /** What is thrown while a connection is being made, and by the JDK's client only then. */
  private static final List<Class<? extends Exception>> BEFORE =
      List.of(
          ConnectException.class,
          NoRouteToHostException.class,
          HttpConnectTimeoutException.class,
          UnresolvedAddressException.class,
          UnknownHostException.class,
          SSLHandshakeException.class);

  private NotSent() {}

  /** False when it may have been sent. */
  static boolean is(Throwable problem) {
    int depth = 0;
    for (Throwable one = problem; one != null && depth < MAX_DEPTH; one = one.getCause()) {
      Throwable cause = one;
      if (BEFORE.stream().anyMatch(type -> type.isInstance(cause))) {
        return true;
      }
      depth++;
    }
    return false;
  }
}
