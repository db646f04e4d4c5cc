package dev.glovebox.core.verify.policies;

import java.util.Map;
import java.util.function.Predicate;

/**
 * A pod as the selectors of policies see it.
 *
 * @param namespace the pod's namespace
 * @param namespaceLabels labels of that namespace; null = not known, then whatever selects
 *     namespaces by label may select this one
 * @param labels the pod's own labels
 */
public record PodIdentity(
    String namespace, Map<String, String> namespaceLabels, Map<String, String> labels) {

  /** Whether a selector of namespaces selects the pod's, or may. */
  boolean isInNamespace(Predicate<Map<String, String>> selector) {
    return namespaceLabels == null || selector.test(namespaceLabels);
  }
}
