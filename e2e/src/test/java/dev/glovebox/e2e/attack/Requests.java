package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Requests that the API server judges: the answer is "" for accepted, else the server's words. */
final class Requests {
  private static final String DIGEST = "@sha256:" + "0123456789abcdef".repeat(4);

  private Requests() {}

  /** A request; what it throws is the answer. */
  interface Request {
    void send();
  }

  /** Sends it. Only a refusal is an answer: anything else breaks the row off. */
  static String answer(Request request) {
    try {
      request.send();
      return "";
    } catch (KubernetesClientException e) {
      // What a proxied pod does not answer got past the API server.
      boolean proxied = String.valueOf(e.getMessage()).contains("error trying to reach service");
      if (!proxied && (e.getCode() < 400 || e.getCode() >= 500)) {
        throw e;
      }
      return e.getMessage();
    }
  }

  /** A task with an image that no test pulls. */
  static GenericKubernetesResource task(Workplace where, String name, String spec) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: %s, namespace: %s}
        spec:
          image: registry.example.com/tools%s
        %s
        """
            .formatted(name, where.namespace(), DIGEST, spec.indent(2)),
        GenericKubernetesResource.class);
  }

  /** The answer to a task with this spec, which is not kept. */
  static String judged(KubernetesClient user, Workplace where, String spec) {
    return answer(
        () ->
            user.resource(task(where, "judged", spec))
                .dryRun()
                .fieldValidation(FieldValidateable.Validation.STRICT)
                .create());
  }

  /** Whether an admission policy said no. */
  static boolean denied(String answer) {
    return answer.contains("ValidatingAdmissionPolicy");
  }
}
