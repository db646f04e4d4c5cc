package dev.glovebox.operator.observe;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.IsolationLoss;
import dev.glovebox.operator.observe.CertificateMetrics.CertificateKind;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Records every metric with every value that its labels can have, so that each series is there. */
final class Everything {

  /** Verdicts of certification: {@code CertificationVerdict}. */
  private static final List<String> VERDICTS =
      List.of(
          "CertificationInconclusive",
          "NetworkNotEnforced",
          "AddressReachable",
          "SharedKernel",
          "UnknownKernel",
          "AdmissionMutated");

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
  private static final List<String> CODES =
      List.of("101", "200", "201", "403", "404", "409", "422", "429", "500", "503", "none");

  private static final Scrape SCRAPE = new Scrape(recorded().scrape());

  private Everything() {}

  /** Recorded once for all tests: finding the steps takes a while. */
  static Scrape scrape() {
    return SCRAPE;
  }

  private static PrometheusMetrics recorded() {
    var metrics = new PrometheusMetrics();
    tasks(metrics);
    writes(metrics);
    certificates(metrics);
    framework(metrics.ofFramework());
    List<String> kinds = List.of("Pod", "PersistentVolumeClaim", "NetworkPolicy");
    kinds.forEach(metrics.orphans()::orphanDestroyed);
    metrics.orphans().orphans(kinds.stream().collect(Collectors.toMap(kind -> kind, kind -> 1L)));
    metrics.eventDropped();
    metrics.show(
        new OperatorState() {
          @Override
          public boolean works() {
            return true;
          }

          @Override
          public boolean ready() {
            return true;
          }

          @Override
          public boolean admissionPoliciesBound() {
            return true;
          }

          @Override
          public int canariesAnswering() {
            return 2;
          }
        });
    return metrics;
  }

  private static void tasks(PrometheusMetrics metrics) {
    metrics.tasks().ended(Phase.Succeeded, "");
    for (Reason reason : Reason.values()) {
      boolean refused = reason.outcome() == Reason.Outcome.REFUSED;
      metrics.tasks().ended(refused ? Phase.Refused : Phase.Failed, reason.name());
    }
    for (IsolationLoss.What what : IsolationLoss.What.values()) {
      metrics.tasks().isolationLost(what.name());
    }
    for (Risk risk : Risk.values()) {
      metrics.tasks().riskTaken(risk);
    }
    steps().forEach(step -> metrics.tasks().step(step, SECOND));
    metrics.tasks().createdToReleased(SECOND);
    metrics.tasks().provedToRunning(SECOND);
    metrics.tasks().ran(SECOND);
    metrics.tasks().destroyed(SECOND);
    metrics
        .tasks()
        .show(
            new TaskCounts() {
              @Override
              public int in(Phase phase) {
                return 1;
              }

              @Override
              public int blockedBy(Block block) {
                return 1;
              }
            });
  }

  /** What {@code Step.name} gives: the names of the classes. */
  static List<String> steps() {
    return new ClassFileImporter(List.of(new ImportOption.DoNotIncludeTests()))
        .importPackages("dev.glovebox.operator.reconcile").stream()
            .filter(type -> !type.isInterface())
            .filter(type -> type.isAssignableTo("dev.glovebox.operator.reconcile.Step"))
            .map(type -> type.getSimpleName())
            .sorted()
            .toList();
  }

  private static void writes(PrometheusMetrics metrics) {
    for (ObjectKind kind : ObjectKind.values()) {
      for (String verb : List.of("create", "update", "patch", "delete")) {
        for (Class<?> outcome : WriteResult.class.getPermittedSubclasses()) {
          metrics.tasks().apiWrite(kind.kind(), verb, outcome.getSimpleName());
        }
      }
    }
    var requests = metrics.ofRequests();
    for (String method : METHODS) {
      for (String code : CODES) {
        ApiRequestsTest.answer(requests, method, code);
      }
    }
  }

  private static void certificates(PrometheusMetrics metrics) {
    metrics.certificates().certification("Certified", SECOND);
    VERDICTS.forEach(verdict -> metrics.certificates().certification(verdict, SECOND));
    Map<CertificateKind, Long> kinds =
        VERDICTS.stream()
            .collect(Collectors.toMap(verdict -> new CertificateKind(false, verdict), v -> 1L));
    kinds.put(new CertificateKind(true, "Certified"), 1L);
    metrics.certificates().certificates(kinds);
  }

  @ControllerConfiguration(name = "sandboxtask")
  private static final class Nothing implements Reconciler<SandboxTask> {
    @Override
    public UpdateControl<SandboxTask> reconcile(SandboxTask task, Context<SandboxTask> context) {
      return UpdateControl.noUpdate();
    }
  }

  /** The life of one task in the framework, with a failure and a retry. */
  private static void framework(Metrics metrics) {
    var client = new KubernetesClientBuilder().withConfig(Config.empty()).build();
    new Operator(o -> o.withKubernetesClient(client).withMetrics(metrics)).register(new Nothing());
    Map<String, Object> of = Map.of(Constants.CONTROLLER_NAME, "sandboxtask");
    var task = new SandboxTask();
    task.setMetadata(new ObjectMetaBuilder().withNamespace("agents").withName("a").build());
    var id = ResourceID.fromResource(task);
    for (ResourceAction action : ResourceAction.values()) {
      metrics.eventReceived(new ResourceEvent(action, id, task), of);
    }
    metrics.eventReceived(new Event(id), of);
    metrics.reconciliationSubmitted(task, again(), of);
    metrics.reconciliationStarted(task, of);
    metrics.reconciliationFailed(task, null, new IllegalStateException(), of);
    metrics.reconciliationSucceeded(task, of);
    metrics.reconciliationFinished(task, null, of);
  }

  private static RetryInfo again() {
    return (RetryInfo)
        Proxy.newProxyInstance(
            Everything.class.getClassLoader(),
            new Class<?>[] {RetryInfo.class},
            (proxy, method, arguments) -> method.getReturnType() == int.class ? 1 : false);
  }
}
