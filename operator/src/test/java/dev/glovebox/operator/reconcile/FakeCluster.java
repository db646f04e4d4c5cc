package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.render.ObjectJson;
import dev.glovebox.core.verify.HeldPod;
import dev.glovebox.operator.facts.NetworkPolicies;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * An API server in memory: names are unique, resourceVersions and UIDs are checked, a pod on a node
 * stays until its kubelet lets it go, a volume goes after its claim. Writes are logged, and can be
 * made to fail, be changed by a webhook, or kill the operator.
 */
final class FakeCluster implements ClusterWriter, ObjectReads, NetworkPolicies {
  /** Thrown instead of an answer: the operator is dead from here on, and the write was done. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Every write that was done, as in {@code create Pod}. */
  final List<String> writes = new ArrayList<>();

  int refusedWrites;
  final Map<String, PersistentVolume> volumes = new TreeMap<>();
  final List<NetworkPolicy> foreignPolicies = new ArrayList<>();

  /** Were there, and are not. */
  final List<NetworkPolicy> gonePolicies = new ArrayList<>();

  /** How fresh the lists of NetworkPolicies had to be. */
  final List<String> policyListsNotOlderThan = new ArrayList<>();

  /** Message of a policy of another kind that widens; null = none. */
  String otherWidening;

  final List<Event> events = new ArrayList<>();
  final Map<String, NodeState> nodes = new HashMap<>();

  private final Map<String, ObjectNode> objects = new TreeMap<>();
  private final KubernetesSerialization serialization = new KubernetesSerialization();
  private final FakeClock clock;
  private BiFunction<String, ObjectKind, WriteResult> fault = (verb, kind) -> null;
  private UnaryOperator<ObjectNode> webhook = object -> object;
  private UnaryOperator<ObjectNode> webhookOnEnd = object -> object;
  private int killAfterWrites = Integer.MAX_VALUE;
  private long version = 1;
  private String unreadable = "";
  private Pod lastSeen;

  /** What the informer saw of a pod that is gone; null = nothing. */
  Pod seenToEnd;

  FakeCluster(FakeClock clock) {
    this.clock = clock;
    nodes.put(Samples.NODE.name(), new NodeState(Samples.NODE, false));
  }

  /** Answers writes with what this returns, unless that is null. Given: verb and kind. */
  void failWith(BiFunction<String, ObjectKind, WriteResult> value) {
    fault = value;
  }

  /** Changes every object that is created or patched. */
  void webhook(UnaryOperator<ObjectNode> value) {
    webhook = value;
  }

  /** Changes the pod whose deadline is lowered. */
  void webhookOnEnd(UnaryOperator<ObjectNode> value) {
    webhookOnEnd = value;
  }

  /** The operator dies right after its n-th write from now. */
  void killAfter(int moreWrites) {
    killAfterWrites = writes.size() + moreWrites;
  }

  void neverKill() {
    killAfterWrites = Integer.MAX_VALUE;
  }

  /** The informer of pods stops here; null = it follows. */
  void informerShows(Pod pod) {
    lastSeen = pod;
  }

  /** Reads of this (a kind, or {@code NetworkPolicies}) fail. */
  void unreadable(String what) {
    unreadable = what;
  }

  long count(String write) {
    return writes.stream().filter(write::equals).count();
  }

  ObjectNode raw(ObjectKind kind, String name) {
    return objects.get(key(kind, name));
  }

  void put(ObjectKind kind, HasMetadata object) {
    ObjectNode json = json(object);
    touch(json);
    objects.put(key(kind, object.getMetadata().getName()), json);
  }

  void touch(ObjectNode object) {
    ((ObjectNode) object.get("metadata")).put("resourceVersion", String.valueOf(++version));
  }

  void remove(ObjectKind kind, String name) {
    objects.remove(key(kind, name));
  }

  SandboxTask task() {
    return MAPPER.convertValue(raw(ObjectKind.TASK, Samples.TASK), SandboxTask.class);
  }

  @Override
  public WriteResult create(ObjectKind kind, HasMetadata object) {
    WriteResult failed = fault.apply("create", kind);
    if (failed != null) {
      return failed;
    }
    String key = key(kind, object.getMetadata().getName());
    if (objects.containsKey(key)) {
      return new WriteResult.AlreadyExists();
    }
    ObjectNode json = json(object);
    ObjectNode metadata = (ObjectNode) json.get("metadata");
    metadata.put("uid", "uid-" + ++version);
    metadata.put("creationTimestamp", clock.instant().toString());
    return keep("create", kind, key, webhook.apply(json));
  }

