package dev.glovebox.e2e.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One call to the API server. A part that the call does not have is empty, never null.
 *
 * @param number 1 for the first that the proxy saw
 * @param verb get, list, watch, create, update, patch, delete
 * @param group empty for the core group
 * @param resource plural; the path, with its leading slash, where it is no resource: {@code
 *     /version}
 * @param namespace empty for what is cluster-scoped and for all namespaces
 * @param name empty for lists, watches and creates
 */
public record Call(
    int number,
    String verb,
    String group,
    String resource,
    String subresource,
    String namespace,
    String name,
    String userAgent) {

  /** Whether the server may keep something else after it. */
  public boolean writes() {
    return List.of("create", "update", "patch", "delete").contains(verb);
  }

  /** "patch pods/status": verb, resource and subresource, as rights are written. */
  public String what() {
    return verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource);
  }

  /**
   * Reads a request line.
   *
   * @param path without query
   * @param watch whether the query asks for a watch
   */
  static Call of(int number, String method, String path, boolean watch, String userAgent) {
    List<String> parts = new ArrayList<>(List.of(path.substring(1).split("/")));
    String group;
    if (parts.getFirst().equals("api") && parts.size() > 2) {
      group = "";
      parts.subList(0, 2).clear();
    } else if (parts.getFirst().equals("apis") && parts.size() > 3) {
      group = parts.get(1);
      parts.subList(0, 3).clear();
    } else {
      return new Call(number, verb(method, watch, true), "", path, "", "", "", userAgent);
    }
    String namespace = "";
    if (parts.getFirst().equals("namespaces") && parts.size() > 2 && !ofNamespace(parts)) {
      namespace = parts.get(1);
      parts.subList(0, 2).clear();
    }
    String name = parts.size() > 1 ? parts.get(1) : "";
    String subresource = parts.size() > 2 ? parts.get(2) : "";
    String verb = verb(method, watch, !name.isEmpty());
    return new Call(number, verb, group, parts.getFirst(), subresource, namespace, name, userAgent);
  }

  /** /api/v1/namespaces/n/status is the namespace's own, and no resource named status. */
  private static boolean ofNamespace(List<String> parts) {
    return parts.size() == 3 && List.of("status", "finalize").contains(parts.get(2));
  }

  private static String verb(String method, boolean watch, boolean named) {
    return switch (method) {
      case "GET" -> watch ? "watch" : named ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      default -> method.toLowerCase(Locale.ROOT);
    };
  }
}
