package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestCluster.USABLE;
import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageAndSecretsTest {

  private static final String SECRET =
      "secrets: [{secretName: npm-token, key: token, path: /run/secrets/npm-token}]";
  private static final String CONFIG_MAP = "configMaps: [{name: skills, mountPath: /context}]";

  private final TestCluster cluster = new TestCluster();

  private Decision plan(String spec) {
    return Planner.plan(task(spec), policy(), cluster.facts());
  }

  @Test
  void aStorageClassThatIsNotThereIsRefused() {
    cluster.storageClasses.clear();
    assertRefused(plan("command: [x]"), Reason.StorageClassMissing, "standard");
    planned(plan("workspace: {type: Ephemeral}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Retain", "Recycle", "delete", ""})
  void anythingButDeleteKeepsTheData(String reclaimPolicy) {
    cluster.storageClasses.put("standard", new Facts.StorageClassFacts("standard", reclaimPolicy));
    assertRefused(plan("command: [x]"), Reason.ReclaimPolicyRetain, "standard");
  }

  @Test
  void dataIsKeptOnlyWhereThePolicyAllowsItAndTheTaskAsksForIt() {
    cluster.storageClasses.put("standard", new Facts.StorageClassFacts("standard", "Retain"));
    String asking = "dangerouslyAllow: [RetainedWorkspace]";
    var lax = policyWith("dangerouslyAllow: [RetainedWorkspace]");
    assertRefused(plan(asking), Reason.PolicyViolation, "spec.dangerouslyAllow");
    assertRefused(
        Planner.plan(task("command: [x]"), lax, cluster.facts()), Reason.ReclaimPolicyRetain);
    assertThat(planned(Planner.plan(task(asking), lax, cluster.facts())).findings())
        .extracting(Finding::type)
        .containsExactly("RetainedWorkspace");
  }

  @Test
  void aSecretThatIsNotThereIsRefused() {
    cluster.absentSecret("npm-token");
    assertRefused(plan(SECRET), Reason.SecretMissing, "spec.secrets[0].secretName", "npm-token");
  }

  @Test
  void aSecretThatCannotBeReadIsNotTakenForAbsent() {
    cluster.unreadableSecret("npm-token");
    assertRefused(plan(SECRET), Reason.ReadBackFailed, "npm-token", "forbidden");
    cluster.secrets.clear();
    assertRefused(plan(SECRET), Reason.ReadBackFailed, "npm-token", "not looked up");
  }

  @Test
  void aKeyThatIsMissingOrEmptyIsRefused() {
    cluster.secret("npm-token", USABLE, "Opaque", Map.of("token", 0));
    assertRefused(plan(SECRET), Reason.SecretEmpty, "spec.secrets[0].key", "token");
    cluster.secret("npm-token", USABLE, "Opaque", Map.of("other", 5));
    assertRefused(plan(SECRET), Reason.SecretEmpty, "spec.secrets[0].key", "token");
  }

  @Test
  void aSecretWithoutTheLabelIsNotForTasks() {
    for (Map<String, String> labels :
        List.of(
            Map.<String, String>of(),
            Map.of(Names.USABLE_LABEL, "True"),
            Map.of(Names.USABLE_LABEL, ""))) {
      cluster.secret("npm-token", labels, "Opaque", Map.of("token", 5));
      assertRefused(plan(SECRET), Reason.SecretNotUsable, Names.USABLE_LABEL);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes.io/service-account-token", "bootstrap.kubernetes.io/token"})
  void aCredentialOfTheClusterIsNeverHandedOut(String type) {
    cluster.secret("npm-token", USABLE, type, Map.of("token", 5));
    assertRefused(plan(SECRET), Reason.SecretNotUsable, type);
  }

  @Test
  void aUsableSecretIsPlannedWithItsUid() {
    assertThat(planned(plan(SECRET)).secretUids()).containsEntry("npm-token", "secret-1");
  }

  @Test
  void configMapsObeyTheSameRules() {
    planned(plan(CONFIG_MAP));
    cluster.configMaps.put(
        "skills", new Lookup.Found<>(new Facts.ConfigMapFacts("skills", "u", Map.of())));
    assertRefused(plan(CONFIG_MAP), Reason.ConfigMapNotUsable, "spec.configMaps[0].name", "skills");
    cluster.configMaps.put("skills", new Lookup.Absent<>());
    assertRefused(plan(CONFIG_MAP), Reason.ConfigMapMissing, "skills");
    cluster.configMaps.put("skills", new Lookup.Unreadable<>("timeout"));
    assertRefused(plan(CONFIG_MAP), Reason.ReadBackFailed, "skills", "timeout");
  }
}
