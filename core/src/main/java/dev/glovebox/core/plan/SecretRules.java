package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the Secrets and ConfigMaps that a task names are there, hold what it names, and may be
 * used by tasks. The right to make tasks must not become the right to read every Secret.
 */
final class SecretRules {

  /** Credentials of the cluster itself: never handed to a task, whatever their labels say. */
  private static final Set<String> CLUSTER_CREDENTIALS =
      Set.of("kubernetes.io/service-account-token", "bootstrap.kubernetes.io/token");

  private SecretRules() {}

  /**
   * What is wrong, one entry for each use.
   *
   * @param spec with defaults filled in
   */
  static List<Refusal> problems(
      SandboxTaskSpec spec,
      Map<String, Lookup<Facts.SecretFacts>> secrets,
      Map<String, Lookup<Facts.ConfigMapFacts>> configMaps) {
    List<Refusal> problems = new ArrayList<>();
    for (int i = 0; i < spec.secrets().size(); i++) {
      SecretFile file = spec.secrets().get(i);
      secret("spec.secrets[%d]".formatted(i), file, secrets.get(file.secretName()))
          .ifPresent(problems::add);
    }
    for (int i = 0; i < spec.configMaps().size(); i++) {
      ConfigMapMount mount = spec.configMaps().get(i);
      configMap("spec.configMaps[%d].name".formatted(i), mount, configMaps.get(mount.name()))
          .ifPresent(problems::add);
    }
    return problems;
  }

  private static Optional<Refusal> secret(
      String field, SecretFile file, Lookup<Facts.SecretFacts> lookup) {
    String name = Text.quoted(file.secretName());
    return switch (lookup) {
      case null -> unread(field, "Secret", name, "it was not looked up");
      case Lookup.Unreadable<Facts.SecretFacts> unreadable ->
          unread(field, "Secret", name, unreadable.message());
      case Lookup.Absent<Facts.SecretFacts> absent ->
          refused(
              Reason.SecretMissing,
              "%s.secretName: there is no Secret %s in the task's namespace"
                  .formatted(field, name));
      case Lookup.Found<Facts.SecretFacts> found -> {
        Facts.SecretFacts secret = found.value();
        if (!usable(secret.labels())) {
          yield refused(
              Reason.SecretNotUsable,
              "%s.secretName: Secret %s has no label %s=\"true\"; who owns the Secret has to set it"
                  .formatted(field, name, Names.USABLE_LABEL));
        }
        if (CLUSTER_CREDENTIALS.contains(secret.type())) {
          yield refused(
              Reason.SecretNotUsable,
              "%s.secretName: Secret %s has type %s, a credential of the cluster; no task gets one"
                  .formatted(field, name, secret.type()));
        }
        int length = secret.keyLengths().getOrDefault(file.key(), 0);
        yield length > 0
            ? Optional.empty()
            : refused(
                Reason.SecretEmpty,
                "%s.key: Secret %s has no key %s, or nothing in it"
                    .formatted(field, name, Text.quoted(file.key())));
      }
    };
  }

  private static Optional<Refusal> configMap(
      String field, ConfigMapMount mount, Lookup<Facts.ConfigMapFacts> lookup) {
    String name = Text.quoted(mount.name());
    return switch (lookup) {
      case null -> unread(field, "ConfigMap", name, "it was not looked up");
      case Lookup.Unreadable<Facts.ConfigMapFacts> unreadable ->
          unread(field, "ConfigMap", name, unreadable.message());
      case Lookup.Absent<Facts.ConfigMapFacts> absent ->
          refused(
              Reason.ConfigMapMissing,
              "%s: there is no ConfigMap %s in the task's namespace".formatted(field, name));
      case Lookup.Found<Facts.ConfigMapFacts> found ->
          usable(found.value().labels())
              ? Optional.empty()
              : refused(
                  Reason.ConfigMapNotUsable,
                  "%s: ConfigMap %s has no label %s=\"true\"; who owns it has to set it"
                      .formatted(field, name, Names.USABLE_LABEL));
    };
  }

  private static boolean usable(Map<String, String> labels) {
    return "true".equals(labels.get(Names.USABLE_LABEL));
  }

  private static Optional<Refusal> unread(String field, String kind, String name, String why) {
    return refused(
        Reason.ReadBackFailed,
        "%s: %s %s cannot be read: %s".formatted(field, kind, name, Text.shown(why)));
  }

  private static Optional<Refusal> refused(Reason reason, String message) {
    return Optional.of(new Refusal(reason, message));
  }
}
