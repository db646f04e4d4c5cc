package dev.glovebox.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TaskDocumentsTest {
  private static final String TASK =
      """
      apiVersion: glovebox.dev/v1alpha1
      kind: SandboxTask
      metadata: {name: hello}
      spec: {image: "registry.example.com/tools:1", resources: {memory: 1Gi}}
      """;

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
}
