package dev.glovebox.e2e.install;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.stream.Collectors;

/** A task that is really stored, changed by different users, and gone in the end. */
record StoredTask(Users users, GenericKubernetesResource task) implements AutoCloseable {
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  static StoredTask create(Users users, GenericKubernetesResource task) {
    return new StoredTask(users, users.administrator().resource(task).create());
  }

  void annotate(KubernetesClient user, String key) {
    user.resource(task)
        .patch(MERGE, "{\"metadata\":{\"annotations\":{\"%s\":\"x\"}}}".formatted(key));
  }

  void finalizers(KubernetesClient user, List<String> finalizers) {
    String list =
        finalizers.stream().map(f -> '"' + f + '"').collect(Collectors.joining(",", "[", "]"));
    user.resource(task).patch(MERGE, "{\"metadata\":{\"finalizers\":%s}}".formatted(list));
  }

  void status(KubernetesClient user, String phase) {
    user.resource(task)
        .subresource("status")
        .patch(MERGE, "{\"status\":{\"phase\":\"%s\"}}".formatted(phase));
  }

  @Override
  public void close() {
    finalizers(users.operator(), List.of());
    users.administrator().resource(task).delete();
  }
}
