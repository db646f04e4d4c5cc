package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.render.ProbeArgument;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/** Scheduler and kubelet: moves the task's pod from state to state, as a real one reports them. */
final class FakeKubelet {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final FakeCluster cluster;
  private final FakeCluster.FakeClock clock;

  FakeKubelet(FakeCluster cluster, FakeCluster.FakeClock clock) {
    this.cluster = cluster;
    this.clock = clock;
  }

  void unschedulable(String message) {
    ObjectNode status = status();
    status
        .putArray("conditions")
        .addObject()
        .put("type", "PodScheduled")
        .put("status", "False")
        .put("reason", "Unschedulable")
        .put("message", message);
    set("Pending", status);
  }

  /** Placed; the probe's container waits. */
  void place(String waitingReason, String message) {
    ((ObjectNode) pod().get("spec")).put("nodeName", Samples.NODE.name());
    ObjectNode status = status();
    ObjectNode waiting = container(status, "initContainerStatuses", "probe").putObject("waiting");
    waiting.put("reason", waitingReason).put("message", message);
    waiting(status, "PodInitializing");
    set("Pending", status);
  }

  void probing() {
    ((ObjectNode) pod().get("spec")).put("nodeName", Samples.NODE.name());
    ObjectNode status = status();
    container(status, "initContainerStatuses", "probe")
        .putObject("running")
        .put("startedAt", now());
    waiting(status, "PodInitializing");
    set("Pending", status);
  }

  void probeEnded(int exitCode, String report) {
    ((ObjectNode) pod().get("spec")).put("nodeName", Samples.NODE.name());
    ObjectNode status = status();
    probe(status, exitCode, report);
    waiting(status, "PodInitializing");
    set(exitCode == 0 ? "Pending" : "Failed", status);
  }

  void pulling() {
    probeEnded(0, report("Passed"));
  }

  void running() {
    ((ObjectNode) pod().get("spec")).put("nodeName", Samples.NODE.name());
    ObjectNode status = status();
    probe(status, 0, report("Passed"));
    ObjectNode task = task(status);
    task.put("started", true);
    ((ObjectNode) task.get("state")).putObject("running").put("startedAt", now());
    set("Running", status);
  }

  void ended(int exitCode, String reason) {
    ((ObjectNode) pod().get("spec")).put("nodeName", Samples.NODE.name());
    String started = pod().at("/status/containerStatuses/0/state/running/startedAt").asText(now());
    ObjectNode status = status();
    probe(status, 0, report("Passed"));
    ObjectNode ended = ((ObjectNode) task(status).get("state")).putObject("terminated");
    ended.put("exitCode", exitCode).put("reason", reason).put("message", "bye");
    ended.put("startedAt", started).put("finishedAt", now()).put("containerID", "containerd://2");
    set(exitCode == 0 ? "Succeeded" : "Failed", status);
  }

  /** Told to end before the task's container was made. */
  void endedBeforeStart() {
    ObjectNode status = status();
    probe(status, 137, "");
    waiting(status, "PodInitializing");
    status.put("reason", "DeadlineExceeded");
    set("Failed", status);
  }

  /** Ended while the task's image was being pulled: the first word, its containers as they were. */
  void endedWhilePulling(String reason) {
    ObjectNode status = status();
    probe(status, 0, report("Passed"));
    status.put("reason", reason);
    ObjectNode condition = status.putArray("conditions").addObject();
    condition.put("type", "Ready").put("status", "False").put("lastTransitionTime", now());
    waiting(status, "PodInitializing");
    set("Failed", status);
  }

  /**
   * Not the kubelet: the cluster's collector, for a node that is off. Containers stay as they were.
   */
  void collected() {
    ObjectNode status = (ObjectNode) pod().get("status");
    status.put("phase", "Failed");
    status
        .withArray("conditions")
        .addObject()
        .put("type", "DisruptionTarget")
        .put("status", "True")
        .put("reason", "DeletionByTaintManager")
        .put("lastTransitionTime", "2020-01-01T00:00:00Z");
  }

  /** The pod object goes: its kubelet, or whoever deleted it, is done. */
  void gone() {
    cluster.remove(ObjectKind.POD, Samples.OBJECT);
  }

  Pod asPod() {
    return MAPPER.convertValue(pod(), Pod.class);
  }

  ObjectNode pod() {
    return cluster.raw(ObjectKind.POD, Samples.OBJECT);
  }

  /** A report that agrees with everything, but for the verdict. */
  String report(String verdict) {
    var argument = ProbeArgument.of(MAPPER.convertValue(pod(), Pod.class));
    ObjectNode report = MAPPER.createObjectNode();
    report.put("version", 1).put("probe", "0.1.0").put("nonce", argument.nonce());
    report.put("verdict", verdict);
    boolean passed = verdict.equals("Passed");
    var checks = report.putArray("failedChecks");
    var details = report.putArray("details");
    if (!passed) {
      checks.add("SharedKernel");
      details.add("the kernel is the node's");
    }
    report
        .putObject("kernel")
        .put("release", "4.19.0-gvisor")
        .put("bootId", "guest-boot-id")
        .put("fingerprint", true);
    int targets = argument.targets().size();
    ObjectNode network = report.putObject("network");
    network.put("targets", targets).put("blocked", targets);
    network.put("certified", 1).put("certifiedBlocked", 1);
    network.put("rounds", 3).put("lastOpenMilliseconds", 820);
    network.putArray("open");
    network.putArray("notUp");
    network.putArray("reportOnlyOpen");
    ObjectNode process = report.putObject("process");
    process.put("uid", 10001).put("gid", 10001).putArray("capabilities");
    process.put("noNewPrivileges", true).put("readOnlyRoot", true);
    process.put("serviceAccountToken", false).put("workspaceEmpty", true);
    process.putArray("environment").add("HOSTNAME").add("PATH");
    report.put("durationMilliseconds", 1400);
    return report.toString();
  }

  private void probe(ObjectNode status, int exitCode, String report) {
    ObjectNode state = container(status, "initContainerStatuses", "probe");
    ObjectNode ended = state.putObject("terminated");
    ended.put("exitCode", exitCode).put("message", report);
    ended.put("reason", exitCode == 0 ? "Completed" : "Error");
    ended.put("startedAt", now()).put("finishedAt", now()).put("containerID", "containerd://1");
  }

  private static void waiting(ObjectNode status, String reason) {
    ((ObjectNode) task(status).get("state")).putObject("waiting").put("reason", reason);
  }

  private static ObjectNode task(ObjectNode status) {
    container(status, "containerStatuses", "task");
    return (ObjectNode) status.at("/containerStatuses/0");
  }

  /** State of a container that is reported as the only one of its list. */
  private static ObjectNode container(ObjectNode status, String list, String name) {
    ObjectNode container = status.putArray(list).addObject();
    String image = name.equals("probe") ? Samples.PROBE_IMAGE : Samples.TASK_IMAGE;
    container.put("name", name).put("image", image).put("imageID", image);
    container.put("ready", false).put("restartCount", 0);
    return container.putObject("state");
  }

  private ObjectNode status() {
    return MAPPER.createObjectNode();
  }

  private void set(String phase, ObjectNode status) {
    status.put("phase", phase);
    pod().set("status", status);
    cluster.touch(pod());
  }

  private String now() {
    return Instant.ofEpochSecond(clock.instant().getEpochSecond()).toString();
  }
}
