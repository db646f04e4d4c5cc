package dev.glovebox.cli.plan;

import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A plan and the objects rendered from it, part by part. Values of variables are never shown. */
final class PlanSections {
  /** More exceptions than this are counted. */
  private static final int SHOWN = 4;

  private final Plan plan;
  private final Rendered rendered;
  private final Container task;

  private PlanSections(Plan plan) {
    this.plan = plan;
    this.rendered = Rendered.of(plan);
    this.task = rendered.pod().getSpec().getContainers().getFirst();
  }

  static void add(Sections sections, Plan plan) {
    var parts = new PlanSections(plan);
    sections
        .add(
            "policy",
            "%s, generation %s".formatted(plan.policy().name(), plan.policy().generation()))
        .add(
            "runtime",
            "RuntimeClass %s, kind %s, handler %s"
                .formatted(
                    plan.runtimeClass().name(),
                    plan.runtime().kind(),
                    plan.runtimeClass().handler()))
        .add("nodes", parts.nodes())
        .add("image", parts.image())
        .add("objects", parts.objects())
        .add("mounts", parts.mounts())
        .add("environment", parts.environment())
        .add("network", parts.network())
        .add("user", "user, group and fsGroup %d, no capability".formatted(plan.spec().runAsUser()))
        .add("limits", parts.limits())
        .add("times", parts.times())
        .add("hatches", parts.hatches())
        .add("findings", plan.findings().stream().map(f -> f.type() + ": " + f.message()).toList())
        .add("probed", parts.probed());
  }

  private List<String> nodes() {
    String names = plan.nodes().stream().map(node -> node.name()).collect(Collectors.joining(", "));
    return List.of(
        "%s: certified, guest kernel %s".formatted(names, String.join(", ", plan.guestKernels())));
  }

  private List<String> image() {
    List<String> lines = new ArrayList<>();
    lines.add("%s, pulled %s".formatted(task.getImage(), task.getImagePullPolicy()));
    if (!plan.pullSecretNames().isEmpty()) {
      lines.add("with pull secrets " + String.join(", ", plan.pullSecretNames()));
    }
    return lines;
  }

  /** In the order in which they are made. */
  private List<String> objects() {
    List<String> lines = new ArrayList<>();
    lines.add(named("NetworkPolicy", "isolates the pod; made before it, deleted last"));
    lines.add(
        named(
            "Pod",
            "held by gate %s until all of it is read back; container %s proves the isolation first"
                .formatted(Names.RELEASE_GATE, Names.PROBE_CONTAINER)));
    rendered
        .claim()
        .ifPresent(
            claim ->
                lines.add(
                    named(
                        "PersistentVolumeClaim",
                        "the workspace, %s of StorageClass %s; destroyed with the task"
                            .formatted(
                                claim.getSpec().getResources().getRequests().get("storage"),
                                claim.getSpec().getStorageClassName()))));
    return lines;
  }

  private String named(String kind, String why) {
    return "%s %s: %s".formatted(kind, shownName(), why);
  }

  private String shownName() {
    return plan.taskUid().equals(PlannedTask.UNKNOWN_UID)
        ? plan.objectName().substring(0, plan.objectName().lastIndexOf('-')) + "-<8 of the UID>"
        : plan.objectName();
  }

  private List<String> mounts() {
    Pod pod = rendered.pod();
    Map<String, Volume> volumes =
        pod.getSpec().getVolumes().stream()
            .collect(Collectors.toMap(Volume::getName, Function.identity()));
    List<String> lines = new ArrayList<>();
    for (VolumeMount mount : task.getVolumeMounts()) {
      lines.add(
          "%s %s, %s"
              .formatted(
                  mount.getMountPath(),
                  what(volumes.get(mount.getName())),
                  Boolean.TRUE.equals(mount.getReadOnly()) ? "read-only" : "writable"));
    }
    lines.add(
        Boolean.TRUE.equals(task.getSecurityContext().getReadOnlyRootFilesystem())
            ? "/ the image, read-only"
            : "/ the image, WRITABLE (WritableRoot)");
    return lines;
  }

