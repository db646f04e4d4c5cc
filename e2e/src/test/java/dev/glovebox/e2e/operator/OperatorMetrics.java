package dev.glovebox.e2e.operator;

import dev.glovebox.e2e.cluster.Cluster;
import java.util.stream.Stream;

/** What the operators of a cluster count, read where Prometheus reads it. */
public record OperatorMetrics(Cluster cluster) {
  private static final String NAMESPACE = "glovebox-system";

  /** The value of one series, as {@code name{label="value"}}, over all operators; 0 = not there. */
  public double of(String series) {
    return scrapes().mapToDouble(scrape -> value(scrape, series)).sum();
  }

  /** What each operator that runs answers, in Prometheus' text format. */
  public Stream<String> scrapes() {
    return cluster
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("app.kubernetes.io/name", "glovebox-operator")
        .list()
        .getItems()
        .stream()
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .map(pod -> scrape(pod.getMetadata().getName()));
  }

  /** The value of one series in Prometheus' text format; 0 = not there. */
  public static double value(String scrape, String series) {
    return scrape
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .sum();
  }

  private String scrape(String pod) {
    return cluster
        .client()
        .raw("/api/v1/namespaces/%s/pods/%s:8080/proxy/metrics".formatted(NAMESPACE, pod));
  }
}
