package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * Objects sent as {@code kubectl apply} sends them: an unknown field is an error, and nothing is
 * lost on the way because no Java class stands between.
 */
record Submission(Cluster cluster) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An image that no test ever pulls. */
  static final String IMAGE = "registry.example.com/tools@sha256:" + "0123456789abcdef".repeat(4);

  /** A task of that name with only an image, as JSON to be added to. */
  static ObjectNode task(String name) {
    ObjectNode task = JSON.createObjectNode();
    task.put("apiVersion", "glovebox.dev/v1alpha1").put("kind", "SandboxTask");
    task.putObject("metadata").put("name", name).put("namespace", "default");
    task.putObject("spec").put("image", IMAGE);
    return task;
  }

  /** The spec of a task, to be added to. */
  static ObjectNode spec(ObjectNode task) {
    return (ObjectNode) task.get("spec");
  }

  /** Reads YAML or JSON. */
  static ObjectNode read(String yaml) {
    return Serialization.unmarshal(yaml, ObjectNode.class);
  }

  /** Has the server judge the object and forget it. */
  void judge(ObjectNode object) {
    resource(object).dryRun().fieldValidation(FieldValidateable.Validation.STRICT).create();
  }

  /** Creates the object for good. */
  void create(ObjectNode object) {
    resource(object).create();
  }

  /** Whether the server would take the object as a new one. */
  boolean accepts(ObjectNode object) {
    try {
      judge(object);
      return true;
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).as(e.getMessage()).isEqualTo(422);
      return false;
    }
  }

  /** Has the server judge this as the object's new state, and forget it. */
  void judgeUpdate(ObjectNode object) {
    resource(atPresentVersion(object))
        .dryRun()
        .fieldValidation(FieldValidateable.Validation.STRICT)
        .update();
  }

  /** Makes this the object's new state. */
  void update(ObjectNode object) {
    resource(atPresentVersion(object)).update();
  }

  /** Makes this object's status the new one. */
  void updateStatus(ObjectNode object) {
    resource(atPresentVersion(object)).updateStatus();
  }

  private ObjectNode atPresentVersion(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    ((ObjectNode) copy.get("metadata"))
        .set("resourceVersion", stored(object).at("/metadata/resourceVersion"));
    return copy;
  }

  /** The object as the server holds it. */
  ObjectNode stored(ObjectNode object) {
    try {
      return (ObjectNode) JSON.readTree(Serialization.asJson(resource(object).get()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Deletes the object. */
  void delete(ObjectNode object) {
    resource(object).delete();
  }

  private Resource<GenericKubernetesResource> resource(ObjectNode object) {
    var generic = Serialization.unmarshal(object.toString(), GenericKubernetesResource.class);
    if (generic.getMetadata().getNamespace() == null && "SandboxTask".equals(generic.getKind())) {
      generic.getMetadata().setNamespace("default");
    }
    return cluster.client().resource(generic);
  }

  /**
   * Runs a request that the server must refuse as invalid, and returns what a user sees.
   *
   * @param what for the failure's message
   */
  static String refusal(String what, ThrowingCallable request) {
    var failure = catchThrowableOfType(KubernetesClientException.class, request);
    assertThat(failure).as("%s: accepted", what).isNotNull();
    // 422 is a rule of the CRD, 400 an unknown field.
    assertThat(failure.getCode()).as(failure.getMessage()).isIn(400, 422);
    return failure.getStatus().getMessage();
  }
}
