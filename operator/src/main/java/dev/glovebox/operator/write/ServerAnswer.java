package dev.glovebox.operator.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What an answer of the API server to a write is taken for. */
final class ServerAnswer {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ServerAnswer() {}

  /** Every code has one meaning; what is not understood is never taken for done. */
  static WriteResult of(int code, String body) {
    JsonNode json;
    try {
      json = MAPPER.readTree(body == null ? "" : body);
    } catch (JsonProcessingException e) {
      return new WriteResult.Unavailable(code, "the answer is not JSON: " + e.getOriginalMessage());
    }
    String message = json.path("message").asText("HTTP " + code);
    return switch (code) {
      case 200, 201, 202 -> new WriteResult.Done(json);
      case 404 -> new WriteResult.NotFound(message);
      case 409 ->
          json.path("reason").asText().equals("AlreadyExists")
              ? new WriteResult.AlreadyExists()
              : new WriteResult.Conflict(message);
      case 401, 408, 429 -> new WriteResult.Unavailable(code, message);
      default ->
          code >= 500
              ? new WriteResult.Unavailable(code, message)
              : new WriteResult.Rejected(code, message);
    };
  }
}
