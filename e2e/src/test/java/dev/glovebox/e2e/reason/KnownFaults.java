package dev.glovebox.e2e.reason;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.InputSecrets;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Faults that can be known before anything of a task is placed, each ready for a task to meet. */
final class KnownFaults implements AutoCloseable {
  private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";

  /** A task's fault: where it is made, and the YAML that its spec has besides image and script. */
  private record Fault(Workplace where, String more) {}

  private final Cluster cluster;
  private final Workplace tasks;
  private final List<Workplace> all;
  private final Map<Reason, Fault> faults = new EnumMap<>(Reason.class);

  KnownFaults(Cluster cluster) {
    this.cluster = cluster;
    tasks = Workplace.open(cluster, "known");
    var unruled = Workplace.open(cluster, "unruled");
    var obeyed = Workplace.open(cluster, "obeyed");
    var limited = Workplace.open(cluster, "limited");
    var widened = Workplace.open(cluster, "widened");
    all = List.of(tasks, unruled, obeyed, limited, widened);
    makeClasses();
    tasks.underPolicy(this::allow);
    cluster
        .kubectl("label", "namespace", unruled.namespace(), "glovebox.dev/policy=no-such-policy")
        .succeed();
    cluster
        .kubectl("annotate", "namespace", obeyed.namespace(), "sidecar.istio.io/inject=false")
        .succeed();
    makeObjects(limited.namespace(), widened.namespace());
    faults.put(Reason.PolicyMissing, new Fault(unruled, ""));
    faults.put(Reason.ReservedMetadata, new Fault(obeyed, ""));
    faults.put(Reason.PodRejected, new Fault(limited, "resources: {cpu: 200m, memory: 64Mi}"));
    faults.put(Reason.NetworkPolicyWidened, new Fault(widened, ""));
    ofTheSpec();
  }

  private void ofTheSpec() {
    String configMap = "configMaps: [{name: %s, mountPath: /context}]";
    spec(Reason.PolicyViolation, "resources: {memory: 16Gi}");
    spec(
        Reason.InvalidSpec,
        "network: {mode: Allowlist, allow: [{cidr: %s/32, ports: [{port: 443}]}]}"
            .formatted(cluster.apiServerAddress()));
    spec(Reason.CancelledBeforeStart, "desiredState: Cancelled");
    spec(Reason.RuntimeClassMissing, "runtimes: [kata]");
    spec(Reason.RuntimeHandlerNotAllowed, "runtimes: [%s]".formatted(name("handler")));
    spec(Reason.NoNodeWithRuntime, "runtimes: [%s]".formatted(name("nowhere")));
    spec(Reason.StorageClassMissing, "workspace: {storageClassName: %s}".formatted(name("absent")));
    spec(Reason.ReclaimPolicyRetain, "workspace: {storageClassName: %s}".formatted(name("keeps")));
    spec(Reason.SecretMissing, InputSecrets.spec("no-such-secret", InputSecrets.KEY));
    spec(Reason.SecretEmpty, InputSecrets.spec(InputSecrets.USABLE, InputSecrets.EMPTY));
    spec(Reason.SecretNotUsable, InputSecrets.spec(InputSecrets.PRIVATE, InputSecrets.KEY));
    spec(Reason.ConfigMapMissing, configMap.formatted("no-such-map"));
    spec(Reason.ConfigMapNotUsable, configMap.formatted("private"));
  }

  private void spec(Reason reason, String more) {
    faults.put(reason, new Fault(tasks, more));
  }

  /** Name of a cluster-scoped object of this test. */
  String name(String what) {
    return tasks.namespace() + "-" + what;
  }

  /** Where tasks of this fault are made. */
  Workplace where(Reason reason) {
    return faults.get(reason).where();
  }

  /** Makes a task that has the fault; {@code suffix} tells it from others with the same one. */
  String make(Reason reason, String suffix) {
    String name = reason.name().toLowerCase(Locale.ROOT) + suffix;
    where(reason).script(name, "true", faults.get(reason).more());
    return name;
  }

  /** Makes one task of every fault. */
  void makeAll() {
    faults.keySet().forEach(reason -> make(reason, ""));
  }

  private void allow(ObjectNode policy) {
    for (String what : List.of("handler", "nowhere")) {
      ((ArrayNode) policy.get("runtimes"))
          .addObject()
          .put("runtimeClassName", name(what))
          .put("kind", "GVisor")
          .putArray("handlers")
          .add("runsc");
    }
    ((ArrayNode) policy.at("/workspace/storageClassNames")).add(name("absent")).add(name("keeps"));
  }

  private void makeClasses() {
    cluster.create(
        """
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: {name: %s}
        handler: another
        ---
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: {name: %s}
        handler: runsc
        scheduling: {nodeSelector: {example.com/no-such-node: "true"}}
        """
            .formatted(name("handler"), name("nowhere")));
    var usual =
        cluster.client().storage().v1().storageClasses().list().getItems().stream()
            .filter(c -> "true".equals(annotations(c).get(DEFAULT_CLASS)))
            .findFirst()
            .orElseThrow();
    var keeps =
        new StorageClassBuilder(usual)
            .withNewMetadata()
            .withName(name("keeps"))
            .endMetadata()
            .withReclaimPolicy("Retain")
            .build();
    cluster.client().resource(keeps).create();
  }

  private static Map<String, String> annotations(StorageClass storageClass) {
    return Objects.requireNonNullElse(storageClass.getMetadata().getAnnotations(), Map.of());
  }

  private void makeObjects(String limited, String widened) {
    InputSecrets.create(tasks);
    cluster.create(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: private, namespace: %1$s}
        data: {key: value}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: limits, namespace: %2$s}
        spec: {limits: [{type: Container, max: {cpu: 100m}}]}
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: allow-dns, namespace: %3$s}
        spec: {podSelector: {}, policyTypes: [Egress], egress: [{ports: [{protocol: UDP, port: 53}]}]}
        """
            .formatted(tasks.namespace(), limited, widened));
  }

  @Override
  public void close() {
    for (String what : List.of("handler", "nowhere")) {
      cluster.client().resources(RuntimeClass.class).withName(name(what)).delete();
    }
    cluster.client().storage().v1().storageClasses().withName(name("keeps")).delete();
    all.forEach(Workplace::close);
  }
}
