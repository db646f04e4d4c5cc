package dev.glovebox.cli.doctor;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Something that the API server asks before it stores an object, as far as it may be asked about
 * what the operator makes.
 *
 * @param what kind and name, in words
 * @param rules of what it is asked: what a rule of each list names, a policy's and its binding's
 * @param excluded what it is not asked, though a rule says so
 * @param selectors all of which must select
 * @param conditional whether it has matchConditions, which only the API server can evaluate
 * @param failsClosed whether nothing is stored when it cannot be asked
 * @param service {@code namespace/name} of the Service that answers; null when it is none
 */
record AdmissionHook(
    String what,
    List<List<Rule>> rules,
    List<Rule> excluded,
    List<Selectors> selectors,
    boolean conditional,
    boolean failsClosed,
    String service) {

  /** One rule; names empty means all. */
  record Rule(
      List<String> groups,
      List<String> versions,
      List<String> operations,
      List<String> resources,
      List<String> names,
      String scope) {

    private boolean matches(String group, String resource, String operation) {
      return any(groups, group)
          && any(versions, "v1")
          && any(operations, operation)
          && covers(resource)
          && !"Cluster".equals(scope);
    }

    private boolean covers(String resource) {
      int slash = resource.indexOf('/');
      if (resources.contains(resource) || resources.contains("*/*")) {
        return true;
      }
      return slash < 0
          ? resources.contains("*") // all resources, but no subresource
          : resources.contains(resource.substring(0, slash) + "/*")
              || resources.contains("*" + resource.substring(slash));
    }

    private static boolean any(List<String> values, String wanted) {
      return values.contains("*") || values.contains(wanted);
    }
  }

  /** Null selects all. */
  record Selectors(LabelSelector namespaces, LabelSelector objects) {}

  /**
   * What the operator makes, and by which a pod can be changed afterwards, by its group; every one
   * has version v1.
   */
  private static final Map<String, List<String>> OURS =
      new TreeMap<>(
          Map.of(
              "",
              List.of(
                  "pods",
                  "persistentvolumeclaims",
                  "pods/binding",
                  "pods/ephemeralcontainers",
                  "pods/resize",
                  "pods/status"),
              "networking.k8s.io",
              List.of("networkpolicies")));

  private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE");

  /** Kinds of what the operator makes that its rules name; none of a subresource beside pods. */
  Set<String> kinds() {
    Set<String> kinds = new TreeSet<>();
    OURS.forEach(
        (group, resources) ->
            resources.stream()
                .filter(resource -> OPERATIONS.stream().anyMatch(o -> asked(group, resource, o)))
                .forEach(kinds::add));
    if (kinds.contains("pods")) {
      kinds.removeIf(kind -> kind.startsWith("pods/"));
    }
    return kinds;
  }

  private boolean asked(String group, String resource, String operation) {
    // A name in a rule may be one of a sandbox: it is not compared, nor taken for an exemption.
    return !rules.isEmpty()
        && rules.stream()
            .allMatch(
                all -> all.stream().anyMatch(rule -> rule.matches(group, resource, operation)))
        && excluded.stream()
            .noneMatch(rule -> rule.names().isEmpty() && rule.matches(group, resource, operation));
  }

  /** Those of the namespaces in which it may be asked about objects with such labels. */
  List<String> where(Collection<Namespace> namespaces, SandboxLabels labels) {
    return namespaces.stream()
        .filter(one -> selectors.stream().allMatch(by -> selects(by, one, labels)))
        .map(one -> one.getMetadata().getName())
        .toList();
  }

  private static boolean selects(Selectors by, Namespace namespace, SandboxLabels labels) {
    Map<String, String> of = new TreeMap<>(TaskNamespaces.labels(namespace));
    of.put("kubernetes.io/metadata.name", namespace.getMetadata().getName());
    return labels.mayMatch(by.objects()) && SandboxLabels.exactly(of).mayMatch(by.namespaces());
  }
}
