package dev.glovebox.e2e.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sixty tasks that differ in what a task's spec can say, each with what the operator is to make of
 * it. None of them runs: they ask for more CPU than a node of the local cluster has.
 */
final class PlannedSpecs {
  /** More than the local cluster's node has left, and as much as the default policy allows. */
  private static final String HELD =
      "resources: {cpu: \"4\", memory: 64Mi, ephemeralStorage: 64Mi}";

  private PlannedSpecs() {}

  /** What is to come of it. */
  enum End {
    MADE,
    REFUSED,
    /** Refused for what a Secret holds or lacks, which a plan cannot know. */
    REFUSED_FOR_A_SECRET
  }

  /**
   * A task.
   *
   * @param metadata more YAML of its metadata, in flow style, with a comma before; may be empty
   * @param spec YAML of its spec, with {@code $IMAGE}
   * @param assumption what {@code --offline} assumes that makes it say something else; empty = it
   *     says the same
   */
  record Spec(String name, String metadata, String spec, End end, String assumption) {
    private Spec(String name, String metadata, String spec, End end) {
      this(name, metadata, spec, end, "");
    }

    private Spec unless(String assumed) {
      return new Spec(name, metadata, spec, end, assumed);
    }
  }

  /** Under a policy that allows every mode of network, every hatch and a tag. */
  static List<Spec> underAWidePolicy() {
    return numbered(
        "w",
        Stream.of(
                made(""),
                made("command: [/bin/sh, -c]\nargs: [\"echo $(HOME) $$\"]"),
                made("workingDir: /workspace/src"),
                made("env: [{name: LANG, value: C.UTF-8}, {name: PRICE, value: \"5$ $(HOME)\"}]"),
                made(
                    "env: [{name: EMPTY}, {name: GREETING, value: \"gr\u00fc\u00df dich \u4f60\u597d\"}]"),
                made("secrets: [{secretName: usable, key: token, path: /run/secrets/token}]"),
                made(
                    "secrets: [{secretName: usable, key: token, path: /run/secrets/a}, {secretName: usable-too, key: token, path: /run/secrets/b}, {secretName: usable, key: other, path: /run/secrets/c}]"),
                made("configMaps: [{name: usable, mountPath: /context/skills}]"),
                made(
                    "configMaps: [{name: usable, mountPath: /context/skills}, {name: usable-too, mountPath: /context/more}]"),
                made("runtimes: [gvisor]"),
                made("runtimes: [kata, gvisor]").unless("runtime classes"),
                made("runAsUser: 10001"),
                made("runAsUser: 59999"),
                made("workspace: {type: Claim, size: 16Mi}"),
                made("workspace: {size: 20M, mountPath: /data}"),
                made("workspace: {storageClassName: standard}"),
                made("workspace: {type: Ephemeral}"),
                made("workspace: {type: Ephemeral, size: 8Mi, mountPath: /home/alice}"),
                made("workspace: {type: None}"),
                made("workspace: {type: None}\nworkingDir: /context"),
                made("network: {mode: None}"),
                made(
                    "network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{protocol: TCP, port: 443}]}]}"),
                made(
                    "network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 443}, {protocol: UDP, port: 53}]}, {cidr: 203.0.113.128/25, ports: [{port: 8080}]}]}"),
                made(
                    "network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 443}]}], dns: {servers: [203.0.113.53]}}"),
                made("network: {mode: Internet}"),
                made("network: {mode: Internet, dns: {servers: [203.0.113.53]}}"),
                made("timeouts: {provisionSeconds: 200}"),
                made("timeouts: {runSeconds: 60}"),
                made("timeouts: {provisionSeconds: 600, runSeconds: 21600}"),
                made("terminationGracePeriodSeconds: 0"),
                made("terminationGracePeriodSeconds: 30"),
                made("ttlSecondsAfterFinished: 0"),
                made("ttlSecondsAfterFinished: 86400"),
                made("dangerouslyAllow: [WritableRoot]"),
                made("dangerouslyAllow: [UnenforcedNetwork, WritableRoot]"),
                made(
                    "workspace: {storageClassName: retain, size: 1Mi}\ndangerouslyAllow: [RetainedWorkspace]"),
                made("image: glovebox.local/tools:1.2"),
                labelled(", labels: {team: red, other: \"1\"}", End.MADE),
                labelled(", annotations: {example.com/note: copied nowhere}", End.MADE),
                // Refused.
                refused("image: registry.example.com/other/tools:1"),
                refused("runtimes: [kata]").unless("runtime classes"),
                refused("runtimes: [runc]"),
                refused("workspace: {storageClassName: retain, size: 1Mi}")
                    .unless("storage classes"),
                refused("workspace: {storageClassName: absent, size: 1Mi}")
                    .unless("storage classes"),
                refused("workspace: {size: 11Gi}"),
                refused("runAsUser: 60000"),
                refused("timeouts: {runSeconds: 21601}"),
                refused("configMaps: [{name: absent, mountPath: /context}]").unless("config map"),
                refused("configMaps: [{name: unusable, mountPath: /context}]").unless("config map"),
                refused(
                    "network: {mode: Allowlist, allow: [{cidr: 198.51.100.0/24, ports: [{port: 443}]}]}"),
                refused(
                        "network: {mode: Allowlist, allow: [{cidr: $API_SERVER/32, ports: [{port: 443}]}]}")
                    .unless("the cluster's addresses"),
                refused("network: {mode: Internet, dns: {servers: [$API_SERVER]}}")
                    .unless("the cluster's addresses"),
                refused("desiredState: Cancelled"),
                new Spec(
                    "",
                    "",
                    "secrets: [{secretName: absent, key: token, path: /run/secrets/token}]",
                    End.REFUSED_FOR_A_SECRET),
                new Spec(
                    "",
                    "",
                    "secrets: [{secretName: usable, key: absent, path: /run/secrets/token}]",
                    End.REFUSED_FOR_A_SECRET))
            .toList());
  }

  /** Under the default policy, with fewer of the same. */
  static List<Spec> underTheDefaultPolicy() {
    return numbered(
        "d",
        List.of(
            made(""),
            refused("network: {mode: Internet}"),
            refused("dangerouslyAllow: [WritableRoot]"),
            refused("image: glovebox.local/tools:1.2")));
  }

  /** In a namespace whose policy does not exist. */
  static List<Spec> underNoPolicy() {
    return numbered("n", List.of(refused("").unless("policy")));
  }

  private static Spec made(String more) {
    return new Spec("", "", more, End.MADE);
  }

  private static Spec refused(String more) {
    return new Spec("", "", more, End.REFUSED);
  }

  private static Spec labelled(String metadata, End end) {
    return new Spec("", metadata, "", end);
  }

  /** With names, the resources that hold them, and an image where they have none. */
  private static List<Spec> numbered(String prefix, List<Spec> specs) {
    List<Spec> numbered = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      Spec one = specs.get(i);
      String image = one.spec().contains("image:") ? "" : "image: $IMAGE\n";
      String name =
          i % 10 == 3 ? ".a-name.with-dots-that-is-longer-than-what-a-label-can-hold" : "";
      if (i % 20 == 13) {
        // As long as the API server lets a name be.
        name += "." + "n".repeat(253 - 1 - (prefix + "-" + i + name).length());
      }
      numbered.add(
          new Spec(
              prefix + "-" + i + name,
              one.metadata(),
              image + HELD + "\n" + one.spec(),
              one.end(),
              one.assumption()));
    }
    return numbered;
  }
}
