package dev.glovebox.operator.facts;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;

/**
 * Asks one canary over TCP: it sends a random nonce and expects {@code glovebox-canary <nonce>}. A
 * nonce, because a proxy that answers for every address would look like a canary otherwise.
 */
final class CanaryCheck {

  /** Each of: connecting, waiting for the answer. */
  static final Duration TIMEOUT = Duration.ofSeconds(1);

  private static final String GREETING = "glovebox-canary ";
  private static final int NONCE_BYTES = 16;

  private final SecureRandom random = new SecureRandom();
  private final Duration timeout;

  CanaryCheck(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Asks once.
   *
   * @throws IOException when it does not answer in time or answers something else; the message says
   *     which
   */
  void ask(String address, int port) throws IOException {
    byte[] bytes = new byte[NONCE_BYTES];
    random.nextBytes(bytes);
    String nonce = HexFormat.of().formatHex(bytes);
    String expected = GREETING + nonce + "\n";
    int millis = Math.toIntExact(timeout.toMillis());
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write((nonce + "\n").getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      // One byte more than expected would be another protocol; it is not waited for.
      byte[] answer = socket.getInputStream().readNBytes(expected.length());
      String text = new String(answer, StandardCharsets.US_ASCII);
      if (!text.equals(expected)) {
        throw new IOException(
            answer.length < expected.length()
                ? "it closed the connection after %d of %d bytes"
                    .formatted(answer.length, expected.length())
                : "what answers there is not a canary: it did not return the nonce");
      }
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + millis + " ms", e);
    }
  }
}
