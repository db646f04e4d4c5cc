package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Whom a change wakes: everybody whom it may matter to, and not everybody. */
class ViewChangesTest {
  private static final SandboxTask RUNNING = task("Running", "node-1", "None");
  private static final SandboxTask ELSEWHERE = task("Running", "node-2", "None");
  private static final SandboxTask ONLINE = task("Running", "node-1", "Internet");
  private static final SandboxTask ATTESTING = task("Attesting", null, "None");
  private static final List<SandboxTask> ALL = List.of(RUNNING, ELSEWHERE, ONLINE, ATTESTING);

  private final ViewChanges changes = new ViewChanges();
  private final List<Predicate<SandboxTask>> told = new ArrayList<>();

  ViewChangesTest() {
    changes.consumer(told::add);
  }

  @Test
  void aSandboxPolicyMayMatterToAll() {
    changes.policies();

    assertThat(woken()).isEqualTo(ALL);
  }

  @Test
  void aRuntimeClassMattersUntilTheTaskIsShownAsRunning() {
    changes.runtimeClasses();

    assertThat(woken()).containsExactly(ATTESTING);
  }

  @Test
  void anAddressOfTheClusterMattersToThoseThatWereGrantedANetwork() {
    changes.network();

    assertThat(woken()).containsExactly(ONLINE);
  }

  @Test
  void aVerdictThatShowsAnOpenPathMattersToTheTasksOfItsNodeAndThoseThatMayBeThere() {
    List<String> order = new ArrayList<>();
    changes.consumer(which -> order.add("told"));

    changes
        .certificates(() -> order.add("first"))
        .onUpdate(certificate("Certified", true), certificate("NetworkNotEnforced", false));

    assertThat(woken()).containsExactly(RUNNING, ONLINE, ATTESTING);
    assertThat(order).containsExactly("first", "told");
  }

  @Test
  void aVerdictThatShowsNothingWakesNobody() {
    var handler = changes.certificates(() -> {});

    handler.onAdd(certificate("Certified", true));
    handler.onAdd(certificate("CertificationInconclusive", false));
    handler.onDelete(certificate("NetworkNotEnforced", false), false);

    assertThat(told).isEmpty();
  }

  private List<SandboxTask> woken() {
    assertThat(told).hasSize(1);
    return ALL.stream().filter(told.getFirst()).toList();
  }

  private static SandboxTask task(String phase, String node, String mode) {
    return Serialization.unmarshal(
        """
        {"apiVersion": "glovebox.dev/v1alpha1", "kind": "SandboxTask", "metadata": {"name": "a"},
         "spec": {"image": "x", "network": {"mode": "%s"}},
         "status": {"phase": "%s", "nodeName": %s, "effective": {"runtimeClassName": "gvisor"}}}
        """
            .formatted(mode, phase, node == null ? "null" : '"' + node + '"'),
        SandboxTask.class);
  }

  private static NodeCertificate certificate(String reason, boolean certified) {
    return Serialization.unmarshal(
        """
        {"apiVersion": "glovebox.dev/v1alpha1", "kind": "NodeCertificate",
         "metadata": {"name": "node-1.gvisor"},
         "spec": {"nodeName": "node-1", "runtimeClassName": "gvisor"},
         "status": {"reason": "%s", "certified": %s}}
        """
            .formatted(reason, certified),
        NodeCertificate.class);
  }
}
