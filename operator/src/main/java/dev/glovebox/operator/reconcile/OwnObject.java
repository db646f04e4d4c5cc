package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Instant;
import java.util.Optional;

/**
 * An object that has the name of a task's object, raw. It is the task's own when it carries the
 * task's UID in the label and a plan's hash; an ownerReference alone says nothing (a cascade takes
 * it off, and anyone may write one).
 */
record OwnObject(JsonNode json) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  boolean belongsTo(String taskUid) {
    return taskUid.equals(label(Names.TASK_UID_LABEL)) && !planHash().isEmpty();
  }

  /**
   * Whether the task owns it, by the reference that a cascade follows. Enough to remove an object
   * whose label or annotation a webhook took away, and never enough to use one.
   */
  boolean isOwnedBy(String taskUid) {
    for (JsonNode owner : metadata().path("ownerReferences")) {
      if (taskUid.equals(owner.path("uid").asText())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a pod is kept from every node. */
  boolean isHeld() {
    return !json.at("/spec/schedulingGates").isEmpty()
        && json.at("/spec/nodeName").asText().isEmpty();
  }

  /** Empty when there is none. */
  String planHash() {
    return metadata().path("annotations").path(Names.PLAN_HASH_ANNOTATION).asText();
  }

  String uid() {
    return metadata().path("uid").asText();
  }

  String resourceVersion() {
    return metadata().path("resourceVersion").asText();
  }

  Instant created() {
    return Instant.parse(metadata().path("creationTimestamp").asText());
  }

  /** When the server expects it to be gone: the time of the deletion plus the grace period. */
  Optional<Instant> deletion() {
    String text = metadata().path("deletionTimestamp").asText();
    return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
  }

  NetworkPolicy asPolicy() {
    return MAPPER.convertValue(json, NetworkPolicy.class);
  }

  Pod asPod() {
    return MAPPER.convertValue(json, Pod.class);
  }

  private String label(String key) {
    return metadata().path("labels").path(key).asText();
  }

  private JsonNode metadata() {
    return json.path("metadata");
  }
}
