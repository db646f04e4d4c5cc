package dev.glovebox.operator.heartbeat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An API server of pods, in bytes, because what it must do no library of servers does: an empty
 * list, then watches that go on as a test says.
 */
final class WatchServer implements AutoCloseable {

  private static final int TEXT = 1;
  private static final int PING = 9;
  private static final int PONG = 10;
  private static final byte[] LIST =
      """
      {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]}"""
          .getBytes(StandardCharsets.UTF_8);

  /** What happens on a watch once it is open. */
  @FunctionalInterface
  interface Script {
    /**
     * Returns when the connection is to be closed, without a word.
     *
     * @param number of the watch, from 1 on
     */
    void play(int number, WatchServer server, Connection connection)
        throws IOException, InterruptedException;
  }

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new ArrayList<>();
  private final Script script;
  final AtomicInteger watches = new AtomicInteger();
  final AtomicInteger pings = new AtomicInteger();

  WatchServer(Script script) throws IOException {
    this.script = script;
    Thread.startVirtualThread(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  private void accept() {
    while (true) {
      try {
        Socket client = socket.accept();
        synchronized (open) {
          open.add(client);
        }
        Thread.startVirtualThread(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      var connection =
          new Connection(
              new DataInputStream(new BufferedInputStream(client.getInputStream())),
              client.getOutputStream());
      for (String key = connection.request(); key != null; key = connection.request()) {
        if (key.isEmpty()) {
          connection.list();
        } else {
          connection.upgrade(key);
          script.play(watches.incrementAndGet(), this, connection);
          return;
        }
      }
    } catch (IOException | InterruptedException e) {
      // The client has gone, or the test has ended.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    synchronized (open) {
      for (Socket client : open) {
        client.close();
      }
    }
  }

  /** One connection from the client. */
  record Connection(DataInputStream in, OutputStream out) {

    /** Reads a request's head: its WebSocket key, empty without one, null at the end. */
    private String request() throws IOException {
      String key = "";
      String line = line();
      if (line == null) {
        return null;
      }
      for (; line != null && !line.isEmpty(); line = line()) {
        if (line.regionMatches(true, 0, "sec-websocket-key:", 0, 18)) {
          key = line.substring(18).strip();
        }
      }
      return key;
    }

    private String line() throws IOException {
      var line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          return null;
        }
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }

    private void list() throws IOException {
      send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              .formatted(LIST.length));
      out.write(LIST);
      out.flush();
    }

    private void upgrade(String key) throws IOException {
      send(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + "Sec-WebSocket-Accept: %s\r\n\r\n".formatted(accepted(key)));
    }

    /** RFC 6455, section 4.2.2. */
    private static String accepted(String key) {
      try {
        return Base64.getEncoder()
            .encodeToString(
                MessageDigest.getInstance("SHA-1")
                    .digest(
                        (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                            .getBytes(StandardCharsets.US_ASCII)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    private void send(String head) throws IOException {
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }

    /** Tells that a pod was added. */
    void added(String name, int resourceVersion) throws IOException {
      frame(
          TEXT,
          """
          {"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":\
          {"name":"%s","namespace":"d","resourceVersion":"%d"}}}"""
              .formatted(name, resourceVersion)
              .getBytes(StandardCharsets.UTF_8));
    }

    /** Answers pings until the client goes. */
    void answerPings(AtomicInteger pings) throws IOException {
      for (int first = in.read(); first >= 0; first = in.read()) {
        int length = in.readUnsignedByte() & 0x7f;
        byte[] mask = in.readNBytes(4);
        byte[] data = in.readNBytes(length);
        for (int i = 0; i < length; i++) {
          data[i] ^= mask[i % mask.length];
        }
        if ((first & 0x0f) == PING) {
          pings.incrementAndGet();
          frame(PONG, data);
        }
      }
    }

    /** Of at most 65,535 bytes. */
    private void frame(int opcode, byte[] data) throws IOException {
      var frame = new java.io.ByteArrayOutputStream();
      frame.write(0x80 | opcode);
      if (data.length < 126) {
        frame.write(data.length);
      } else {
        frame.write(126);
        frame.write(data.length >> 8);
        frame.write(data.length);
      }
      frame.write(data);
      out.write(frame.toByteArray());
      out.flush();
    }
  }
}
