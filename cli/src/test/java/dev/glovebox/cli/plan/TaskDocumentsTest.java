package dev.glovebox.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskDocumentsTest {
  private static final String TASK =
      """
      apiVersion: glovebox.dev/v1alpha1
      kind: SandboxTask
      metadata: {name: hello}
      spec: {image: "registry.example.com/tools:1", resources: {memory: 1Gi}}
      """;

  private static final String SHORT =
      TASK.substring(0, TASK.indexOf("spec:")) + "spec:\n  image: registry.example.com/tools:1\n";

  private static TaskDocuments parse(String text) {
    return TaskDocuments.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aFileMayHoldSeveralTasksAndWhatTheyUse() {
    var documents =
        parse(
            TASK + "---\n" + TASK + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\n");
    assertThat(documents.tasks()).hasSize(2);
    assertThat(documents.configMaps()).hasSize(1);
  }

  @Test
  void whatIsLeftEmptyIsNotSet() {
    var documents = parse(SHORT + "  command:\n---\n");
    assertThat(documents.tasks()).hasSize(1);
    assertThat(documents.tasks().getFirst().getSpec().command()).isNull();
  }

  @Test
  void aListIsTakenApart() {
    assertThat(
            parse("apiVersion: v1\nkind: List\nitems:\n- " + TASK.indent(2).strip() + "\n").tasks())
        .hasSize(1);
  }

  @Test
  void aFieldThatTheApiLacksIsNamed() {
    assertThatThrownBy(() -> parse(TASK.replace("memory", "memroy")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spec.resources.memroy")
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1);
  }

  @Test
  void aWordThatIsNotOfTheApiIsNamed() {
    assertThatThrownBy(() -> parse(TASK + "  network: {mode: Everything}\n"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> parse(TASK.replace("resources: {memory: 1Gi}", "network: {mode: Everything}")))
        .hasMessageContaining("spec.network.mode")
        .hasMessageContaining("Everything");
  }

  @Test
  void whatIsNoYamlIsToldInOneLine() {
    assertThatThrownBy(() -> parse("a: [1"))
        .isInstanceOf(IllegalArgumentException.class)
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1);
  }

  /** What the API server would not take either; none of it names a class of this program. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "env: [{name: PORT, value: 8080}]|spec.env[0].value: 8080 is not a text; put it in quotes",
        "env: [{name: FLAG, value: true}]|spec.env[0].value: true is not a text; put it in quotes",
        "runAsUser: '10001'|spec.runAsUser: \"10001\" is not a whole number",
        "timeouts: {runSeconds: 1.5}|spec.timeouts.runSeconds: 1.5 is not a whole number",
        "resources: {cpu: 1.5}|in quotes: \"1.5\"",
        "command: sh|spec.command: \"sh\" is not a list",
        "resources: many|spec.resources: \"many\" is not an object",
        "network: {mode: none}|spec.network.mode: \"none\" is not one of None, Allowlist, Internet",
        "imgae: a|spec.imgae: the API has no such field; beside it there are args, command",
        "runtimes: []|spec.runtimes: it has 0 entries, and must have at least 1; leave it out",
        "network: {mode: None, allow: []}|spec.network.allow: it is empty",
        "runtimes: [Gvisor]|spec.runtimes[0]: \"Gvisor\" does not match ^[a-z0-9]+",
        "timeouts: {runSeconds: 0}|spec.timeouts.runSeconds: 0 is not within 1 to 2592000",
        "secrets: [{key: a, path: /run/secrets/a}]|spec.secrets[0].secretName: it must be set",
      })
  void aValueOfAnotherTypeIsNamedWithWhatIsExpected(String field, String said) {
    assertThatThrownBy(() -> parse(SHORT + "  " + field))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("SandboxTask hello: ")
        .hasMessageContaining(said)
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1)
        .doesNotContain("java", "glovebox.api");
    assertThat(parse(SHORT).tasks()).as("the control").hasSize(1);
  }

  @Test
  void aTextIsNoLongerThanTheApiServerTakesIt() {
    String env = "  env: [{name: %s}]";
    assertThat(parse(SHORT + env.formatted("V".repeat(256))).tasks()).hasSize(1);
    assertThatThrownBy(() -> parse(SHORT + env.formatted("V".repeat(257))))
        .hasMessageEndingWith("spec.env[0].name: it has 257 characters, and may have at most 256");
  }

  @Test
  void aTaskHasASpec() {
    assertThatThrownBy(() -> parse(TASK.substring(0, TASK.indexOf("spec:"))))
        .hasMessage("SandboxTask hello: spec: it must be set");
  }

  @Test
  void anAmountMayBeAWholeNumber() {
    assertThat(parse(SHORT + "  resources: {cpu: 2}").tasks()).hasSize(1);
  }

  @Test
  void whatIsNoTaskIsNamed() {
    var documents =
        parse(
            "apiVersion: v1\nkind: Secret\nmetadata: {name: npm}\n---\n"
                + TASK
                + "---\nkind: Pod\n");
    assertThat(documents.tasks()).hasSize(1);
    assertThat(documents.leftOut()).containsExactly("Secret npm", "Pod");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|there is nothing in it",
        "# a comment|there is nothing in it",
        "just words|object 1: it has no kind",
        "{a: 1, a: 2}|it is no YAML or JSON: line 1: Duplicate field 'a'",
        "{apiVersion: glovebox.dev/v1, kind: SandboxTask, metadata: {name: a}}|SandboxTask a: apiVersion: \"glovebox.dev/v1\" is not glovebox.dev/v1alpha1",
      })
  void whatIsNoObjectIsToldPlainly(String text, String said) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: Upper}|metadata.name: \"Upper\" is no name",
        "{name: a..b}|metadata.name",
        "{generateName: Upper-}|metadata.generateName: \"Upper-\"",
        "{name: a, labels: {team: two words}}|metadata.labels.team: \"two words\"",
        "{name: a, lables: {}}|metadata.lables: the API has no such field",
        "{}|metadata.name: the task has none",
      })
  void metadataThatNoTaskCanHaveIsNamed(String metadata, String said) {
    var task = parse(TASK.replace("{name: hello}", metadata)).tasks().getFirst();
    assertThatThrownBy(() -> PlannedTask.of(task, "agents", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(said);
  }

  @Test
  void namesAtTheLimitAreTaken() {
    for (String metadata :
        List.of(
            "{name: %s}".formatted("n".repeat(253)),
            "{generateName: %s-}".formatted("g".repeat(252)),
            "{name: a.b-c.1, labels: {team: ''}}")) {
      var task = parse(TASK.replace("{name: hello}", metadata)).tasks().getFirst();
      assertThat(PlannedTask.of(task, "agents", null).getMetadata().getName()).isNotEmpty();
    }
    var longer = parse(TASK.replace("hello", "n".repeat(254))).tasks().getFirst();
    assertThatThrownBy(() -> PlannedTask.of(longer, "agents", null)).hasMessageContaining("253");
  }
}
