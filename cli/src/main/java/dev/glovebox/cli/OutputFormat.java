package dev.glovebox.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
      converter = AnyForm.class,
      description = "Set by the command's own forms.")
  private Form form;

  private final List<Form> offered;

  /** Of a command that has these. */
  public OutputFormat(Form... offered) {
    this.offered = List.of(offered);
  }

  /** The form that was asked for: one of those that the command has. */
  public Form form() {
    return form;
  }

  /**
   * Lets each command's help, errors and completion name its own forms and no others: an annotation
   * cannot.
   */
  static void name(CommandLine command) {
    command.getMixins().values().stream()
        .filter(OutputFormat.class::isInstance)
        .forEach(one -> ((OutputFormat) one).name(command.getCommandSpec()));
    command.getSubcommands().values().forEach(OutputFormat::name);
  }

  private void name(CommandSpec command) {
    OptionSpec general = command.findOption("--output");
    List<String> words = offered.stream().map(Form::word).toList();
    command.remove(general);
    command.addOption(
        OptionSpec.builder(general)
            .completionCandidates(words)
            .converters(word -> of(word, words))
            .description(
                "One of: %s. Default: ${DEFAULT-VALUE}.".formatted(String.join(", ", words)))
            .build());
  }

  private Form of(String word, List<String> words) {
    int place = words.indexOf(word);
    if (place < 0) {
      throw new TypeConversionException(
          "\"%s\" is none of %s".formatted(word, String.join(", ", words)));
    }
    return offered.get(place);
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

  /** In the place of the command's own. */
  static final class AnyForm implements ITypeConverter<Form> {
    @Override
    public Form convert(String word) {
      return Form.valueOf(word.toUpperCase(Locale.ROOT));
    }
  }
}
