package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedValuesTest {
  private static Status answer(String field, String message) {
    return new StatusBuilder()
        .withNewDetails()
        .addNewCause()
        .withField(field)
        .withMessage(message)
        .endCause()
        .endDetails()
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spec.timeouts.runSeconds | Invalid value: 0: spec.timeouts.runSeconds in body should be greater than or equal to 1 | --timeout 0: should be greater than or equal to 1, in seconds",
        "spec.image | Invalid value: \"string\": \"a\" is not an image: write host | IMAGE: \"a\" is not an image: write host",
        "spec.network.allow[0].cidr | Invalid value: \"string\": 127.0.0.1/32 overlaps | --allow: 127.0.0.1/32 overlaps",
        "spec.network | Invalid value: \"object\": remove dns | --network: remove dns",
        "spec.networkish | Invalid value: \"object\": no | spec.networkish: no",
        "spec.workspace.mountPath | Invalid value: \"string\": no | --workspace-path: no",
        "spec.runtimes[0] | Invalid value: \"A: \\\"_\": spec.runtimes[0] in body should match | --runtime \"A: \\\"_\": should match",
        "metadata.name | Invalid value: \"A_b\": a lowercase name | --name \"A_b\": a lowercase name",
        "spec.env[1] | Duplicate value: {\"name\":\"A\"} | --env: Duplicate value: {\"name\":\"A\"}",
      })
  void aFieldIsNamedByTheFlagThatWasTyped(String field, String message, String said) {
    assertThat(RefusedValues.of(answer(field, message), true)).isEqualTo(said);
  }

  @Test
  void ofAFileTheFieldsAreNamed() {
    assertThat(RefusedValues.of(answer("spec.image", "Invalid value: \"string\": no"), false))
        .isEqualTo("spec.image: no");
  }

  @Test
  void severalAreAllNamed() {
    Status status = answer("spec.image", "Required value");
    status
        .getDetails()
        .getCauses()
        .addAll(answer("spec.runAsUser", "Invalid value: 5: too low").getDetails().getCauses());
    assertThat(RefusedValues.of(status, true))
        .isEqualTo("IMAGE: Required value; --user 5: too low");
  }

  @Test
  void anAnswerWithoutFieldsIsLeftToOthers() {
    assertThat(RefusedValues.of(null, true)).isEmpty();
    assertThat(RefusedValues.of(new Status(), true)).isEmpty();
  }
}
