package dev.glovebox.api.generate;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Writes a definition so that a person can read it: what fits on a line is on one line, and what a
 * field is comes before what it is limited to.
 *
 * <p>SnakeYAML's resolver is that of YAML 1.1, as kubectl's: it quotes what that would take for a
 * boolean (True, no, on).
 */
final class CompactYaml {
  /** Longest value that goes on one line, in characters. */
  private static final int LINE = 240;

  private static final List<String> FIRST =
      List.of(
          "name",
          "description",
          "type",
          "x-kubernetes-int-or-string",
          "format",
          "enum",
          "default",
          "x-kubernetes-list-type",
          "x-kubernetes-list-map-keys",
          "rule",
          "message",
          "messageExpression");
  private static final List<String> LAST =
      List.of("x-kubernetes-validations", "required", "items", "properties", "schema");

  private CompactYaml() {}

  static String write(JsonNode json) {
    DumperOptions options = new DumperOptions();
    options.setSplitLines(false);
    options.setWidth(Integer.MAX_VALUE);
    StringWriter out = new StringWriter();
    new Yaml(options).serialize(node(json), out);
    return out.toString();
  }

  private static Node node(JsonNode json) {
    FlowStyle style = oneLine(json) ? FlowStyle.FLOW : FlowStyle.BLOCK;
    if (json.isObject()) {
      List<NodeTuple> tuples = new ArrayList<>();
      for (Map.Entry<String, JsonNode> field : ordered(json)) {
        tuples.add(new NodeTuple(scalar(Tag.STR, field.getKey()), node(field.getValue())));
      }
      return new MappingNode(Tag.MAP, tuples, style);
    }
    if (json.isArray()) {
      List<Node> items = new ArrayList<>();
      json.forEach(item -> items.add(node(item)));
      return new SequenceNode(Tag.SEQ, items, style);
    }
    Tag tag = json.isTextual() ? Tag.STR : json.isBoolean() ? Tag.BOOL : Tag.INT;
    return scalar(tag, json.asText());
  }

  /** Text with quotes in it is CEL or a pattern: double quotes double nothing in it. */
  private static Node scalar(Tag tag, String text) {
    boolean quoted = tag.equals(Tag.STR) && (text.contains("'") || text.contains(": "));
    return new ScalarNode(
        tag, text, null, null, quoted ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN);
  }

  /** Rules are never on one line: two long texts would be one longer one. */
  private static boolean oneLine(JsonNode json) {
    return !json.has("rule")
        && !json.has("properties")
        && !json.has("x-kubernetes-validations")
        && json.toString().length() <= LINE;
  }

  private static List<Map.Entry<String, JsonNode>> ordered(JsonNode object) {
    boolean schema = object.path("type").isTextual() || object.has("rule") || object.has("schema");
    Comparator<Map.Entry<String, JsonNode>> order =
        Comparator.comparingInt(field -> schema ? place(field.getKey()) : 0);
    return object.properties().stream().sorted(order).toList();
  }

  private static int place(String key) {
    return IntStream.of(FIRST.indexOf(key), LAST.indexOf(key) + FIRST.size() + 1)
        .filter(place -> place >= 0 && place != FIRST.size())
        .findFirst()
        .orElse(FIRST.size());
  }
}
