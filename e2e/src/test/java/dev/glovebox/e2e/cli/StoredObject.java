package dev.glovebox.e2e.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.e2e.cluster.AuditLog.Request;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.APIResource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An object that an API server keeps, as it is at one time.
 *
 * @param namespace empty = it is in none
 */
record StoredObject(
    String resource, String namespace, String name, String uid, String resourceVersion) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Every object of every kind that the API server lists, whatever the kind. */
  static Set<StoredObject> all(Cluster cluster) {
    Stream<String> groups =
        cluster.client().getApiGroups().getGroups().stream()
            .map(group -> group.getPreferredVersion().getGroupVersion());
    Set<StoredObject> all = new HashSet<>();
    Stream.concat(Stream.of("v1"), groups)
        .forEach(
            version -> {
              for (APIResource kind : cluster.client().getApiResources(version).getResources()) {
                if (kind.getVerbs().contains("list")) {
                  all.addAll(list(cluster, version, kind.getName()));
                }
              }
            });
    return all;
  }

  private static List<StoredObject> list(Cluster cluster, String version, String resource) {
    String path = (version.equals("v1") ? "/api/" : "/apis/") + version + "/" + resource;
    try {
      JsonNode items = JSON.readTree(cluster.client().raw(path)).path("items");
      return Stream.iterate(0, i -> i < items.size(), i -> i + 1)
          .map(i -> items.get(i).path("metadata"))
          // What is no object that is kept has no UID: metrics, statuses of components.
          .filter(meta -> meta.has("uid"))
          .map(
              meta ->
                  new StoredObject(
                      resource,
                      meta.path("namespace").asText(),
                      meta.path("name").asText(),
                      meta.path("uid").asText(),
                      meta.path("resourceVersion").asText()))
          .toList();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(path, e);
    }
  }

  /** Whether a request is about this object, or a part of it such as its status. */
  boolean isOf(Request request) {
    return request.resource().split("/", 2)[0].equals(resource)
        && request.namespace().equals(namespace)
        && request.name().equals(name);
  }
}
