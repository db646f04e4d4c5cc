package dev.glovebox.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.progress.TerminationMessage;
import dev.glovebox.core.verify.policies.LabelSelection;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One task with all that belongs to it; {@code inspect -o json} prints it.
 *
 * @param exists false when the task is gone and only what was left is told
 * @param policy of the task's plan; null when it was not planned
 * @param policyInForce that the namespace is under now, of a task that was not planned; else null
 * @param planned false when the task was refused before there was a plan
 * @param deletion that the task is being destroyed, and what that waits for; null when it is not
 * @param whatToDo a line each
 * @param policies that select the pod
 * @param volumes claims and volumes, a line each
 * @param objects that carry the task's label; when the task is gone: what was left behind
 * @param unknown what could not be read, and why: nothing is said of it
 */
public record Inspection(
    String namespace,
    String task,
    String uid,
    boolean exists,
    String phase,
    String reason,
    String message,
    Integer exitCode,
    String policy,
    String policyInForce,
    boolean planned,
    String node,
    String deletion,
    List<String> whatToDo,
    List<Moment> timeline,
    Isolation isolation,
    List<String> notIsolated,
    PodState pod,
    List<String> policies,
    List<String> volumes,
    List<TaskEvent> events,
    List<String> objects,
    List<String> unknown) {

  /** What can be said about what was read. */
  public static Inspection of(TaskSeen seen) {
    SandboxTask task = seen.task();
    SandboxTaskStatus status = task == null ? null : task.getStatus();
    var unknown = new ArrayList<String>();
    List<JsonNode> pods = found("pods", seen.pods(), unknown);
    List<NetworkPolicy> policies = found("NetworkPolicies", seen.policies(), unknown);
    if (task != null || !pods.isEmpty()) { // else there is nothing that they could select
      for (String group : found("API groups", seen.policyGroups(), unknown)) {
        unknown.add("policies of " + group + ": not looked at here; the operator does");
      }
    }
    String uid = task == null ? null : task.getMetadata().getUid();
    var claims = found("PersistentVolumeClaims", seen.claims(), unknown);
    var volumes = found("PersistentVolumes", seen.volumes(), unknown);
    List<String> objects =
        Stream.of(
                pods.stream().map(pod -> "Pod " + pod.at("/metadata/name").asText()),
                claims.stream().map(claim -> "PersistentVolumeClaim " + name(claim)),
                policies.stream()
                    .filter(policy -> isOf(policy, uid == null ? seen.name() : uid))
                    .map(policy -> "NetworkPolicy " + name(policy)),
                volumes.stream().map(volume -> "PersistentVolume " + name(volume)))
            .flatMap(one -> one)
            .toList();
    return new Inspection(
        seen.namespace(),
        task == null ? seen.name() : task.getMetadata().getName(),
        uid,
        task != null,
        status == null || status.phase() == null ? null : status.phase().name(),
        status == null ? null : clean(status.reason()),
        status == null ? null : clean(status.message()),
        status == null ? null : status.exitCode(),
        status == null || status.policy() == null ? null : status.policy().name(),
        inForce(seen.policyInForce(), unknown),
        !Situation.refusedUnplanned(task),
        status == null ? null : status.nodeName(),
        Situation.deletion(task),
        Situation.whatToDo(task, !objects.isEmpty()),
        task == null ? List.of() : Moment.of(task, pods),
        status == null ? null : status.isolation(),
        Situation.refusedUnplanned(task) ? List.of() : notTrue(status),
        PodState.of(task, seen.pods()),
        selecting(pods, policies, uid),
        VolumeLines.of(claims, volumes),
        found("events", seen.events(), unknown).stream()
            .sorted(TaskEvent.BY_TIME)
            .map(event -> TaskEvent.of(event, pods, status == null ? null : status.reason()))
            .toList(),
        objects,
        List.copyOf(unknown));
  }

  /** Whether neither the task nor anything of it was found; what was not read: {@link #unknown}. */
  public boolean nothing() {
    return !exists && objects.isEmpty() && events.isEmpty();
  }

  /** Isolated and Hardened where they do not hold, with the operator's words. */
  private static List<String> notTrue(SandboxTaskStatus status) {
    return status == null || status.conditions() == null
        ? List.of()
        : status.conditions().stream()
            .filter(one -> one.type().equals("Isolated") || one.type().equals("Hardened"))
            .filter(one -> !"True".equals(one.status()))
            .map(Inspection::words)
            .toList();
  }

  private static String words(TaskCondition condition) {
    String message = condition.message() == null ? "" : condition.message();
    return "%s is %s: %s%s"
        .formatted(
            condition.type(),
            condition.status(),
            clean(condition.reason()),
            message.isEmpty() ? "" : ", " + clean(message));
  }

  private static List<String> selecting(
      List<JsonNode> pods, List<NetworkPolicy> policies, String uid) {
    var lines = new ArrayList<String>();
    for (JsonNode pod : pods) {
      Map<String, String> labels = new TreeMap<>();
      pod.at("/metadata/labels")
          .properties()
          .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
      for (NetworkPolicy policy : policies) {
        if (policy.getSpec() != null
            && LabelSelection.of(policy.getSpec().getPodSelector()).selects(labels)) {
          boolean own = isOf(policy, uid == null ? labels.get(Names.TASK_UID_LABEL) : uid);
          lines.add(
              "NetworkPolicy %s: %s"
                  .formatted(
                      name(policy), own ? "the task's own" : "NOT the task's; policies add up"));
        }
      }
    }
    return List.copyOf(lines);
  }

  private static String inForce(Lookup<String> policy, List<String> unknown) {
    return switch (policy) {
      case Lookup.Found<String> found -> clean(found.value());
      case Lookup.Absent<String> absent -> null;
      case Lookup.Unreadable<String> no -> {
        unknown.add("SandboxPolicy in force: " + clean(no.message()));
        yield null;
      }
    };
  }

  private static boolean isOf(HasMetadata object, String nameOrUid) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels != null
        && (nameOrUid.equals(labels.get(Names.TASK_UID_LABEL))
            || nameOrUid.equals(labels.get(Names.TASK_LABEL)));
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  private static String clean(String text) {
    return text == null ? null : TerminationMessage.clean(text);
  }

  private static <T> List<T> found(String what, Lookup<List<T>> lookup, List<String> unknown) {
    return switch (lookup) {
      case Lookup.Found<List<T>> found -> found.value();
      case Lookup.Absent<List<T>> absent -> List.of();
      case Lookup.Unreadable<List<T>> no -> {
        unknown.add(what + ": " + clean(no.message()));
        yield List.of();
      }
    };
  }
}
