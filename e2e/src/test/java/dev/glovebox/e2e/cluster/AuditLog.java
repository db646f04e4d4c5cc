package dev.glovebox.e2e.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the API server wrote down about requests.
 *
 * @param file one JSON event a line
 */
public record AuditLog(Path file) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> WRITES =
      Set.of("create", "update", "patch", "delete", "deletecollection");

  /**
   * A request that was answered.
   *
   * @param when when it was received
   * @param resource resource, with its subresource behind a slash
   */
  public record Request(
      Instant when,
      String user,
      String verb,
      String resource,
      String namespace,
      String name,
      int code) {
    @Override
    public String toString() {
      return "%s %s %s %d".formatted(verb, resource, name, code);
    }
  }

  /** Every write by a user that the server accepted or refused, oldest first. */
  public List<Request> writesBy(String user) {
    return requests(user, WRITES);
  }

  /** Every secret that a user read or was refused, oldest first. */
  public List<Request> secretsReadBy(String user) {
    return requests(user, Set.of("get"));
  }

  /**
   * Every request of a user whose requests are all written down, oldest first; the resource is
   * empty for what is about none, such as the server's version.
   */
  public List<Request> requestsBy(String user) {
    return requests(request -> request.user().equals(user));
  }

  /** Every write by anybody that the server accepted or refused, oldest first. */
  public List<Request> writes() {
    return requests(request -> WRITES.contains(request.verb()));
  }

  private List<Request> requests(String user, Set<String> verbs) {
    return requests(request -> request.user().equals(user) && verbs.contains(request.verb()));
  }

  private List<Request> requests(Predicate<Request> which) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(AuditLog::parse)
          .filter(event -> event.path("stage").asText().equals("ResponseComplete"))
          .map(AuditLog::request)
          .filter(which)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Request request(JsonNode event) {
    JsonNode object = event.path("objectRef");
    String sub = object.path("subresource").asText("");
    return new Request(
        Instant.parse(event.path("requestReceivedTimestamp").asText()),
        event.path("user").path("username").asText(),
        event.path("verb").asText(),
        object.path("resource").asText() + (sub.isEmpty() ? "" : "/" + sub),
        object.path("namespace").asText(),
        object.path("name").asText(),
        event.path("responseStatus").path("code").asInt());
  }
}