  @Override
  public WriteResult release(
      String namespace, String pod, String resourceVersion, String heldRecord) {
    WriteResult failed = fault.apply("release", ObjectKind.POD);
    ObjectNode there = raw(ObjectKind.POD, pod);
    if (failed != null || there == null) {
      return failed == null ? new WriteResult.NotFound("no pod") : failed;
    }
    if (!there.at("/metadata/resourceVersion").asText().equals(resourceVersion)) {
      return new WriteResult.Rejected(422, "test failed");
    }
    ((ObjectNode) there.get("spec")).remove("schedulingGates");
    there.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, heldRecord);
    return keep("release", ObjectKind.POD, key(ObjectKind.POD, pod), webhook.apply(there));
  }

  @Override
  public WriteResult endPod(String namespace, String pod, String uid) {
    ObjectNode there = raw(ObjectKind.POD, pod);
    if (there == null) {
      return new WriteResult.NotFound("no pod");
    }
    ((ObjectNode) there.get("spec")).put("activeDeadlineSeconds", 1);
    return keep("end", ObjectKind.POD, key(ObjectKind.POD, pod), webhookOnEnd.apply(there));
  }

  @Override
  public WriteResult replacePolicy(NetworkPolicy policy, String uid) {
    String name = policy.getMetadata().getName();
    ObjectNode there = raw(ObjectKind.NETWORK_POLICY, name);
    if (there == null || !there.at("/metadata/uid").asText().equals(uid)) {
      return new WriteResult.Rejected(422, "test failed");
    }
    ObjectNode wanted = json(policy);
    for (String field : List.of("labels", "annotations")) {
      ((ObjectNode) there.get("metadata")).set(field, wanted.at("/metadata/" + field));
    }
    there.set("spec", wanted.get("spec"));
    return keep("replace", ObjectKind.NETWORK_POLICY, key(ObjectKind.NETWORK_POLICY, name), there);
  }

  @Override
  public WriteResult killPod(String namespace, String pod, String uid) {
    WriteResult deleted = delete(ObjectKind.POD, namespace, pod, Precondition.uid(uid));
    ObjectNode there = raw(ObjectKind.POD, pod);
    if (deleted instanceof WriteResult.Done && there != null) {
      ((ObjectNode) there.get("metadata")).put("deletionGracePeriodSeconds", 1);
    }
    return deleted;
  }

  @Override
  public WriteResult delete(ObjectKind kind, String namespace, String name, Precondition when) {
    if (writes.size() >= killAfterWrites) {
      throw new Killed();
    }
    WriteResult failed = fault.apply("delete", kind);
    ObjectNode there = raw(kind, name);
    if (failed != null || there == null) {
      return failed == null ? new WriteResult.NotFound("no such object") : failed;
    }
    JsonNode metadata = there.get("metadata");
    if (!metadata.get("uid").asText().equals(when.uid())
        || (when.resourceVersion() != null
            && !metadata.get("resourceVersion").asText().equals(when.resourceVersion()))) {
      return new WriteResult.Conflict("precondition failed");
    }
    boolean onNode = !there.at("/spec/nodeName").asText().isEmpty();
    if (kind == ObjectKind.TASK || (kind == ObjectKind.POD && onNode)) {
      ((ObjectNode) metadata).put("deletionTimestamp", clock.instant().plusSeconds(1).toString());
      return keep("delete", kind, key(kind, name), there);
    }
    objects.remove(key(kind, name));
    return done("delete", kind, there);
  }

  @Override
  public WriteResult addFinalizer(SandboxTask task) {
    return finalizers(task, "add finalizer", Names.FINALIZER);
  }

  @Override
  public WriteResult removeFinalizer(SandboxTask task) {
    return finalizers(task, "remove finalizer");
  }

  private WriteResult finalizers(SandboxTask task, String verb, String... left) {
    ObjectNode there = raw(ObjectKind.TASK, task.getMetadata().getName());
    ObjectNode metadata = (ObjectNode) there.get("metadata");
    if (!metadata.get("resourceVersion").asText().equals(task.getMetadata().getResourceVersion())) {
      refusedWrites++;
      return new WriteResult.Rejected(422, "test failed");
    }
    metadata.set("finalizers", MAPPER.valueToTree(left));
    return keep(verb, ObjectKind.TASK, key(ObjectKind.TASK, Samples.TASK), there);
  }

  @Override
  public WriteResult status(SandboxTask task, SandboxTaskStatus status) {
    WriteResult failed = fault.apply("status", ObjectKind.TASK);
    ObjectNode there = raw(ObjectKind.TASK, task.getMetadata().getName());
    if (failed != null || there == null) {
      return failed == null ? new WriteResult.NotFound("no task") : failed;
    }
    String now = there.at("/metadata/resourceVersion").asText();
    if (!now.equals(task.getMetadata().getResourceVersion())) {
      refusedWrites++;
      return new WriteResult.Conflict("the object has been modified");
    }
    String phase = there.at("/status/phase").asText();
    if (List.of("Succeeded", "Failed", "Refused").contains(phase)
        && !phase.equals(status.phase().name())) {
      return new WriteResult.Rejected(422, "a terminal phase never changes");
    }
    there.set("status", MAPPER.valueToTree(status));
    return keep("status", ObjectKind.TASK, key(ObjectKind.TASK, Samples.TASK), there);
  }

  @Override
  public Lookup<SandboxTask> task(String namespace, String name) {
    return raw(ObjectKind.TASK, name) == null ? new Lookup.Absent<>() : new Lookup.Found<>(task());
  }

  @Override
  public Lookup<JsonNode> object(ObjectKind kind, String namespace, String name) {
    if (unreadable.equals(kind.kind())) {
      return new Lookup.Unreadable<>("timed out");
    }
    ObjectNode there = raw(kind, name);
    return there == null ? new Lookup.Absent<>() : new Lookup.Found<>(there.deepCopy());
  }

  @Override
  public Optional<Pod> knownEnd(String podUid) {
    return Optional.ofNullable(seenToEnd).filter(pod -> pod.getMetadata().getUid().equals(podUid));
  }

  @Override
  public Optional<SeenPod> knownPod(String namespace, String name) {
    return Optional.ofNullable(lastSeen)
        .or(
            () ->
                Optional.ofNullable(raw(ObjectKind.POD, name))
                    // The informer selects by it.
                    .filter(pod -> pod.at("/metadata/labels").has(Names.TASK_UID_LABEL))
                    .map(pod -> MAPPER.convertValue(pod, Pod.class)))
        .map(
            pod ->
                new SeenPod(
                    pod,
                    pod.getSpec().getSchedulingGates().isEmpty()
                        ? HeldPod.changes(ObjectJson.of(pod))
                        : List.of()));
  }

  @Override
  public List<PersistentVolume> knownVolumes(String namespace, String claim) {
    return volumes.values().stream()
        .filter(volume -> volume.getSpec().getClaimRef().getName().equals(claim))
        .toList();
  }

  @Override
  public Lookup<PersistentVolume> volume(String name) {
    return volumes.containsKey(name)
        ? new Lookup.Found<>(volumes.get(name))
        : new Lookup.Absent<>();
  }

  @Override
  public Lookup<NodeState> node(String name) {
    return nodes.containsKey(name) ? new Lookup.Found<>(nodes.get(name)) : new Lookup.Absent<>();
  }

  @Override
  public Lookup<String> runtimeHandler(String runtimeClass) {
    return new Lookup.Found<>("runsc");
  }

  @Override
  public Lookup<List<Event>> events(String namespace, String uid) {
    return new Lookup.Found<>(
        events.stream().filter(e -> e.getInvolvedObject().getUid().equals(uid)).toList());
  }

  @Override
  public Lookup<List<NetworkPolicy>> list(String namespace, String taskUid, String notOlderThan) {
    policyListsNotOlderThan.add(notOlderThan == null ? "now" : "ours");
    if (unreadable.equals("NetworkPolicies")) {
      return new Lookup.Unreadable<>("403");
    }
    List<NetworkPolicy> all = new ArrayList<>(foreignPolicies);
    ObjectNode ours = raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT);
    if (ours != null) {
      all.add(MAPPER.convertValue(ours, NetworkPolicy.class));
    }
    return new Lookup.Found<>(all);
  }

  @Override
  public Lookup<Optional<String>> otherWidening(
      String namespace, Map<String, String> podLabels, String oursName, String oursUid) {
    return unreadable.equals("OtherPolicies")
        ? new Lookup.Unreadable<>("ciliumnetworkpolicies.cilium.io: 403")
        : new Lookup.Found<>(Optional.ofNullable(otherWidening));
  }

  private WriteResult keep(String verb, ObjectKind kind, String key, ObjectNode json) {
    touch(json);
    objects.put(key, json);
    return done(verb, kind, json);
  }

  private WriteResult done(String verb, ObjectKind kind, ObjectNode json) {
    writes.add(verb + " " + kind.kind());
    if (writes.size() >= killAfterWrites) {
      throw new Killed();
    }
    return new WriteResult.Done(json.deepCopy());
  }

  private ObjectNode json(HasMetadata object) {
    ObjectNode json = serialization.convertValue(object, ObjectNode.class);
    // As the server answers: what is empty is not there.
    prune(json);
    return json;
  }

  private static void prune(ObjectNode node) {
    List<String> empty = new ArrayList<>();
    node.properties()
        .forEach(
            field -> {
              if (field.getValue() instanceof ArrayNode list && list.isEmpty()) {
                empty.add(field.getKey());
              } else if (field.getValue() instanceof ObjectNode child) {
                prune(child);
              }
            });
    node.remove(empty);
  }

  private static String key(ObjectKind kind, String name) {
    return kind.kind() + "/" + name;
  }

  /** A clock that tests move. */
  static final class FakeClock extends java.time.Clock {
    private Instant now = Instant.parse(Samples.CREATED);

    void forward(long seconds) {
      now = now.plusSeconds(seconds);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public java.time.ZoneId getZone() {
      return java.time.ZoneOffset.UTC;
    }

    @Override
    public java.time.Clock withZone(java.time.ZoneId zone) {
      return this;
    }
  }
}
