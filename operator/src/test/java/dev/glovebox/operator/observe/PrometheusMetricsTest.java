package dev.glovebox.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PrometheusMetricsTest {

  private final PrometheusMetrics metrics = new PrometheusMetrics();

  @Test
  void namesHaveBaseUnitsAndLabelsAreFromClosedSets() {
    metrics.tasks().ended(Phase.Refused, "RuntimeClassMissing");
    metrics.tasks().ended(Phase.Refused, "RuntimeClassMissing");
    metrics.tasks().ended(Phase.Succeeded, "");
    metrics.tasks().apiWrite("Pod", "create", "Done");
    metrics.tasks().step("PlanStep", Duration.ofMillis(3));
    metrics.tasks().createdToReleased(Duration.ofMillis(20));
    metrics.tasks().provedToRunning(Duration.ofMillis(700));
    metrics.eventDropped();
    assertThat(metrics.scrape().lines())
        .contains(
            "glovebox_tasks_ended_total{class=\"cluster\",phase=\"Refused\",reason=\"RuntimeClassMissing\"} 2.0",
            "glovebox_tasks_ended_total{class=\"\",phase=\"Succeeded\",reason=\"\"} 1.0",
            "glovebox_api_writes_total{kind=\"Pod\",outcome=\"Done\",verb=\"create\"} 1.0",
            "glovebox_task_step_duration_seconds_count{step=\"PlanStep\"} 1",
            "glovebox_task_step_duration_seconds_sum{step=\"PlanStep\"} 0.003",
            "glovebox_task_step_duration_seconds_bucket{step=\"PlanStep\",le=\"0.005\"} 1",
            "glovebox_created_to_released_seconds_bucket{le=\"0.1\"} 1",
            "glovebox_proved_to_running_seconds_bucket{le=\"1.0\"} 1",
            "glovebox_events_dropped_total 1.0")
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes"));
  }
}
