package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Fields of a parsed record that its JSON did not give, or gave as null. */
final class MissingFields {
  private MissingFields() {}

  /** Paths of all nulls in a tree but for one optional field at the top. */
  static List<String> of(JsonNode tree, String optional) {
    var missing = new ArrayList<String>();
    tree.properties()
        .forEach(
            field -> {
              if (!field.getKey().equals(optional)) {
                collect(field.getKey(), field.getValue(), missing);
              }
            });
    return missing;
  }

  private static void collect(String path, JsonNode node, List<String> missing) {
    if (node.isNull()) {
      missing.add(path);
    } else if (node.isObject()) {
      node.properties().forEach(f -> collect(path + "." + f.getKey(), f.getValue(), missing));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(path + "[" + i + "]", node.get(i), missing);
      }
    }
  }
}
