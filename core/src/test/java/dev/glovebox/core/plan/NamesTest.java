package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NamesTest {

  private static final String UID = "1a2b3c4d-0000-4000-8000-000000000000";

  @Provide
  Arbitrary<String> taskNames() {
    Arbitrary<String> inner =
        Arbitraries.strings().withCharRange('a', 'z').numeric().withChars("-.").ofMaxLength(251);
    return inner.map(middle -> "a" + middle.replace("..", ".a").replace(".-", ".a") + "z");
  }

  @Test
  void anObjectsNameIsMadeOfTheTasksNameAndUid() {
    assertThat(Names.objectName("fix-issue-42", UID)).isEqualTo("gbx-fix-issue-42-1a2b3c4d");
  }

  @Test
  void aDotBecomesADashSoThatTheHostNameIsTheSame() {
    assertThat(Names.objectName("build.v1.2", UID)).isEqualTo("gbx-build-v1-2-1a2b3c4d");
  }

  @Test
  void theLongestNameIsCutToAnObjectNameThatKeepsTheUid() {
    assertThat(Names.objectName("a".repeat(253), UID)).hasSize(63).endsWith("a-1a2b3c4d");
  }

  @Property
  void everyObjectNameIsADnsLabel(@ForAll("taskNames") String name) {
    assertThat(Names.objectName(name, UID))
        .matches("gbx-[a-z0-9]([a-z0-9-]*[a-z0-9])?")
        .hasSizeLessThanOrEqualTo(63);
  }

  @Property
  void everyTaskLabelIsALegalValue(@ForAll("taskNames") String name) {
    assertThat(Names.taskLabel(name))
        .matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
        .hasSizeLessThanOrEqualTo(63);
  }
}
