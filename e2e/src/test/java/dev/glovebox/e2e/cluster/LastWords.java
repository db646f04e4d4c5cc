package dev.glovebox.e2e.cluster;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a cluster says at the moment at which a test fails: its objects are gone when somebody reads
 * the report.
 */
final class LastWords {
  /** Enough for the story of one test; a loop of an operator would fill the report. */
  private static final int LOG_LINES = 60;

  private LastWords() {}

  /** One line each: tasks, certificates, pods that do not run, the operator's newest log. */
  static List<String> of(Cluster cluster) {
    return Stream.<Question>of(
            LastWords::tasks, LastWords::certificates, LastWords::pods, LastWords::operatorLog)
        .flatMap(question -> answer(question, cluster))
        .toList();
  }

  /** A look at one kind of object; may fail as any request may. */
  @FunctionalInterface
  private interface Question {
    Stream<String> ask(Cluster cluster);
  }

  // The test's own failure is what counts: one that is met while looking is told beside it.
  private static Stream<String> answer(Question question, Cluster cluster) {
    try {
      return question.ask(cluster).toList().stream();
    } catch (KubernetesClientException e) {
      return Stream.of("not readable: " + e.getMessage());
    }
  }

  private static Stream<String> tasks(Cluster cluster) {
    return cluster.client().resources(SandboxTask.class).inAnyNamespace().list().getItems().stream()
        .map(
            task ->
                "task %s/%s %s"
                    .formatted(
                        task.getMetadata().getNamespace(),
                        task.getMetadata().getName(),
                        task.getStatus() == null
                            ? "has no status"
                            : "%s/%s on %s: %s"
                                .formatted(
                                    task.getStatus().phase(),
                                    task.getStatus().reason(),
                                    task.getStatus().nodeName(),
                                    task.getStatus().message())));
  }

  private static Stream<String> certificates(Cluster cluster) {
    return cluster.client().resources(NodeCertificate.class).list().getItems().stream()
        .map(
            certificate ->
                "certificate %s %s"
                    .formatted(certificate.getMetadata().getName(), certificate.getStatus()));
  }

  private static Stream<String> pods(Cluster cluster) {
    return cluster.client().pods().inAnyNamespace().list().getItems().stream()
        .filter(pod -> !Objects.equals(pod.getStatus().getPhase(), "Running"))
        .map(
            pod ->
                "pod %s/%s %s %s"
                    .formatted(
                        pod.getMetadata().getNamespace(),
                        pod.getMetadata().getName(),
                        pod.getStatus().getPhase(),
                        Objects.requireNonNullElse(pod.getStatus().getReason(), "")));
  }

  private static Stream<String> operatorLog(Cluster cluster) {
    return cluster
        .client()
        .pods()
        .inNamespace("glovebox-system")
        .withLabel("app.kubernetes.io/name", "glovebox-operator")
        .list()
        .getItems()
        .stream()
        .flatMap(pod -> log(cluster, pod));
  }

  private static Stream<String> log(Cluster cluster, Pod pod) {
    return cluster
        .client()
        .pods()
        .resource(pod)
        .tailingLines(LOG_LINES)
        .getLog()
        .lines()
        .map(line -> pod.getMetadata().getName() + ": " + line);
  }
}