  private static String what(Volume volume) {
    if (volume.getPersistentVolumeClaim() != null) {
      return "a volume of its own";
    }
    if (volume.getEmptyDir() != null) {
      return "%s, %s"
          .formatted(
              "Memory".equals(volume.getEmptyDir().getMedium())
                  ? "in memory"
                  : "on the node's disk",
              volume.getEmptyDir().getSizeLimit());
    }
    if (volume.getConfigMap() != null) {
      return "ConfigMap " + volume.getConfigMap().getName();
    }
    return "Secrets "
        + volume.getProjected().getSources().stream()
            .map(
                source ->
                    source.getSecret().getName()
                        + source.getSecret().getItems().stream()
                            .map(item -> item.getPath())
                            .collect(Collectors.joining(", ", " (", ")")))
            .collect(Collectors.joining(", "));
  }

  /** Names only: a value may be a credential, whatever its name. */
  private List<String> environment() {
    List<String> own = new ArrayList<>();
    List<String> emptied = new ArrayList<>();
    for (EnvVar variable : task.getEnv()) {
      (variable.getName().startsWith("KUBERNETES_") ? emptied : own).add(variable.getName());
    }
    return List.of(
        String.join(", ", own) + "; besides the image's own",
        "set to nothing: " + String.join(", ", emptied));
  }

  private List<String> network() {
    List<String> lines = new ArrayList<>();
    lines.add(
        plan.egress().isEmpty()
            ? "mode %s: reaches nothing, and nothing reaches it"
                .formatted(plan.spec().network().mode())
            : "mode %s: nothing reaches it, and it reaches only"
                .formatted(plan.spec().network().mode()));
    plan.egress().forEach(rule -> lines.add("  " + rule(rule)));
    lines.add(
        "never: metadata services, link-local and loopback addresses, the API server, nodes, pods and Services of the cluster");
    if (plan.spec().network().dns().servers().isEmpty()) {
      lines.add("no resolver: names are not looked up");
    }
    return lines;
  }

  private static String rule(Egress rule) {
    String ports =
        rule.ports().stream()
            .map(
                port ->
                    port.protocol() + (port.number() == null ? " any port" : " " + port.number()))
            .collect(Collectors.joining(", "));
    if (rule.except().isEmpty()) {
      return rule.cidr() + ": " + ports;
    }
    String first = String.join(", ", rule.except().stream().limit(SHOWN).toList());
    return "%s: %s, except %s%s"
        .formatted(
            rule.cidr(),
            ports,
            first,
            rule.except().size() > SHOWN
                ? " and %d ranges more (-o yaml)".formatted(rule.except().size() - SHOWN)
                : "");
  }

  private List<String> limits() {
    Map<String, Quantity> limits = task.getResources().getLimits();
    return List.of(
        limits.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", ")));
  }

  private List<String> times() {
    var spec = plan.spec();
    return List.of(
        "%d s to be provisioned, %d s to run, %d s between TERM and KILL"
            .formatted(
                spec.timeouts().provisionSeconds(),
                spec.timeouts().runSeconds(),
                spec.terminationGracePeriodSeconds()),
        "destroyed and deleted %d s after its end".formatted(spec.ttlSecondsAfterFinished()));
  }

  private List<String> hatches() {
    return plan.spec().dangerouslyAllow().isEmpty()
        ? List.of("none (dangerouslyAllow)")
        : plan.spec().dangerouslyAllow().stream().map(risk -> "dangerouslyAllow " + risk).toList();
  }

  private List<String> probed() {
    List<String> lines = new ArrayList<>();
    lines.add("from inside, before the task's own process starts, none of these may answer:");
    for (ProbeTarget.Kind kind : ProbeTarget.Kind.values()) {
      for (boolean answersOthers : new boolean[] {true, false}) {
        String endpoints =
            plan.targets().stream()
                .filter(target -> target.kind() == kind && target.certified() == answersOthers)
                .map(ProbeTarget::endpoint)
                .collect(Collectors.joining(", "));
        if (!endpoints.isEmpty()) {
          lines.add(
              "  %s %s%s"
                  .formatted(
                      kind, endpoints, answersOthers ? " (known to answer other pods)" : ""));
        }
      }
    }
    lines.add(
        "also: that the kernel is a guest's, the user, capabilities, root, token, environment and workspace");
    return lines;
  }
}
