package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What can be known before anything is placed is said at once. All tasks are made at the beginning;
 * each test looks at how one of them ended.
 */
@OnCluster
class KnownAtOnceIT {
  /** Odd, for the median. */
  private static final int ROUNDS = 5;

  private static KnownFaults faults;
  private static Endings endings;

  @BeforeAll
  static void makeAllTasks(Cluster cluster) {
    endings = Endings.from(cluster);
    faults = new KnownFaults(cluster);
    faults.makeAll();
  }

  @AfterAll
  static void close() {
    if (faults != null) {
      faults.close();
    }
  }

  private static Ending ends(Reason reason) {
    String name = reason.name().toLowerCase(java.util.Locale.ROOT);
    return endings.of(faults.where(reason), name).is(reason).asInTheExample();
  }

  @Test
  @Shows(Reason.PolicyViolation)
  void moreMemoryThanThePolicyAllowsIsAPolicyViolation() {
    ends(Reason.PolicyViolation)
        .saying("spec.resources.memory", "16Gi", "8Gi", "spec.resources.max.memory");
  }

  @Test
  @Shows(Reason.PolicyMissing)
  void aNamespaceThatNamesNoExistingPolicyHasNone() {
    ends(Reason.PolicyMissing)
        .saying(faults.where(Reason.PolicyMissing).namespace(), "\"no-such-policy\"", "make it");
  }

  @Test
  @Shows(Reason.ReservedMetadata)
  void anAnnotationOfTheNamespaceThatAnAddOnObeysIsReserved() {
    ends(Reason.ReservedMetadata).saying("sidecar.istio.io/inject", "Istio", "remove it");
  }

  @Test
  @Shows(Reason.InvalidSpec)
  void aGrantedAddressOfTheClusterItselfIsInvalid() {
    ends(Reason.InvalidSpec).saying("spec.network.allow[0].cidr", "which no task may reach");
  }

  @Test
  @Shows(Reason.CancelledBeforeStart)
  void aTaskThatIsCancelledFromTheBeginningNeverStarts() {
    ends(Reason.CancelledBeforeStart).saying("spec.desiredState");
  }

  @Test
  @Shows(Reason.RuntimeClassMissing)
  void aRuntimeClassThatDoesNotExistIsMissing() {
    ends(Reason.RuntimeClassMissing).saying("kata: there is no RuntimeClass");
  }

  @Test
  @Shows(Reason.RuntimeHandlerNotAllowed)
  void aClassWithAnotherHandlerThanThePolicyAllowsIsNotUsed() {
    ends(Reason.RuntimeHandlerNotAllowed)
        .saying(faults.name("handler"), "handler \"another\"", "allows only runsc");
  }

  @Test
  @Shows(Reason.NoNodeWithRuntime)
  void aClassWhoseSelectorMatchesNoNodeHasNone() {
    ends(Reason.NoNodeWithRuntime).saying(faults.name("nowhere"), "node selectors", "runsc");
  }

  @Test
  @Shows(Reason.StorageClassMissing)
  void aStorageClassThatDoesNotExistIsMissing() {
    ends(Reason.StorageClassMissing)
        .saying("spec.workspace.storageClassName", faults.name("absent"), "make it");
  }

  @Test
  @Shows(Reason.ReclaimPolicyRetain)
  void aStorageClassThatKeepsVolumesIsNotUsed() {
    ends(Reason.ReclaimPolicyRetain)
        .saying(faults.name("keeps"), "\"Retain\"", "use a class with reclaimPolicy Delete");
  }

  @Test
  @Shows(Reason.SecretMissing)
  void aSecretThatDoesNotExistIsMissing() {
    ends(Reason.SecretMissing).saying("spec.secrets[0].secretName", "no-such-secret");
  }

  @Test
  @Shows(Reason.SecretEmpty)
  void aKeyWithNothingInItIsEmpty() {
    ends(Reason.SecretEmpty).saying("spec.secrets[0].key", "\"good\"", "\"empty\"");
  }

  @Test
  @Shows(Reason.SecretNotUsable)
  void aSecretWithoutTheLabelIsNotForTasks() {
    ends(Reason.SecretNotUsable)
        .saying("spec.secrets[0].secretName", "\"private\"", "glovebox.dev/usable-by-tasks");
  }

  @Test
  @Shows(Reason.ConfigMapMissing)
  void aConfigMapThatDoesNotExistIsMissing() {
    ends(Reason.ConfigMapMissing).saying("spec.configMaps[0].name", "no-such-map");
  }

  @Test
  @Shows(Reason.ConfigMapNotUsable)
  void aConfigMapWithoutTheLabelIsNotForTasks() {
    ends(Reason.ConfigMapNotUsable)
        .saying("spec.configMaps[0].name", "\"private\"", "glovebox.dev/usable-by-tasks");
  }

  @Test
  @Shows(Reason.PodRejected)
  void aPodThatALimitRangeForbidsIsRejectedInTheServersWords() {
    ends(Reason.PodRejected)
        .saying("Pod", "is forbidden", "maximum cpu usage per Container is 100m");
  }

  @Test
  @Shows(Reason.NetworkPolicyWidened)
  void aNetworkPolicyThatSelectsThePodAndAllowsSomethingWidensIt() {
    ends(Reason.NetworkPolicyWidened).saying("allow-dns", "glovebox.dev/task-uid", "DoesNotExist");
  }

  /**
   * The median of five: one look of a busy machine at the clock shows nothing. What only the spec
   * tells, what a watch has, what must be read, what the server refuses, and what a made object
   * shows.
   */
  @Test
  void whatIsKnownAtOnceIsSaidWithinASecond() {
    var reasons =
        List.of(
            Reason.InvalidSpec,
            Reason.PolicyViolation,
            Reason.RuntimeClassMissing,
            Reason.StorageClassMissing,
            Reason.SecretMissing,
            Reason.PodRejected,
            Reason.NetworkPolicyWidened);
    Map<Reason, List<Duration>> took = new EnumMap<>(Reason.class);
    for (int round = 0; round < ROUNDS; round++) {
      for (Reason reason : reasons) {
        Instant created = Instant.now();
        String name = faults.make(reason, "-" + round);
        var status = faults.where(reason).finished(name).getStatus();
        took.computeIfAbsent(reason, r -> new ArrayList<>())
            .add(Duration.between(created, Instant.now()));
        assertThat(status.reason()).as("%s", status).isEqualTo(reason.name());
      }
    }
    assertThat(took)
        .allSatisfy(
            (reason, durations) ->
                assertThat(durations.stream().sorted().toList().get(ROUNDS / 2))
                    .as("%s: %s", reason, durations)
                    .isLessThan(Duration.ofSeconds(1)));
  }
}
