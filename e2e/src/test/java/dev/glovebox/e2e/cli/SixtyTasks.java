package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.e2e.cli.PlannedSpecs.Spec;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The {@link PlannedSpecs} in three namespaces: under a wide policy, the default one, and none. */
final class SixtyTasks implements AutoCloseable {
  private static final Map<String, String> USABLE = Map.of("glovebox.dev/usable-by-tasks", "true");

  private final List<Place> places;

  private SixtyTasks(List<Place> places) {
    this.places = places;
  }

  /** A namespace, and what is planned there. */
  record Place(Workplace workplace, List<Spec> specs) {
    String namespace() {
      return workplace.namespace();
    }

    /** A task as its user's file has it. */
    String document(Spec spec) {
      return """
          apiVersion: glovebox.dev/v1alpha1
          kind: SandboxTask
          metadata: {name: %s, namespace: %s%s}
          spec:
          %s"""
          .formatted(
              spec.name(),
              namespace(),
              spec.metadata(),
              spec.spec()
                  .replace("$IMAGE", workplace.busybox())
                  .replace("$API_SERVER", workplace.cluster().apiServerAddress())
                  .indent(2));
    }

    /** The same for a task that exists, as far as a plan is concerned. */
    String document(Spec spec, String uid) {
      return document(spec).replace("metadata: {name:", "metadata: {uid: %s, name:".formatted(uid));
    }

    /** A file with all of them. */
    String documents() {
      return specs.stream().map(this::document).collect(Collectors.joining("\n---\n"));
    }

    /** The policy in force as YAML; empty when there is none. */
    Optional<String> policy() {
      var label =
          Optional.ofNullable(
              workplace
                  .cluster()
                  .client()
                  .namespaces()
                  .withName(namespace())
                  .get()
                  .getMetadata()
                  .getLabels()
                  .get("glovebox.dev/policy"));
      var found =
          workplace
              .cluster()
              .client()
              .resources(SandboxPolicy.class)
              .withName(label.orElse("default"))
              .get();
      return Optional.ofNullable(found).map(Serialization::asYaml);
    }
  }

  /** Opens the namespaces, with all but the tasks in them. */
  static SixtyTasks open(Cluster cluster) {
    var wide = Workplace.open(cluster, "plan-wide");
    var strict = Workplace.open(cluster, "plan-strict");
    var none = Workplace.open(cluster, "plan-none");
    widen(wide);
    cluster.kubectl("label", "namespace", none.namespace(), "glovebox.dev/policy=absent").succeed();
    return new SixtyTasks(
        List.of(
            new Place(wide, PlannedSpecs.underAWidePolicy()),
            new Place(strict, PlannedSpecs.underTheDefaultPolicy()),
            new Place(none, PlannedSpecs.underNoPolicy())));
  }

  List<Place> places() {
    return places;
  }

  /**
   * Runs a task, so that the nodes are certified and none of the others waits for that; and waits
   * until the operator knows the policy that was made.
   */
  void certify() {
    Workplace wide = places.getFirst().workplace();
    try (Workplace certified = Workplace.open(wide.cluster(), "plan-warm")) {
      certified.script("certifies", "true", "resources: {cpu: 100m, memory: 64Mi}");
      var task = certified.finished("certifies");
      assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                wide.cluster()
                        .client()
                        .resources(SandboxPolicy.class)
                        .withName(wide.namespace())
                        .get()
                        .getStatus()
                    != null);
  }

  /** What the specs name, under a policy that allows all of it. */
  private static void widen(Workplace workplace) {
    workplace.underPolicy(
        policy -> {
          policy
              .putArray("dangerouslyAllow")
              .add("UnenforcedNetwork")
              .add("RetainedWorkspace")
              .add("WritableRoot");
          policy.withObject("/images").put("requireDigest", false);
          policy
              .withObject("/workspace")
              .putArray("storageClassNames")
              .add("standard")
              .add("retain")
              .add("absent");
          var network = policy.withObject("/network");
          network.putArray("modes").add("None").add("Allowlist").add("Internet");
          network.putArray("allowedCidrs").add("203.0.113.0/24").add("10.0.0.0/8");
          network.putArray("blockedCidrs").add("192.0.2.0/24");
          policy.withObject("/pods").putArray("copyLabels").add("team");
          policy.withObject("/pods").putObject("labels").put("kind", "sandbox");
        });
    var client = workplace.cluster().client();
    for (String name : List.of("usable", "usable-too", "unusable")) {
      client
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withNamespace(workplace.namespace())
                  .withLabels(name.equals("unusable") ? Map.of() : USABLE)
                  .endMetadata()
                  .addToData("file", "text")
                  .build())
          .create();
    }
    for (String name : List.of("usable", "usable-too")) {
      client
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withName(name)
                  .withNamespace(workplace.namespace())
                  .withLabels(USABLE)
                  .endMetadata()
                  .addToStringData("token", "t")
                  .addToStringData("other", "o")
                  .build())
          .create();
    }
  }

  @Override
  public void close() {
    places.forEach(place -> place.workplace().close());
  }
}
