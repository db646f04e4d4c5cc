package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.LabelledObjects;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.api.config.BaseConfigurationService;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.retry.RetryExecution;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the SDK is told to treat tasks; each of these was a bug of somebody's. */
class ControllerSettingsTest {
  private static final int MANY = 1000;

  private static final Certifications NO_VERDICTS =
      new Certifications() {
        @Override
        public void wanted() {}

        @Override
        public void onVerdict(Runnable action) {}
      };

  private final ControllerConfiguration<SandboxTask> configuration =
      new BaseConfigurationService()
          .getConfigurationFor(
              new SandboxTaskReconciler(
                  new KubernetesClientBuilder().withConfig(Config.empty()).build(),
                  null,
                  null,
                  null,
                  null,
                  new ActiveTasks(),
                  new LabelledObjects(),
                  NO_VERDICTS,
                  null,
                  null,
                  () -> true,
                  Clock.systemUTC()));

  @Test
  void aFailingTaskIsTriedForEverAtMostHalfAMinuteApart() {
    RetryExecution retry = configuration.getRetry().initExecution();
    for (int i = 0; i < MANY; i++) {
      assertThat(retry.nextDelay()).hasValueSatisfying(ms -> assertThat(ms).isLessThan(30_001));
    }
  }

  @Test
  void everyTaskIsLookedAtNowAndThenEvenWithoutAnEvent() {
    assertThat(configuration.maxReconciliationInterval()).contains(Duration.ofMinutes(3));
  }

  @Test
  void deletionsComeToReconcileAndOurOwnStatusWritesDoNot() {
    assertThat(configuration.triggerReconcilerOnAllEvents()).isTrue();
    assertThat(configuration.isGenerationAware()).isTrue();
  }

  @Test
  void noInformerComparesResourceVersionsBecauseThatDropsOthersChanges() {
    assertThat(configuration.getInformerConfig().isComparableResourceVersions()).isFalse();
    assertThat(informers())
        .hasSize(3)
        .allSatisfy(
            source ->
                assertThat(
                        ((InformerEventSource<?, ?>) source)
                            .configuration()
                            .getInformerConfig()
                            .isComparableResourceVersions())
                    .isFalse());
  }

  @Test
  void podsClaimsAndVolumesWakeTheirTask() {
    assertThat(informers())
        .extracting(source -> source.resourceType().getSimpleName())
        .containsExactlyInAnyOrder("Pod", "PersistentVolumeClaim", "PersistentVolume");
  }

  @Test
  void verdictsAndChangesInTheClusterWakeTasksToo() {
    assertThat(eventSources())
        .hasSize(5)
        .anyMatch(VerdictSource.class::isInstance)
        .anyMatch(WatchedChanges.class::isInstance);
  }

  private List<? extends EventSource<?, SandboxTask>> informers() {
    return eventSources().stream().filter(InformerEventSource.class::isInstance).toList();
  }

  private List<? extends EventSource<?, SandboxTask>> eventSources() {
    var view = new FakeView(new FakeCluster(new FakeCluster.FakeClock()));
    return new TaskCaches(new ActiveTasks(), new LabelledObjects(), NO_VERDICTS, view, view)
        .prepare(
            new EventSourceContext<>(
                emptyCache(),
                configuration,
                new KubernetesClientBuilder().withConfig(Config.empty()).build(),
                SandboxTask.class));
  }

  @SuppressWarnings("unchecked")
  private static IndexerResourceCache<SandboxTask> emptyCache() {
    return (IndexerResourceCache<SandboxTask>)
        Proxy.newProxyInstance(
            IndexerResourceCache.class.getClassLoader(),
            new Class<?>[] {IndexerResourceCache.class},
            (proxy, method, arguments) -> method.getReturnType() == List.class ? List.of() : null);
  }
}
