package dev.glovebox.operator.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicyStatus;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.observe.TaskMetrics;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writes through the client's own HTTP connection, so that the answer is seen as the server sent
 * it: a typed model would drop what it does not know, and what a webhook added would go unseen.
 */
public final class ApiServerWriter implements ClusterWriter, CertificateWriter {

  /** Name under which the server's managedFields list what the operator wrote. */
  public static final String FIELD_MANAGER = "glovebox-operator";

  private static final String JSON = "application/json";
  private static final String JSON_PATCH = "application/json-patch+json";

  /** Longer than the client's own request timeout (10 s), so that that one speaks first. */
  private static final long ANSWER_SECONDS = 30;

  private final HttpClient http;
  private final String server;
  private final KubernetesSerialization serialization;
  private final TaskMetrics metrics;

  /**
   * A writer.
   *
   * @param client whose connection and credentials are used; must not repeat requests by itself
   */
  public ApiServerWriter(KubernetesClient client, TaskMetrics metrics) {
    this.http = client.getHttpClient();
    String url = client.getMasterUrl().toString();
    this.server = url.endsWith("/") ? url : url + "/";
    this.serialization = client.getKubernetesSerialization();
    this.metrics = metrics;
  }

  @Override
  public WriteResult create(ObjectKind kind, HasMetadata object) {
    String path = kind.path(object.getMetadata().getNamespace());
    return send(kind, "create", "POST", path + managed(), JSON, serialization.asJson(object));
  }

  @Override
  public WriteResult release(
      String namespace, String pod, String resourceVersion, String heldRecord) {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    operation(patch, "test", "/metadata/resourceVersion").put("value", resourceVersion);
    operation(patch, "remove", "/spec/schedulingGates");
    operation(patch, "add", "/metadata/annotations/" + Names.HELD_POD_ANNOTATION.replace("/", "~1"))
        .put("value", heldRecord);
    return patch(ObjectKind.POD, meta(namespace, pod), patch);
  }

  @Override
  public WriteResult endPod(String namespace, String pod, String uid) {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    operation(patch, "test", "/metadata/uid").put("value", uid);
    operation(patch, "add", "/spec/activeDeadlineSeconds").put("value", 1);
    return patch(ObjectKind.POD, meta(namespace, pod), patch);
  }

  @Override
  public WriteResult replacePolicy(NetworkPolicy policy, String uid) {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    operation(patch, "test", "/metadata/uid").put("value", uid);
    JsonNode wanted = serialization.convertValue(policy, JsonNode.class);
    for (String path : List.of("/metadata/labels", "/metadata/annotations", "/spec")) {
      operation(patch, "add", path).set("value", wanted.at(path));
    }
    return patch(ObjectKind.NETWORK_POLICY, policy.getMetadata(), patch);
  }

  @Override
  public WriteResult killPod(String namespace, String pod, String uid) {
    ObjectNode options = JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 1);
    return delete(ObjectKind.POD, namespace, pod, Precondition.uid(uid), options);
  }

  @Override
  public WriteResult delete(
      ObjectKind kind, String namespace, String name, Precondition precondition) {
    return delete(kind, namespace, name, precondition, JsonNodeFactory.instance.objectNode());
  }

  private WriteResult delete(
      ObjectKind kind,
      String namespace,
      String name,
      Precondition precondition,
      ObjectNode options) {
    options.put("apiVersion", "v1").put("kind", "DeleteOptions");
    options.put("propagationPolicy", "Background");
    ObjectNode conditions = options.putObject("preconditions").put("uid", precondition.uid());
    if (precondition.resourceVersion() != null) {
      conditions.put("resourceVersion", precondition.resourceVersion());
    }
    return send(kind, "delete", "DELETE", kind.path(namespace, name), JSON, options.toString());
  }

  @Override
  public WriteResult addFinalizer(SandboxTask task) {
    ArrayNode patch = unchanged(task);
    if (task.getMetadata().getFinalizers().isEmpty()) {
      operation(patch, "add", "/metadata/finalizers").putArray("value").add(Names.FINALIZER);
    } else {
      operation(patch, "add", "/metadata/finalizers/-").put("value", Names.FINALIZER);
    }
    return patch(ObjectKind.TASK, task.getMetadata(), patch);
  }

  @Override
  public WriteResult removeFinalizer(SandboxTask task) {
    ArrayNode patch = unchanged(task);
    int index = task.getMetadata().getFinalizers().indexOf(Names.FINALIZER);
    operation(patch, "remove", "/metadata/finalizers/" + index);
    return patch(ObjectKind.TASK, task.getMetadata(), patch);
  }

  @Override
  public WriteResult status(SandboxTask task, SandboxTaskStatus status) {
    return status(ObjectKind.TASK, task.getMetadata(), status);
  }

  @Override
  public WriteResult status(NodeCertificate certificate, NodeCertificateStatus status) {
    return status(ObjectKind.CERTIFICATE, certificate.getMetadata(), status);
  }

  @Override
  public WriteResult status(SandboxPolicy policy, SandboxPolicyStatus status) {
    return status(ObjectKind.POLICY, policy.getMetadata(), status);
  }

  private WriteResult status(ObjectKind kind, ObjectMeta object, Object status) {
    // A fresh object: the server takes nothing but the status from it, and the resourceVersion as
    // the condition.
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
    ObjectNode metadata = body.putObject("metadata");
    metadata.put("name", object.getName());
    if (object.getNamespace() != null) {
      metadata.put("namespace", object.getNamespace());
    }
    metadata.put("uid", object.getUid()).put("resourceVersion", object.getResourceVersion());
    body.set("status", serialization.convertValue(status, JsonNode.class));
    String path = kind.path(object.getNamespace(), object.getName());
    return send(kind, "update", "PUT", path + "/status" + managed(), JSON, body.toString());
  }

  private WriteResult patch(ObjectKind kind, ObjectMeta object, ArrayNode patch) {
    String path = kind.path(object.getNamespace(), object.getName()) + managed();
    return send(kind, "patch", "PATCH", path, JSON_PATCH, patch.toString());
  }

  private WriteResult send(
      ObjectKind kind, String verb, String method, String path, String type, String body) {
    var request =
        http.newHttpRequestBuilder()
            .uri(server + path)
            .header("Accept", JSON)
            .method(method, type, body)
            .build();
    WriteResult result = answer(request);
    metrics.apiWrite(kind.kind(), verb, result.getClass().getSimpleName());
    return result;
  }

  private WriteResult answer(HttpRequest request) {
    try {
      HttpResponse<String> response =
          http.sendAsync(request, String.class).get(ANSWER_SECONDS, TimeUnit.SECONDS);
      return ServerAnswer.of(response.code(), response.body());
    } catch (ExecutionException e) {
      return new WriteResult.Unavailable(0, String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      return new WriteResult.Unavailable(0, "no answer within " + ANSWER_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new WriteResult.Unavailable(0, "interrupted");
    }
  }

  private static String managed() {
    return "?fieldManager=" + FIELD_MANAGER;
  }

  private static ObjectMeta meta(String namespace, String name) {
    return new ObjectMetaBuilder().withNamespace(namespace).withName(name).build();
  }

  /** Begins a patch that is done only to this very version of a task. */
  private static ArrayNode unchanged(SandboxTask task) {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    operation(patch, "test", "/metadata/resourceVersion")
        .put("value", task.getMetadata().getResourceVersion());
    return patch;
  }

  private static ObjectNode operation(ArrayNode patch, String op, String path) {
    return patch.addObject().put("op", op).put("path", path);
  }
}
