package dev.glovebox.operator;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.certify.CertificationQueue;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.operator.certify.CertificationSettings;
import dev.glovebox.operator.certify.Certifier;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.AdmissionPoliciesBound;
import dev.glovebox.operator.facts.HungWatches;
import dev.glovebox.operator.facts.InformedPolicies;
import dev.glovebox.operator.facts.InformedView;
import dev.glovebox.operator.facts.Informers;
import dev.glovebox.operator.facts.LabelledObjects;
import dev.glovebox.operator.facts.PolicyDiscovery;
import dev.glovebox.operator.facts.Preflight;
import dev.glovebox.operator.facts.ServerNetworkPolicies;
import dev.glovebox.operator.facts.StartFailure;
import dev.glovebox.operator.heartbeat.HeartbeatHttpClientFactory;
import dev.glovebox.operator.observe.ApiServerEvents;
import dev.glovebox.operator.observe.Health;
import dev.glovebox.operator.observe.HttpEndpoints;
import dev.glovebox.operator.observe.OperatorState;
import dev.glovebox.operator.observe.PrometheusMetrics;
import dev.glovebox.operator.reconcile.Certifications;
import dev.glovebox.operator.sweep.OrphanSweep;
import dev.glovebox.operator.write.ApiServerWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts, made and connected here by their constructors, and the order of starting them. */
final class GloveboxOperator {

  private static final Logger LOG = LoggerFactory.getLogger(GloveboxOperator.class);

