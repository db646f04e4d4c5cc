package dev.glovebox.core.certify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.TargetSelection;
import dev.glovebox.core.render.ObjectJson;
import dev.glovebox.core.verify.AdmittedObject;
import dev.glovebox.core.verify.AdmittedObject.Difference;
import dev.glovebox.core.verify.AdmittedObject.Stage;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificationObjectsTest {
  private static final Subject SUBJECT = TestNodes.subject("node-1");
  private static final Facts FACTS = new TestNodes().facts(List.of(SUBJECT.node()));

  private final CertificationObjects objects =
      CertificationObjects.of(
          SUBJECT,
          "glovebox-canary",
          "nonce",
          TargetSelection.survey(FACTS, SUBJECT.node()),
          TestNodes.PLATFORM,
          List.of("registry-login"));

  @Test
  void theTwoPodsDifferInNameInOneLabelAndInWhatTheProbeWaitsFor() {
    List<Difference> differences =
        AdmittedObject.differences(objects.open(), ObjectJson.of(objects.shut()), Stage.HELD);
    assertThat(differences)
        .extracting(Difference::path)
        .containsExactlyInAnyOrder(
            "metadata.name",
            "metadata.labels[glovebox.dev/certification-restricted]",
            "spec.containers[probe].args[1]");
    assertThat(argument(objects.open()).replace("\"Answered\"", "\"Silent\""))
        .isEqualTo(argument(objects.shut()));
  }

  @Test
  void thePolicySelectsTheRestrictedPodOnlyAndAllowsNothing() {
    var spec = objects.policy().getSpec();
    var selector = spec.getPodSelector().getMatchLabels();
    assertThat(objects.shut().getMetadata().getLabels()).containsAllEntriesOf(selector);
    assertThat(objects.open().getMetadata().getLabels())
        .doesNotContainKeys(selector.keySet().toArray(String[]::new));
    assertThat(spec.getPolicyTypes()).containsExactly("Ingress", "Egress");
    assertThat(spec.getIngress()).isEmpty();
    assertThat(spec.getEgress()).isEmpty();
  }

  @Test
  void thePodsAreHardenedAsATasksIsAndGoToTheNodeOnly() {
    var spec = objects.shut().getSpec();
    assertThat(spec.getRuntimeClassName()).isEqualTo("gvisor");
    assertThat(spec.getAutomountServiceAccountToken()).isFalse();
    assertThat(spec.getEnableServiceLinks()).isFalse();
    assertThat(spec.getDnsPolicy()).isEqualTo("None");
    assertThat(spec.getRestartPolicy()).isEqualTo("Never");
    assertThat(spec.getActiveDeadlineSeconds()).isBetween(60L, 120L);
    assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
    var terms =
        spec.getAffinity()
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms();
    assertThat(terms).hasSize(1);
    assertThat(terms.getFirst().getMatchFields().getFirst().getValues()).containsExactly("node-1");
    assertThat(spec.getContainers())
        .singleElement()
        .satisfies(
            probe -> {
              assertThat(probe.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
              assertThat(probe.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
              assertThat(probe.getSecurityContext().getCapabilities().getDrop())
                  .containsExactly("ALL");
              assertThat(probe.getResources().getLimits())
                  .isEqualTo(probe.getResources().getRequests())
                  .containsOnlyKeys("cpu", "memory", "ephemeral-storage");
              assertThat(probe.getVolumeMounts()).isEmpty();
            });
  }

  @Test
  void theArgumentIsWhatTheProbeReads() throws Exception {
    JsonNode argument = new ObjectMapper().readTree(argument(objects.open()));
    assertThat(argument.fieldNames())
        .toIterable()
        .containsExactly(
            "version",
            "nonce",
            "giveUpAfterSeconds",
            "until",
            "targets",
            "reportOnly",
            "runtime",
            "nodeKernels");
    assertThat(argument.at("/runtime").fieldNames())
        .toIterable()
        .containsExactly("kind", "cmdlineContains", "osreleaseContains", "mountsContain");
  }

  private static String argument(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getArgs().get(1);
  }
}
