package dev.glovebox.e2e.reason;

import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.operator.OperatorMetrics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The operator's count of ended tasks, read where Prometheus reads it. */
record EndedTasks(Cluster cluster) {
  private static final Pattern SAMPLE =
      Pattern.compile("^glovebox_tasks_ended_total\\{(.*)} (\\S+)$", Pattern.MULTILINE);

  /**
   * How many tasks ended for each reason, in the phase that belongs to it, since the operators
   * started: over all of their pods. What is not counted yet is not in the map.
   */
  Map<Reason, Double> counts() {
    Map<Reason, Double> counts = new EnumMap<>(Reason.class);
    for (String scrape : new OperatorMetrics(cluster).scrapes().toList()) {
      Matcher sample = SAMPLE.matcher(scrape);
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
}
