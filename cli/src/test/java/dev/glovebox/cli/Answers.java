package dev.glovebox.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;

/** A port of this machine where something answers each question in the same way. */
final class Answers implements Closeable {
  private final ServerSocket socket;
  private final byte[] answer;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * Listens.
   *
   * @param tls null for plain TCP
   * @param answer then the connection is closed; null: no answer ever
   */
  Answers(SSLContext tls, String answer) throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    this.socket =
        tls == null
            ? new ServerSocket(0, 50, here)
            : tls.getServerSocketFactory().createServerSocket(0, 50, here);
    this.answer = answer == null ? null : answer.getBytes(ISO_8859_1);
    Thread.ofVirtual().start(this::accept);
  }

  static String http(String status, String type, String body) {
    return "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        .formatted(status, type, body.length(), body);
  }

  String address(String scheme) {
    return "%s://127.0.0.1:%d".formatted(scheme, socket.getLocalPort());
  }

  private void accept() {
    try {
      while (true) {
        Socket one = socket.accept();
        Thread.ofVirtual().start(() -> answer(one));
      }
    } catch (IOException e) {
      closed.countDown();
    }
  }

  private void answer(Socket one) {
    try (one) {
      if (one.getInputStream().read(new byte[4096]) < 0) {
        return;
      }
      if (answer == null) {
        closed.await();
        return;
      }
      one.getOutputStream().write(answer);
      one.getOutputStream().flush();
    } catch (IOException e) {
      // The other side has left, which is what is tried here.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
