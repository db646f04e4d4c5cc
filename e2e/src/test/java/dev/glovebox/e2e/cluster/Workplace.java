package dev.glovebox.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A namespace of a test's own, which enforces Pod Security {@code restricted}, and tasks in it. */
public final class Workplace implements AutoCloseable {
  /** Long enough for a cold sandbox on a busy machine; a task that takes longer has a reason. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed", "Refused");
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final Cluster cluster;
  private final String namespace;

  private Workplace(Cluster cluster, String namespace) {
    this.cluster = cluster;
    this.namespace = namespace;
  }

  /** A new namespace whose name begins with the prefix. */
  public static Workplace open(Cluster cluster, String prefix) {
    return open(cluster, prefix, "restricted");
  }

  /** A new namespace that enforces nothing: for pods that show what a sandbox must not. */
  public static Workplace unrestricted(Cluster cluster, String prefix) {
    return open(cluster, prefix, "privileged");
  }

  private static Workplace open(Cluster cluster, String prefix, String podSecurity) {
    String name =
        "%s-%d-%s"
            .formatted(
                prefix,
                COUNTER.incrementAndGet(),
                Long.toString(System.currentTimeMillis() % 1_000_000_000L, 36));
    Namespace namespace =
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels("pod-security.kubernetes.io/enforce", podSecurity)
            .endMetadata()
            .build();
    cluster.client().namespaces().resource(namespace).create();
    // The service account comes a moment after the namespace; pods are refused without it.
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                cluster.client().serviceAccounts().inNamespace(name).withName("default").get()
                    != null);
    return new Workplace(cluster, name);
  }

  /** The cluster that the namespace is on. */
  public Cluster cluster() {
    return cluster;
  }

  /** Name of the namespace. */
  public String namespace() {
    return namespace;
  }

  /** An image with busybox, by digest. */
  public String busybox() {
    return cluster
        .node()
        .map(node -> Command.of("cat", node.state().resolve("busybox-digest").toString()))
        .map(command -> command.succeed().strip())
        .orElseGet(
            () -> {
              String named = System.getProperty("glovebox.busybox");
              assertThat(named)
                  .as("-Dglovebox.busybox=IMAGE@DIGEST names an image with busybox on your cluster")
                  .isNotNull();
              return named;
            });
  }

  /** Makes a task that runs a shell script in busybox; {@code more} is further YAML of the spec. */
  public SandboxTask script(String name, String script, String more) {
    return create(
        name,
        "image: %s\ncommand: [/bin/sh, -c]\nargs:\n- |\n%s\n%s"
            .formatted(busybox(), script.indent(2), more));
  }

  /** Makes a task from the YAML of its spec. */
  public SandboxTask create(String name, String spec) {
    String yaml =
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: %s, namespace: %s}
        spec:
        %s"""
            .formatted(name, namespace, spec.indent(2));
    return cluster.client().resource(Serialization.unmarshal(yaml, SandboxTask.class)).create();
  }

  /**
   * Puts the namespace under a SandboxPolicy of its own: the default one's spec with a change. The
   * policy has the namespace's name and goes with it.
   */
  public void underPolicy(Consumer<ObjectNode> change) {
    var policies = cluster.client().resources(SandboxPolicy.class);
    ObjectNode spec = json(policies.withName("default").get().getSpec());
    change.accept(spec);
    ObjectNode policy = spec.objectNode();
    policy.put("apiVersion", "glovebox.dev/v1alpha1").put("kind", "SandboxPolicy");
    policy.putObject("metadata").put("name", namespace);
    policy.set("spec", spec);
    cluster
        .client()
        .resource(Serialization.unmarshal(policy.toString(), SandboxPolicy.class))
        .create();
    cluster.kubectl("label", "namespace", namespace, "glovebox.dev/policy=" + namespace).succeed();
  }

  /** The task as it is now; null when it is gone. */
  public SandboxTask task(String name) {
    return handle(name).get();
  }

  /** The client's handle on a task. */
  public Resource<SandboxTask> handle(String name) {
    return cluster.client().resources(SandboxTask.class).inNamespace(namespace).withName(name);
  }

  /** The pod of a task; null when there is none. */
  public Pod pod(SandboxTask task) {
    return cluster.client().pods().inNamespace(namespace).list().getItems().stream()
        .filter(
            pod ->
                task.getMetadata()
                    .getUid()
                    .equals(pod.getMetadata().getLabels().get("glovebox.dev/task-uid")))
        .findFirst()
        .orElse(null);
  }

  /** The volume of a task's claim, which must be bound; also its directory on a local node. */
  public String volume(SandboxTask task) {
    return cluster
        .client()
        .persistentVolumeClaims()
        .inNamespace(namespace)
        .withName(task.getStatus().podName())
        .get()
        .getSpec()
        .getVolumeName();
  }

  /** The events about a task that are there. */
  public List<Event> events(SandboxTask task) {
    return cluster.client().events().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> event.getRegarding() != null)
        .filter(event -> task.getMetadata().getUid().equals(event.getRegarding().getUid()))
        .toList();
  }

  /** Waits until the task is in a terminal phase, and returns it. */
  public SandboxTask finished(String name) {
    return await(name, "ends", task -> TERMINAL.contains(phase(task)));
  }

  /** Waits until the task is in a phase, and returns it. */
  public SandboxTask inPhase(String name, String phase) {
    return await(
        name,
        "is " + phase,
        task -> {
          assertThat(TERMINAL.contains(phase(task)) && !phase(task).equals(phase))
              .as("ended already: %s", task.getStatus())
              .isFalse();
          return phase.equals(phase(task));
        });
  }

  /** Waits until something holds of the task, and returns it. */
  public SandboxTask await(String name, String what, Predicate<SandboxTask> condition) {
    return await(name, what, condition, PATIENCE);
  }

  /** The same, with another patience: for what is known to take longer. */
  public SandboxTask await(
      String name, String what, Predicate<SandboxTask> condition, Duration patience) {
    var last = new AtomicReference<SandboxTask>();
    try {
      Awaitility.await()
          .atMost(patience)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                SandboxTask task = task(name);
                last.set(task);
                return task != null && condition.test(task);
              });
    } catch (org.awaitility.core.ConditionTimeoutException e) {
      throw new AssertionError(
          "task %s/%s: not within %s that it %s; status: %s"
              .formatted(
                  namespace,
                  name,
                  patience,
                  what,
                  last.get() == null ? "no such task" : last.get().getStatus()),
          e);
    }
    return last.get();
  }

  /** Deletes the task and waits until it is gone. */
  public void delete(String name) {
    handle(name).delete();
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> task(name) == null);
  }

  /** What the task's own process printed. */
  public String log(SandboxTask task) {
    return cluster
        .client()
        .pods()
        .inNamespace(namespace)
        .withName(task.getStatus().podName())
        .inContainer("task")
        .getLog();
  }

  private static ObjectNode json(SandboxPolicySpec spec) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(Serialization.asJson(spec));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String phase(SandboxTask task) {
    return task.getStatus() == null || task.getStatus().phase() == null
        ? ""
        : task.getStatus().phase().name();
  }

  @Override
  public void close() {
    cluster.client().namespaces().withName(namespace).delete();
    cluster.client().resources(SandboxPolicy.class).withName(namespace).delete();
  }
}
