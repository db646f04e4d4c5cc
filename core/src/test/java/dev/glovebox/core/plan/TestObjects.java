package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Tasks and policies from the YAML that a user would write. */
final class TestObjects {

  static final String UID = "1a2b3c4d-0000-4000-8000-000000000000";

  static final String IMAGE = "registry.example.com/tools/make@sha256:" + "a".repeat(64);

  /** The policy of the API reference, with more networks, so that these can be tested. */
  static final String POLICY =
      """
      namespaces: {matchLabels: {}}
      runtimes:
      - {runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}
      - {runtimeClassName: kata, kind: Kata, handlers: [kata, kata-qemu]}
      images: {registries: [registry.example.com/tools/], requireDigest: true, pullPolicy: Always, pullSecretNames: [registry-login]}
      users: {min: 10000, max: 59999}
      resources: {max: {cpu: "4", memory: 8Gi, ephemeralStorage: 10Gi}, default: {cpu: "1", memory: 1Gi, ephemeralStorage: 1Gi}}
      workspace: {types: [Claim, Ephemeral, None], maxSize: 10Gi, storageClassNames: [standard], accessMode: ReadWriteOncePod}
      times: {max: {provisionSeconds: 600, runSeconds: 21600, ttlSecondsAfterFinished: 86400}, default: {provisionSeconds: 300, runSeconds: 1800, ttlSecondsAfterFinished: 3600}}
      maxActiveTasksPerNamespace: 200
      network: {modes: [None, Allowlist, Internet], allowedCidrs: [203.0.113.0/24], blockedCidrs: [203.0.113.128/25]}
      pods: {serviceAccountName: default}
      """;

  private TestObjects() {}

  /** A task with this spec, which is given the image when it names none. */
  static SandboxTask task(String spec) {
    return taskWith("{}", spec.contains("image:") ? spec : "image: %s\n%s".formatted(IMAGE, spec));
  }

  /** A task with these fields of its metadata besides the fixed ones. */
  static SandboxTask taskWith(String metadata, String spec) {
    SandboxTask task =
        Serialization.unmarshal(
            """
            apiVersion: glovebox.dev/v1alpha1
            kind: SandboxTask
            metadata: %s
            spec:
            %s
            """
                .formatted(metadata, spec.indent(2)),
            SandboxTask.class);
    task.getMetadata().setName("fix-issue-42");
    task.getMetadata().setNamespace("agents");
    task.getMetadata().setUid(UID);
    return task;
  }

  static SandboxPolicy policy() {
    return policy(POLICY);
  }

  /** The policy with these top-level fields of its spec in place of its own. */
  static SandboxPolicy policyWith(String... fields) {
    String spec = POLICY;
    for (String field : fields) {
      String key = field.substring(0, field.indexOf(':') + 1);
      spec = spec.replaceAll("(?m)^" + key + ".*\\R(?:- .*\\R)*", "");
      spec += field + "\n";
    }
    return policy(spec);
  }

  static SandboxPolicy policy(String spec) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxPolicy
        metadata: {name: default, generation: 3}
        spec:
        %s
        """
            .formatted(spec.indent(2)),
        SandboxPolicy.class);
  }

  static Plan planned(Decision decision) {
    assertThat(decision).isInstanceOf(Plan.class);
    return (Plan) decision;
  }

  static void assertRefused(Decision decision, Reason reason, String... parts) {
    assertThat(decision).isInstanceOf(Refusal.class);
    Refusal refusal = (Refusal) decision;
    assertThat(refusal.reason()).as(refusal.message()).isEqualTo(reason);
    assertMentions(refusal.message(), parts);
  }

  static void assertWaiting(Decision decision, Reason reason, String... parts) {
    assertThat(decision).isInstanceOf(Waiting.class);
    Waiting waiting = (Waiting) decision;
    assertThat(waiting.reason()).as(waiting.message()).isEqualTo(reason);
    assertMentions(waiting.message(), parts);
  }

  private static void assertMentions(String message, String... parts) {
    for (String part : parts) {
      assertThat(message).contains(part);
    }
  }
}
