package dev.glovebox.operator.facts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A server on loopback that answers each line with what a function makes of it; null = never. */
final class CanaryServer implements AutoCloseable {
  private final ServerSocket socket;

  CanaryServer(UnaryOperator<String> answer) throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(() -> serve(answer));
  }

  int port() {
    return socket.getLocalPort();
  }

  String address() {
    return socket.getInetAddress().getHostAddress();
  }

  private void serve(UnaryOperator<String> answer) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> converse(client, answer));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void converse(Socket client, UnaryOperator<String> answer) {
    try (client) {
      var lines =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
      String text = answer.apply(lines.readLine());
      if (text == null) {
        lines.readLine();
      } else {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
