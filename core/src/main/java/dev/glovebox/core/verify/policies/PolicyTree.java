package dev.glovebox.core.verify.policies;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A part of a policy, read strictly: what is not as expected is {@link NotUnderstood}, never
 * skipped.
 *
 * @param path for people, such as {@code spec.ingress[0]}
 */
record PolicyTree(JsonNode node, String path) {

  /** A field; not there and null are the same to an API server. */
  boolean has(String field) {
    return !node.path(field).isMissingNode() && !node.path(field).isNull();
  }

  /** An object; an absent one has no fields. */
  PolicyTree at(String field) {
    if (has(field) && !node.get(field).isObject()) {
      throw new NotUnderstood(path(field) + ", which is not an object");
    }
    return new PolicyTree(node.path(field), path(field));
  }

  /** The objects of a list; an absent list has none. */
  List<PolicyTree> items(String field) {
    if (!has(field)) {
      return List.of();
    }
    if (!node.get(field).isArray()) {
      throw new NotUnderstood(path(field) + ", which is not a list");
    }
    List<PolicyTree> items = new ArrayList<>();
    for (JsonNode item : node.get(field)) {
      if (!item.isObject()) {
        throw new NotUnderstood(path(field) + ", of which not every item is an object");
      }
      items.add(new PolicyTree(item, path(field) + "[" + items.size() + "]"));
    }
    return items;
  }

  /** A text; empty when it is not there. */
  String text(String field) {
    if (has(field) && !node.get(field).isTextual()) {
      throw new NotUnderstood(path(field) + ", which is not a text");
    }
    return node.path(field).asText("");
  }

  boolean isEmpty() {
    return node.isEmpty();
  }

  /** All fields must be among these. */
  PolicyTree only(Set<String> known) {
    node.properties()
        .forEach(
            field -> {
              if (!known.contains(field.getKey())) {
                throw new NotUnderstood("the field " + path(field.getKey()));
              }
            });
    return this;
  }

  /** A Kubernetes label selector; one that is not there selects everything. */
  LabelSelection selection(String field) {
    PolicyTree selector = at(field).only(Set.of("matchLabels", "matchExpressions"));
    Map<String, String> exact = new TreeMap<>();
    PolicyTree labels = selector.at("matchLabels");
    labels.node.properties().forEach(e -> exact.put(e.getKey(), labels.text(e.getKey())));
    List<LabelSelection.Requirement> expressions = new ArrayList<>();
    for (PolicyTree item : selector.items("matchExpressions")) {
      item.only(Set.of("key", "operator", "values"));
      Set<String> values = new HashSet<>();
      for (JsonNode value : item.node.path("values")) {
        values.add(value.asText());
      }
      expressions.add(
          new LabelSelection.Requirement(
              item.text("key"), item.text("operator"), Set.copyOf(values)));
    }
    return LabelSelection.of(exact, expressions);
  }

  private String path(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }
}
