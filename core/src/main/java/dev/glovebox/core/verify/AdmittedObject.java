package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Whether the object that the API server keeps is the one that was planned. */
@SuppressWarnings("DoNotCallSuggester")
public final class AdmittedObject {
  private AdmittedObject() {}

  /** How far the object is. */
  public enum Stage {
    /** The answer to the POST, or a later read before the release. */
    HELD,
    /** The answer to the release, or any read after it. A claim read again counts as this too. */
    RELEASED
  }

  /**
   * One difference.
   *
   * @param path as in {@code spec.containers[1].image}
   * @param planned compact JSON, or {@code absent}
   * @param admitted compact JSON, or {@code absent}
   */
  public record Difference(String path, String planned, String admitted) {
    @Override
    public String toString() {
      return path + ": planned " + planned + ", admitted " + admitted;
    }
  }

  /**
   * Every difference that is not the API server's own doing; empty = as planned. A field that this
   * program does not know is a difference.
   *
   * @param admitted the object as the API server sent it, raw
   */
  public static List<Difference> differences(HasMetadata planned, JsonNode admitted, Stage stage) {
    throw new UnsupportedOperationException("in work");
  }
}
