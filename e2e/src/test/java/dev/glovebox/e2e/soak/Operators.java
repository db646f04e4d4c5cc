package dev.glovebox.e2e.soak;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.operator.OperatorDeployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operator's processes, of which one leads. */
record Operators(Cluster cluster) {
  private static final String NAMESPACE = "glovebox-system";
  private static final String NAME = "glovebox-operator";
  private static final int RESTARTS = 3;

  /** Last line of {@code GC.class_histogram}: instances and bytes of live objects. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)$");

  /**
   * The process that holds the Lease.
   *
   * @param number in the node's process namespace
   */
  record Leader(String pod, int number) {
    @Override
    public String toString() {
      return pod + "/" + number;
    }
  }

  /** Two of them, whose heaps can be counted. */
  void prepare() {
    // Appended to the arguments in the image, where nobody may attach.
    var deployment = new OperatorDeployment(cluster);
    deployment.change("set env", "_JAVA_OPTIONS=-XX:-DisableAttachMechanism");
    deployment.scale(2);
  }

  /** Empty while the one that the Lease names does not run. */
  Optional<Leader> leader() {
    Lease lease = cluster.client().leases().inNamespace(NAMESPACE).withName(NAME).get();
    String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
    if (holder == null || holder.isEmpty()) {
      return Optional.empty();
    }
    String processes =
        cluster
            .localNode()
            .inNode(
                "bash",
                "-c",
                "for p in $(pgrep -x java); do echo \"$p $(tr '\\0' '\\n' <\"/proc/$p/environ\" | sed -n s/^HOSTNAME=//p)\"; done")
            .succeed();
    return processes
        .lines()
        .map(line -> line.split(" ", 2))
        .filter(words -> words.length == 2 && holder.startsWith(words[1]) && !words[1].isEmpty())
        .map(words -> new Leader(words[1], Integer.parseInt(words[0])))
        .findFirst();
  }

  /** Whether one of them is ready, and leads. */
  boolean ready() {
    var status =
        cluster
            .client()
            .apps()
            .deployments()
            .inNamespace(NAMESPACE)
            .withName(NAME)
            .get()
            .getStatus();
    Integer ready = status.getReadyReplicas();
    return ready != null && ready > 0 && leader().isPresent();
  }

  /**
   * The kubelet starts a container again at once, then after 10 s, 20 s and in the end 5 min: a new
   * pod takes the place of one that has come so far.
   */
  void replaceThoseThatWait() {
    cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("app.kubernetes.io/name", NAME)
        .list()
        .getItems()
        .stream()
        .filter(
            pod ->
                pod.getStatus().getContainerStatuses().stream()
                    .anyMatch(container -> container.getRestartCount() >= RESTARTS))
        .forEach(pod -> cluster.client().resource(pod).delete());
  }

  /** SIGKILL; false when it was gone already. */
  boolean kill(Leader leader) {
    return signal("kill", "-KILL", String.valueOf(leader.number()));
  }

  /** SIGKILL to all of them at once. */
  boolean killAll() {
    return signal("pkill", "-KILL", "-x", "java");
  }

  /** Its pod, with the grace that a drain gives. */
  void delete(Leader leader) {
    cluster.client().pods().inNamespace(NAMESPACE).withName(leader.pod()).delete();
  }

  /**
   * What is live in a heap.
   *
   * @param bytes of all objects
   * @param classes those with the most, one a line, for people
   */
  record Live(long bytes, List<String> classes) {}

  /** Counted by a full collection; empty when it could not be asked. */
  Optional<Live> live(Leader leader) {
    var asked =
        cluster
            .localNode()
            .inNode(jcmd(), String.valueOf(leader.number()), "GC.class_histogram")
            .run();
    Matcher total = TOTAL.matcher(asked.output());
    if (asked.exitCode() != 0 || !total.find()) {
      Soak.say("heap of %s: %s".formatted(leader, asked.output().lines().limit(3).toList()));
      return Optional.empty();
    }
    return Optional.of(
        new Live(Long.parseLong(total.group(1)), asked.output().lines().limit(100).toList()));
  }

  private static String jcmd() {
    return Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
  }

  /** What all of them have logged, for the record. */
  String logs() {
    return cluster
        .kubectl(
            "--namespace=" + NAMESPACE,
            "logs",
            "--selector=app.kubernetes.io/name=glovebox-operator",
            "--prefix",
            "--tail=-1")
        .run()
        .output();
  }

  private boolean signal(String... line) {
    return cluster.localNode().inNode(line).run().exitCode() == 0;
  }
}