  /** An API server that is being restarted is back by then; the kubelet starts us again after. */
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);

  private final OperatorConfig config;
  private final KubernetesClient client;
  private final Shutdown shutdown = new Shutdown(this::stop);
  private final PrometheusMetrics metrics;
  private final Clock clock;
  private final ApiServerEvents events;
  private final Informers informers;
  private final InformedView view;
  private final InformedPolicies policyWatch;
  private final AdmissionPoliciesBound admissionPolicies;
  private final Leadership leadership;
  private final Readiness readiness;
  private final Certifier certifier;
  private final OrphanSweep orphanSweep;
  private final Reconciler<SandboxTask> reconciler;
  private final Controllers controllers;
  private volatile boolean working;

  private HttpEndpoints http;

  GloveboxOperator(
      OperatorConfig config,
      KubernetesClient client,
      HeartbeatHttpClientFactory connections,
      PrometheusMetrics metrics,
      Clock clock,
      Function<Parts, Reconciler<SandboxTask>> reconciler) {
    this.config = config;
    this.client = client;
    this.metrics = metrics;
    this.clock = clock;
    var activeTasks = new ActiveTasks();
    var labelledObjects = new LabelledObjects();
    informers = new Informers(client, config.canaryNamespace(), config.policyEngine());
    connections.onDeath(informers.continuity()::gap);
    view =
        new InformedView(
            client,
            informers,
            activeTasks,
            new Facts.Platform(
                config.probeImage(),
                config.probePullPolicy(),
                config.blockedCidrs().stream().map(Cidr::text).toList()),
            config.clusterCidrs(),
            clock);
    var policyDiscovery = new PolicyDiscovery(client, config.understoodPolicyGroups(), clock);
    policyWatch = new InformedPolicies(client, informers, policyDiscovery);
    admissionPolicies = new AdmissionPoliciesBound(informers, config.admissionPolicies());
    events = new ApiServerEvents(client, config.identity(), clock, metrics::eventDropped);
    leadership =
        new Leadership(
            client,
            config.namespace(),
            config.identity(),
            clock,
            this::work,
            () -> shutdown.failNow("it lost Lease " + Leadership.LEASE));
    controllers = new Controllers(client, metrics, START_PATIENCE, shutdown::fail);
    readiness =
        new Readiness(
            informers,
            admissionPolicies,
            this::leaderUnknown,
            this::notWorking,
            controllers::operator,
            clock);
    certifier =
        Certifier.of(
            client,
            view,
            activeTasks,
            new CertificationSettings(
                config.canaryNamespace(),
                config.pullSecretNames(),
                new CertificationQueue.Limits(
                    config.certificationsAtOnce(), CertificationSettings.STARTS_PER_MINUTE)),
            new ApiServerWriter(client, metrics.tasks()),
            events,
            metrics.certificates(),
            clock);
    orphanSweep =
        OrphanSweep.of(
            client,
            labelledObjects,
            policyWatch,
            config.orphanGrace(),
            new ApiServerWriter(client, metrics.tasks()),
            events,
            metrics.orphans(),
            clock);
    this.reconciler =
        reconciler.apply(
            new Parts(
                client,
                view,
                new ServerNetworkPolicies(client, policyWatch, policyDiscovery),
                policyWatch,
                admissionPolicies,
                activeTasks,
                labelledObjects,
                new Verdicts(certifier, view),
                metrics.tasks(),
                events,
                controllers::areComplete,
                clock));
  }

  /**
   * Starts. Returns when this process works or waits for its turn; a failure after that ends the
   * process.
   *
   * @throws StartFailure when the cluster is not as it must be; the message says what to do
   */
  void start() throws StartFailure {
    shutdown.install();
    serve();
    new Preflight(client, config.leaderElection() ? config.namespace() : null)
        .check(START_PATIENCE);
    informers.start(START_PATIENCE);
    Thread.ofVirtual().name("continuity").start(informers.continuity());
    // Not failNow: this process still holds its Lease, and gives it back.
    Thread.ofVirtual()
        .name("hung-watches")
        .start(new HungWatches(client, readiness::interrupted, clock, shutdown::fail));
    view.start();
    policyWatch.start();
    Thread.ofVirtual().name("events").start(events);
    admissionPolicies.refusesBecause().ifPresent(why -> LOG.warn("Nothing is released: {}", why));
    if (config.leaderElection()) {
      leadership.start();
    } else {
      work();
    }
  }

  /** Stops what was started, the last first. */
  private void stop() {
    controllers.stop();
    leadership.stop();
    policyWatch.close();
    informers.close();
    if (http != null) {
      http.close();
    }
    client.close();
  }

  private void serve() throws StartFailure {
    Health live = new Health("alive").check("leader election", leadership::stuck);
    try {
      http = new HttpEndpoints(config.httpPort(), live, readiness.health(), metrics::scrape);
    } catch (IOException | UncheckedIOException e) {
      throw new StartFailure(
          "port " + config.httpPort() + " (GLOVEBOX_HTTP_PORT) cannot be listened on: " + e, e);
    }
    metrics.show(new State());
  }

  private final class State implements OperatorState {
    @Override
    public boolean works() {
      return working;
    }

    @Override
    public boolean ready() {
      return readiness.health().answer().good();
    }

    @Override
    public boolean admissionPoliciesBound() {
      return readiness.admissionPolicies().isEmpty();
    }

    @Override
    public int canariesAnswering() {
      return view.canariesAnswering();
    }
  }

  /** What tasks and certification have to do with each other. */
  private record Verdicts(Certifier certifier, InformedView view) implements Certifications {
    @Override
    public void wanted() {
      certifier.look();
    }

    @Override
    public void onVerdict(Runnable action) {
      view.onCertificate(action);
    }
  }

  private Optional<String> leaderUnknown() {
    return config.leaderElection() ? leadership.unknown() : Optional.empty();
  }

  /** A standby does not work and is ready: else a rolling update would wait for ever. */
  private Optional<String> notWorking() {
    boolean standby = config.leaderElection() && !leadership.leads();
    return working || standby ? Optional.empty() : Optional.of("starting");
  }

  /** Begins to handle tasks: this process leads. */
  private void work() {
    if (!controllers.start(reconciler)) {
      return;
    }
    informers.continuity().watch("pods, claims and tasks", controllers::areWatching);
    // After the controllers, whose index says which tasks there are.
    Thread.ofVirtual().name("certifier").start(certifier);
    Thread.ofVirtual().name("orphan-sweep").start(orphanSweep);
    working = true;
    LOG.atInfo().addKeyValue("milliseconds", sinceJvmStart()).log("Ready");
  }

  private static long sinceJvmStart() {
    return ProcessHandle.current()
        .info()
        .startInstant()
        .map(start -> Duration.between(start, Instant.now()).toMillis())
        .orElse(-1L);
  }
}
