package dev.glovebox.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** In which form a command prints what it found: {@code -o}, as in kubectl. A mixin. */
public final class OutputFormat {
  /** The forms that there are; a command need not have all. */
  public enum Form {
    TABLE,
    WIDE,
    JSON,
    YAML;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      converter = FormConverter.class,
      completionCandidates = Forms.class,
      description = "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Form form;

  /**
   * The form that was asked for.
   *
   * @param offered the forms that the command has
   * @throws Failure if the one asked for is not among them
   */
  public Form among(Form... offered) {
    if (!Arrays.asList(offered).contains(form)) {
      throw new Failure(
          ExitCode.USAGE,
          "-o %s: this command has %s"
              .formatted(
                  form.word(),
                  Arrays.stream(offered).map(Form::word).collect(Collectors.joining(", "))));
    }
    return form;
  }

  /**
   * Writes a value as JSON or YAML, with a line end; without managedFields, as kubectl.
   *
   * @param value an object of the API or a record
   */
  public static void print(Screen screen, Form form, Object value) {
    JsonNode tree = tree(value);
    String text =
        switch (form) {
          case JSON -> tree.toPrettyString() + "\n";
          case YAML -> Serialization.asYaml(tree).replaceFirst("\\A---\n", "");
          case TABLE, WIDE -> throw new IllegalArgumentException(form + " is the command's own");
        };
    // Data for programs stays as it is; on a terminal nothing may drive that.
    screen.out().print(screen.terminal() ? PlainText.of(text) : text);
    screen.out().flush();
  }

  private static JsonNode tree(Object value) {
    try {
      JsonNode tree = new ObjectMapper().readTree(Serialization.asJson(value));
      for (JsonNode metadata : tree.findParents("managedFields")) {
        ((ObjectNode) metadata).remove("managedFields");
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the client wrote JSON that cannot be read", e);
    }
  }

  /** Objects as kubectl prints several: a list of no kind of its own. */
  public static ObjectList listOf(List<? extends HasMetadata> objects) {
    return new ObjectList("v1", "List", objects);
  }

  /** As {@code kubectl get -o json} writes it. */
  public record ObjectList(String apiVersion, String kind, List<? extends HasMetadata> items) {
    public ObjectList {
      items = List.copyOf(items);
    }
  }

  static final class FormConverter implements ITypeConverter<Form> {
    @Override
    public Form convert(String word) {
      return Arrays.stream(Form.values())
          .filter(one -> one.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "\"%s\" is none of %s"
                          .formatted(word, String.join(", ", (Iterable<String>) new Forms()))));
    }
  }

  static final class Forms implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return Stream.of(Form.values()).map(Form::word).iterator();
    }
  }
}
