package dev.glovebox.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.plan.NotAnswered;
import dev.glovebox.cli.plan.PolicyLookup;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.core.render.ObjectJson;
import dev.glovebox.core.verify.policies.OtherPolicies;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads all that belongs to one task. */
public final class TaskReads {
  private final KubernetesClient client;
  private final String namespace;

  /** In the client's namespace. */
  public TaskReads(KubernetesClient client) {
    this.client = client;
    this.namespace = client.getNamespace();
  }

  /**
   * What there is; also of a task that is gone.
   *
   * @param name of a task, or its UID
   * @throws KubernetesClientException if tasks themselves cannot be read
   */
  public TaskSeen seen(String name) {
    SandboxTask task =
        client.resources(SandboxTask.class).inNamespace(namespace).withName(name).get();
    Predicate<HasMetadata> ours = task == null ? isOf(name) : isOf(task.getMetadata().getUid());
    Lookup<List<JsonNode>> pods =
        read(
            () ->
                client
                    .genericKubernetesResources("v1", "Pod")
                    .inNamespace(namespace)
                    .withLabel(Names.TASK_UID_LABEL)
                    .list()
                    .getItems()
                    .stream()
                    .filter(ours)
                    .map(ObjectJson::of)
                    .toList());
    var claims =
        read(
            () ->
                client
                    .persistentVolumeClaims()
                    .inNamespace(namespace)
                    .withLabel(Names.TASK_UID_LABEL)
                    .list()
                    .getItems()
                    .stream()
                    .filter(ours)
                    .toList());
    Predicate<String> objects = objectNames(name, task);
    return new TaskSeen(
        name,
        namespace,
        task,
        policyInForce(task),
        pods,
        read(
            () -> client.network().v1().networkPolicies().inNamespace(namespace).list().getItems()),
        read(this::policyGroups),
        claims,
        read(() -> volumes(objects)),
        read(() -> events(name, task, objects)));
  }

  /** Of a task that was not planned: its plan names the policy. */
  private Lookup<String> policyInForce(SandboxTask task) {
    if (task == null || (task.getStatus() != null && task.getStatus().policy() != null)) {
      return new Lookup.Absent<>();
    }
    try {
      return PolicyLookup.of(client, namespace).choice() instanceof PolicyChoice.Chosen chosen
          ? new Lookup.Found<>(chosen.policy().getMetadata().getName())
          : new Lookup.Absent<>();
    } catch (NotAnswered e) {
      return new Lookup.Unreadable<>(e.getMessage());
    }
  }

  /** By the label that holds a UID, or for people a name. */
  private static Predicate<HasMetadata> isOf(String nameOrUid) {
    return object -> {
      var labels = object.getMetadata().getLabels();
      return nameOrUid.equals(labels.get(Names.TASK_UID_LABEL))
          || Names.taskLabel(nameOrUid).equals(labels.get(Names.TASK_LABEL));
    };
  }

  /** Names of objects, such as a claim that a volume still remembers. */
  private static Predicate<String> objectNames(String name, SandboxTask task) {
    if (task != null) {
      String exact = Names.objectName(name, task.getMetadata().getUid());
      return exact::equals;
    }
    String start = Names.OBJECT_PREFIX + name + "-";
    String end = "-" + name.substring(0, Math.min(8, name.length()));
    return object ->
        (object.startsWith(start) && object.length() == start.length() + 8)
            || (object.startsWith(Names.OBJECT_PREFIX)
                && name.length() == 36
                && object.endsWith(end));
  }

  private List<PersistentVolume> volumes(Predicate<String> claims) {
    return client.persistentVolumes().list().getItems().stream()
        .filter(volume -> volume.getSpec() != null && volume.getSpec().getClaimRef() != null)
        .filter(
            volume -> {
              ObjectReference claim = volume.getSpec().getClaimRef();
              return namespace.equals(claim.getNamespace()) && claims.test(claim.getName());
            })
        .toList();
  }

  private List<Event> events(String name, SandboxTask task, Predicate<String> objects) {
    return client.events().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> event.getRegarding() != null && event.getRegarding().getName() != null)
        .filter(
            event ->
                "SandboxTask".equals(event.getRegarding().getKind())
                    ? task == null
                        ? name.equals(event.getRegarding().getName())
                            || name.equals(event.getRegarding().getUid())
                        : task.getMetadata().getUid().equals(event.getRegarding().getUid())
                    : objects.test(event.getRegarding().getName()))
        .toList();
  }

  private List<String> policyGroups() {
    Set<String> known = OtherPolicies.groups();
    return Stream.of(client.getApiGroups())
        .flatMap(groups -> groups.getGroups().stream())
        .map(APIGroup::getName)
        .filter(known::contains)
        .sorted()
        .collect(Collectors.toList());
  }

  private static <T> Lookup<List<T>> read(Supplier<List<T>> reading) {
    try {
      return new Lookup.Found<>(reading.get());
    } catch (KubernetesClientException e) {
      String said = e.getStatus() == null ? null : e.getStatus().getMessage();
      return new Lookup.Unreadable<>(said == null ? ClusterProblem.of(e) : said);
    }
  }
}
