package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.cli.OutputFormat.Form;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class OutputFormatTest {
  @Command
  private static final class Printing {
    @Mixin private OutputFormat format;
  }

  private static OutputFormat parsed(String... arguments) {
    var command = new Printing();
    new CommandLine(command).parseArgs(arguments);
    return command.format;
  }

  @Test
  void aTableUnlessAskedOtherwise() {
    assertThat(parsed().among(Form.TABLE, Form.JSON)).isEqualTo(Form.TABLE);
    assertThat(parsed("-o", "json").among(Form.TABLE, Form.JSON)).isEqualTo(Form.JSON);
    assertThat(parsed("-oyaml").among(Form.YAML)).isEqualTo(Form.YAML);
  }

  @Test
  void aFormThatTheCommandLacksIsRefusedByName() {
    OutputFormat wide = parsed("-o", "wide");
    assertThatThrownBy(() -> wide.among(Form.TABLE, Form.JSON))
        .isInstanceOf(Failure.class)
        .hasMessage("-o wide: this command has table, json");
  }

  @Test
  void aFormThatNoCommandHasNamesThoseThatThereAre() {
    assertThatThrownBy(() -> parsed("-o", "xml"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("\"xml\" is none of table, wide, json, yaml");
  }

  @Test
  void severalObjectsAreAListAsKubectlWritesIt() {
    var out = new ByteArrayOutputStream();
    var screen = new Screen(new PrintStream(out, true), System.err, false, false);
    var one = new NamespaceBuilder().withNewMetadata().withName("one").endMetadata().build();
    OutputFormat.print(screen, Form.YAML, OutputFormat.listOf(List.of(one)));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("apiVersion: \"v1\"\nkind: \"List\"\nitems:\n")
        .contains("name: \"one\"");
  }

  @Test
  void jsonIsForPeopleTooAndWithoutManagedFields() {
    var out = new ByteArrayOutputStream();
    var screen = new Screen(new PrintStream(out, true), System.err, false, false);
    var one =
        new NamespaceBuilder()
            .withNewMetadata()
            .withName("one")
            .addNewManagedField()
            .withManager("kubectl")
            .endManagedField()
            .endMetadata()
            .build();
    OutputFormat.print(screen, Form.JSON, one);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\n  \"kind\" : \"Namespace\",\n")
        .doesNotContain("managedFields");
  }
}
