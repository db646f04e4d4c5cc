package dev.glovebox.core.verify.policies;

import java.util.Map;

/**
 * A pod as the selectors of policies see it.
 *
 * @param namespace the pod's namespace
 * @param namespaceLabels labels of that namespace
 * @param labels the pod's own labels
 */
public record PodIdentity(
    String namespace, Map<String, String> namespaceLabels, Map<String, String> labels) {}
