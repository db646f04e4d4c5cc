package dev.glovebox.operator.write;

import com.fasterxml.jackson.databind.JsonNode;

/** What came of one write. */
public sealed interface WriteResult {
  /**
   * The server did it.
   *
   * @param object the server's answer, raw: for a create or a patch the object as it is kept now
   */
  record Done(JsonNode object) implements WriteResult {}

  /** A create found an object of that name. Whose it is, is not said. */
  record AlreadyExists() implements WriteResult {}

  /** The object is not what the write was decided on (409): look again. */
  record Conflict(String message) implements WriteResult {}

  /** There is no such object, or no such namespace. */
  record NotFound(String message) implements WriteResult {}

  /**
   * The server understood and refused: admission, validation, quota or rights.
   *
   * @param code HTTP status
   * @param message the server's, for people
   */
  record Rejected(int code, String message) implements WriteResult {}

  /**
   * Nobody knows whether it was done: no answer, 401, 408, 429 or 5xx. Trying later is right, after
   * a look at what is there.
   *
   * @param code HTTP status; 0 = no answer
   */
  record Unavailable(int code, String message) implements WriteResult {}
}
