package dev.glovebox.core.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** Kubernetes objects as the JSON that the client would send. */
public final class ObjectJson {
  // The client's own serialisation; false: no search of the class path for kinds, none is read
  // here.
  private static final KubernetesSerialization SERIALIZATION =
      new KubernetesSerialization(new ObjectMapper(), false);
  private static final ObjectMapper SORTED =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private ObjectJson() {}

  /** The object as the client sends it. */
  public static JsonNode of(HasMetadata object) {
    return SERIALIZATION.convertValue(object, JsonNode.class);
  }

  /** Compact, with keys in alphabetical order: equal trees give equal texts. */
  public static String canonical(JsonNode tree) {
    try {
      return SORTED.writeValueAsString(SORTED.treeToValue(tree, Object.class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory is always JSON", e);
    }
  }
}
