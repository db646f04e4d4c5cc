package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.render.ObjectJson;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/** Whether the object that the API server keeps is the one that was planned. */
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
   * @param path as in {@code spec.containers[task].image}; list items that have names go by name,
   *     others by index
   * @param planned compact JSON, at most 200 characters, or {@code absent}
   * @param admitted compact JSON, at most 200 characters, or {@code absent}
   */
  public record Difference(String path, String planned, String admitted) {
    private static final int MAX_LENGTH = 200;
    private static final String ABSENT = "absent";

    static Difference of(String path, JsonNode planned, JsonNode admitted) {
      return new Difference(path, shown(planned), shown(admitted));
    }

    private static String shown(JsonNode node) {
      if (node.isMissingNode()) {
        return ABSENT;
      }
      var text = node.toString();
      return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }

    @Override
    public String toString() {
      return path + ": planned " + planned + ", admitted " + admitted;
    }
  }

  /**
   * Every difference between a planned pod and the answer to its release.
   *
   * @param heldRecord {@link HeldPod#record} of the pod that was released; the release wrote it
   */
  public static List<Difference> released(HasMetadata plannedPod, String heldRecord, JsonNode pod) {
    ObjectNode expected = ObjectJson.of(plannedPod).deepCopy();
    expected.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, heldRecord);
    return compare(expected, pod, Stage.RELEASED);
  }

  /**
   * Every difference that is not the API server's own doing; empty = as planned. A field that this
   * program does not know is a difference.
   *
   * @param admitted the object as the API server sent it, raw
   */
  public static List<Difference> differences(HasMetadata planned, JsonNode admitted, Stage stage) {
    return compare(ObjectJson.of(planned).deepCopy(), admitted, stage);
  }

  private static List<Difference> compare(ObjectNode expected, JsonNode admitted, Stage stage) {
    var expectations = ServerFields.of(expected, stage);
    if (stage == Stage.RELEASED && expected.path("spec") instanceof ObjectNode spec) {
      // The gate is what the release takes away; one that is still there is a difference.
      spec.remove("schedulingGates");
    }
    return new TreeComparison(expectations).compare(expected, admitted);
  }
}
