package dev.glovebox.operator.certify;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.core.certify.CertificationObjects;
import dev.glovebox.core.certify.CertificationQueue;
import dev.glovebox.core.certify.CertificationVerdict;
import dev.glovebox.core.certify.Subject;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.plan.TargetSelection;
import dev.glovebox.operator.certify.CertificationRun.NoVerdict;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.InformedView;
import dev.glovebox.operator.observe.CertificateEvents;
import dev.glovebox.operator.observe.CertificateMetrics;
import dev.glovebox.operator.write.CertificateWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certifies nodes while tasks need them. One thread looks at the world and decides; each
 * certification runs on a thread of its own. After a restart nothing is remembered: certificates
 * are in the cluster, and what a killed operator left of a certification goes.
 */
public final class Certifier implements Runnable {

  /** A look without being woken: certificates age by themselves. */
  private static final Duration EVERY = Duration.ofSeconds(5);

  /** Changes come in swarms: at most so often one looks. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** After a failure that was no verdict: the API server needs a moment. */
  private static final Duration REST = Duration.ofSeconds(5);

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(60);

  private static final Duration GONE = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(Certifier.class);

  private final CertificationWorld world;
  private final CertificationSettings settings;
  private final CertificationPods pods;
  private final Leftovers leftovers;
  private final CertificateStore store;
  private final CertificationRun run;
  private final PolicyStatuses policyStatuses;
  private final CertificateEvents events;
  private final CertificateMetrics metrics;
  private final Clock clock;

  private final Semaphore wake = new Semaphore(0);

  /** Certificates being made, by name. */
  private final Map<String, Subject> running = new ConcurrentHashMap<>();

  /** Until when a certificate is not tried again. */
  private final Map<String, Instant> resting = new ConcurrentHashMap<>();

  private Instant reportAt = Instant.EPOCH;
  private Instant sweepAt = Instant.EPOCH;

  private final ConcurrentLinkedDeque<Instant> starts = new ConcurrentLinkedDeque<>();

  Certifier(
      CertificationWorld world,
      CertificationSettings settings,
      CertificationPods pods,
      Leftovers leftovers,
      CertificateStore store,
      CertificationRun run,
      PolicyStatuses policyStatuses,
      CertificateEvents events,
      CertificateMetrics metrics,
      Clock clock) {
    this.world = world;
    this.settings = settings;
    this.pods = pods;
    this.leftovers = leftovers;
    this.store = store;
    this.run = run;
    this.policyStatuses = policyStatuses;
    this.events = events;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Connects the parts; {@link #run} starts it.
   *
   * @param view whose informers have synced when it runs
   * @param tasks whose index is there when it runs
   */
  public static Certifier of(
      KubernetesClient client,
      InformedView view,
      ActiveTasks tasks,
      CertificationSettings settings,
      CertificateWriter writer,
      CertificateEvents events,
      CertificateMetrics metrics,
      Clock clock) {
    var pods = new CertificationPods(client, settings.namespace());
    var leftovers = new Leftovers(client, writer, pods, settings.namespace());
    return new Certifier(
        new CertificationWorld(view, tasks),
        settings,
        pods,
        leftovers,
        new CertificateStore(client, writer),
        new CertificationRun(writer, pods, leftovers, new KubeletWords(client), clock),
        new PolicyStatuses(writer),
        events,
        metrics,
        clock);
  }

  /** Looks soon: a task waits, or something changed that certificates depend on. */
  public void look() {
    wake.release();
  }

  @Override
  public void run() {
    pods.start();
    while (!Thread.currentThread().isInterrupted()) {
      try {
        once();
      } catch (RuntimeException e) {
        LOG.warn("A look at what is to be certified failed; the next one is in {}", EVERY, e);
      }
      try {
        Thread.sleep(PAUSE);
        wake.tryAcquire(EVERY.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void once() {
    Facts facts = world.facts();
    resting.values().removeIf(until -> !facts.takenAt().isBefore(until));
    starts.removeIf(start -> start.isBefore(facts.takenAt().minusSeconds(60)));
    Set<String> busy = new HashSet<>(running.keySet());
    busy.addAll(resting.keySet());
    CertificationQueue.next(
            world.demand(facts), facts, busy, running.size(), starts, settings.limits())
        .forEach(subject -> begin(subject, facts));
    if (!facts.takenAt().isBefore(reportAt)) {
      reportAt = facts.takenAt().plus(EVERY);
      count(facts);
      policyStatuses.write(world.policies(), facts);
    }
    sweep();
  }

  private void begin(Subject subject, Facts facts) {
    running.put(subject.name(), subject);
    starts.add(facts.takenAt());
    Thread.ofVirtual().name("certify-" + subject.name()).start(() -> certify(subject, facts));
  }

  private void certify(Subject subject, Facts facts) {
    try {
      List<ProbeTarget> targets = TargetSelection.survey(facts, subject.node());
      String nonce = UUID.randomUUID().toString();
      var objects =
          CertificationObjects.of(
              subject,
              settings.namespace(),
              nonce,
              targets,
              facts.platform(),
              settings.pullSecretNames());
      long begun = System.nanoTime();
      var verdict =
          new CertificationVerdict(
              subject,
              nonce,
              targets,
              facts.platform(),
              store.read(subject).map(NodeCertificate::getStatus),
              world.isLive(subject));
      NodeCertificateStatus status = run.verdict(objects, verdict);
      NodeCertificate certificate = store.write(subject, status);
      tell(certificate, status, Duration.ofNanos(System.nanoTime() - begun));
      leftovers.remove(objects, GONE);
    } catch (NoVerdict e) {
      LOG.atWarn()
          .addKeyValue("certificate", subject.name())
          .log("A certification did not get to its end, and is tried again: {}", e.getMessage());
      resting.put(subject.name(), clock.instant().plus(REST));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("certificate", subject.name()).log("A certification failed", e);
      resting.put(subject.name(), clock.instant().plus(REST));
    } finally {
      running.remove(subject.name());
      look();
    }
  }

  private void tell(NodeCertificate certificate, NodeCertificateStatus status, Duration took) {
    boolean certified = Boolean.TRUE.equals(status.certified());
    LOG.atInfo()
        .addKeyValue("certificate", certificate.getMetadata().getName())
        .addKeyValue("reason", status.reason())
        .addKeyValue("milliseconds", took.toMillis())
        .log("{}", status.message());
    metrics.certification(status.reason(), took);
    if (certified) {
      events.normal(certificate, Certification.CERTIFIED, status.message());
    } else {
      events.warning(certificate, "CertificationFailed", status.reason() + ": " + status.message());
    }
  }

  private void count(Facts facts) {
    metrics.certificates(
        facts.certificates().values().stream()
            .collect(
                Collectors.groupingBy(
                    c -> new CertificateMetrics.CertificateKind(c.certified(), c.reason()),
                    Collectors.counting())));
  }

  /** At the start, and now and then. */
  private void sweep() {
    if (clock.instant().isBefore(sweepAt)) {
      return;
    }
    sweepAt = clock.instant().plus(SWEEP_EVERY);
    try {
      leftovers.sweep(
          running.keySet().stream().map(CertificationObjects::id).collect(Collectors.toSet()));
    } catch (NoVerdict e) {
      LOG.debug("What earlier certifications left could not be taken away yet: {}", e.getMessage());
    }
  }
}
