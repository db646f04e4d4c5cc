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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class OutputFormatTest {
  @Command
  private static final class Printing {
    @Mixin private OutputFormat format = new OutputFormat(Form.TABLE, Form.JSON);
  }

  private static final Printing COMMAND = new Printing();

  private static CommandLine line() {
    var line = new CommandLine(COMMAND);
    OutputFormat.name(line);
    return line;
  }

  private static Form parsed(String... arguments) {
    line().parseArgs(arguments);
    return COMMAND.format.form();
  }

  @Test
  void aTableUnlessAskedOtherwise() {
    assertThat(parsed()).isEqualTo(Form.TABLE);
    assertThat(parsed("-o", "json")).isEqualTo(Form.JSON);
    assertThat(parsed("-ojson")).isEqualTo(Form.JSON);
    assertThat(parsed("--output=json")).isEqualTo(Form.JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "xml"})
  void aFormThatTheCommandLacksNamesThoseThatItHas(String form) {
    assertThatThrownBy(() -> parsed("-o", form))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("\"%s\" is none of table, json", form);
  }

  @Test
  void helpNamesThoseThatTheCommandHas() {
    assertThat(line().getUsageMessage()).contains("One of: table, json. Default: table.");
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
