package dev.glovebox.cli.act;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;

/**
 * What the command line does to a cluster: it makes, cancels and deletes. Every method throws the
 * client's {@link KubernetesClientException} when the API server says no or does not answer.
 */
public final class Changes {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final KubernetesClient client;

  public Changes(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Makes an object that must not exist yet. A field that the API does not know is an error, not
   * ignored.
   *
   * @param object with its namespace
   * @return the object as the API server stored it
   */
  public <T extends HasMetadata> T create(T object) {
    return client.resource(object).fieldValidation(Validation.STRICT).create();
  }

  /**
   * Has the API server check an object as if it were made: schema, defaults and admission. Nothing
   * is stored.
   *
   * @return the object as it would be stored
   */
  public <T extends HasMetadata> T check(T object) {
    return client.resource(object).dryRun(true).fieldValidation(Validation.STRICT).create();
  }

  /** Asks for the task's end. A task that has ended stays as it is. */
  public void cancel(SandboxTask task) {
    ObjectMeta meta = task.getMetadata();
    String patch =
        """
        {"metadata": {"uid": "%s"}, "spec": {"desiredState": "Cancelled"}}"""
            .formatted(meta.getUid()); // the UID is the condition: another task of that name stays
    client
        .resources(SandboxTask.class)
        .inNamespace(meta.getNamespace())
        .withName(meta.getName())
        .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  /**
   * Deletes this very object: one of the same name that came later stays. Returns when the API
   * server has accepted it; what has finalizers goes later.
   *
   * @param object as it was read from the API server, with its UID
   * @return false if it is gone already
   */
  public boolean delete(HasMetadata object) {
    try {
      client.raw(
          path(object),
          "DELETE",
          Map.of(
              "apiVersion",
              "v1",
              "kind",
              "DeleteOptions",
              "propagationPolicy",
              "Background",
              "preconditions",
              Map.of("uid", object.getMetadata().getUid())));
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND || e.getCode() == CONFLICT) {
        return false; // 409: the precondition failed, so what has that name now is another object
      }
      throw e;
    }
  }

  private static String path(HasMetadata object) {
    String version = object.getApiVersion();
    String namespace = object.getMetadata().getNamespace();
    return "%s/%s%s/%s/%s"
        .formatted(
            version.contains("/") ? "/apis" : "/api",
            version,
            namespace == null ? "" : "/namespaces/" + namespace,
            object.getPlural(),
            object.getMetadata().getName());
  }
}
