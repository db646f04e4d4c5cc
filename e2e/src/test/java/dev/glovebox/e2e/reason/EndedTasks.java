package dev.glovebox.e2e.reason;

import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operator's count of ended tasks, read where Prometheus reads it. */
record EndedTasks(Cluster cluster) {
  private static final String NAMESPACE = "glovebox-system";
  private static final Pattern SAMPLE =
      Pattern.compile("^glovebox_tasks_ended_total\\{(.*)} (\\S+)$", Pattern.MULTILINE);

  /**
   * How many tasks ended for each reason, in the phase that belongs to it, since the operators
   * started: over all of their pods. What is not counted yet is not in the map.
   */
  Map<Reason, Double> counts() {
    Map<Reason, Double> counts = new EnumMap<>(Reason.class);
    for (Pod operator : operators()) {
      Matcher sample = SAMPLE.matcher(metrics(operator));
      while (sample.find()) {
        List<String> labels = List.of(sample.group(1).split(","));
        for (Reason reason : Reason.values()) {
          if (labels.contains("phase=\"%s\"".formatted(Ending.phase(reason)))
              && labels.contains("reason=\"%s\"".formatted(reason))) {
            counts.merge(reason, Double.valueOf(sample.group(2)), Double::sum);
          }
        }
      }
    }
    return counts;
  }

  private List<Pod> operators() {
    return cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("app.kubernetes.io/name", "glovebox-operator")
        .list()
        .getItems()
        .stream()
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .toList();
  }

  private String metrics(Pod operator) {
    return cluster
        .client()
        .raw(
            "/api/v1/namespaces/%s/pods/%s:8080/proxy/metrics"
                .formatted(NAMESPACE, operator.getMetadata().getName()));
  }
}
