package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.glovebox.core.verify.AdmittedObject.Difference;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Compares two trees of JSON, field by field; what is not the same is a difference. */
final class TreeComparison {
  /** Where the API server writes the same amount another way: 1024Mi as 1Gi. */
  private static final Pattern QUANTITY =
      Pattern.compile(".*\\.(limits|requests|overhead)(\\.\\w+|\\[[^]]+])|.*\\.sizeLimit");

  /** An empty value of a variable is left out by the API server. */
  private static final Pattern EMPTY_TEXT = Pattern.compile(".*\\.env\\[[^]]+]\\.value");

  private static final Pattern PLAIN_KEY = Pattern.compile("\\w+");

  private final ServerFields serverFields;
  private final List<Difference> differences = new ArrayList<>();

  TreeComparison(ServerFields serverFields) {
    this.serverFields = serverFields;
  }

  List<Difference> compare(JsonNode planned, JsonNode admitted) {
    walk("", planned, admitted);
    return List.copyOf(differences);
  }

  private void walk(String path, JsonNode planned, JsonNode admitted) {
    if (serverFields.allows(path, planned, admitted)) {
      return;
    }
    if (planned.isObject() && admitted.isObject()) {
      for (var key : keys(planned, admitted)) {
        walk(join(path, key), planned.path(key), admitted.path(key));
      }
    } else if (planned.isArray() && admitted.isArray()) {
      walkLists(path, planned, admitted);
    } else if (!same(path, planned, admitted)) {
      differences.add(Difference.of(path, planned, admitted));
    }
  }

  private void walkLists(String path, JsonNode planned, JsonNode admitted) {
    var plannedItems = items(planned);
    var admittedItems = items(admitted);
    for (var key : keysOf(plannedItems, admittedItems)) {
      walk(
          path + "[" + key + "]",
          plannedItems.getOrDefault(key, MissingNode.getInstance()),
          admittedItems.getOrDefault(key, MissingNode.getInstance()));
    }
    // The order of init containers decides what runs first; elsewhere it never changes either.
    if (plannedItems.keySet().equals(admittedItems.keySet())
        && !List.copyOf(plannedItems.keySet()).equals(List.copyOf(admittedItems.keySet()))) {
      differences.add(
          Difference.of(path, order(plannedItems.keySet()), order(admittedItems.keySet())));
    }
  }

  /** By name where every item has one of its own, otherwise by index. */
  private static Map<String, JsonNode> items(JsonNode list) {
    var names = new HashSet<String>();
    boolean named = true;
    for (var item : list) {
      named &= item.path("name").isTextual() && names.add(item.path("name").textValue());
    }
    var items = new LinkedHashMap<String, JsonNode>();
    for (int i = 0; i < list.size(); i++) {
      items.put(named ? list.get(i).path("name").textValue() : Integer.toString(i), list.get(i));
    }
    return items;
  }

  private static boolean same(String path, JsonNode planned, JsonNode admitted) {
    if (isNothing(planned) && isNothing(admitted)) {
      return true;
    }
    if (planned.isNumber() && admitted.isNumber()) {
      return planned.decimalValue().compareTo(admitted.decimalValue()) == 0;
    }
    if (EMPTY_TEXT.matcher(path).matches() && planned.asText().isEmpty() && isNothing(admitted)) {
      return true;
    }
    if (QUANTITY.matcher(path).matches() && planned.isTextual() && admitted.isValueNode()) {
      return sameAmount(planned.asText(), admitted.asText());
    }
    return planned.equals(admitted);
  }

  private static boolean sameAmount(String planned, String admitted) {
    try {
      return Quantity.parse(planned)
              .getNumericalAmount()
              .compareTo(Quantity.parse(admitted).getNumericalAmount())
          == 0;
    } catch (IllegalArgumentException e) {
      return false; // not an amount: whatever it is, it was not planned
    }
  }

  /** Absent, null and the empty list mean the same in every field; {} and "" do not. */
  private static boolean isNothing(JsonNode node) {
    return node.isMissingNode() || node.isNull() || (node.isArray() && node.isEmpty());
  }

  private static Set<String> keys(JsonNode planned, JsonNode admitted) {
    var keys = new LinkedHashSet<String>();
    planned.properties().forEach(e -> keys.add(e.getKey()));
    admitted.properties().forEach(e -> keys.add(e.getKey()));
    return keys;
  }

  private static Set<String> keysOf(Map<String, JsonNode> planned, Map<String, JsonNode> admitted) {
    var keys = new LinkedHashSet<>(planned.keySet());
    keys.addAll(admitted.keySet());
    return keys;
  }

  private static JsonNode order(Set<String> names) {
    return TextNode.valueOf("order " + String.join(", ", names));
  }

  private static String join(String path, String key) {
    if (!PLAIN_KEY.matcher(key).matches()) {
      return path + "[" + key + "]";
    }
    return path.isEmpty() ? key : path + "." + key;
  }
}
