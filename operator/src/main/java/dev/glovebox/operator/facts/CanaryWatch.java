package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps asking the canaries, every 10 s and when one of their pods changes. A canary counts when it
 * answered within the last 30 s: two answers may be lost.
 */
final class CanaryWatch implements Runnable {

  /** What the chart labels the canaries' pods with. */
  static final Map<String, String> LABELS = Map.of("app.kubernetes.io/name", "glovebox-canary");

  static final Duration EVERY = Duration.ofSeconds(10);
  static final Duration VALID = Duration.ofSeconds(30);

  /** More canaries than this is not a set-up that is meant. */
  private static final int AT_ONCE = 16;

  private static final Logger LOG = LoggerFactory.getLogger(CanaryWatch.class);

  /** One of these objects: a pod that gets another address is another canary. */
  private record Target(String name, String address) {
    Facts.CanaryFacts facts() {
      return new Facts.CanaryFacts(name, address, Names.CANARY_PORT);
    }
  }

  /** How a canary is asked. */
  interface Question {
    void ask(String address, int port) throws IOException;
  }

  private final Supplier<List<Pod>> pods;
  private final Question question;
  private final Clock clock;
  private final Map<Target, Instant> answered = new ConcurrentHashMap<>();
  private final Map<Target, String> silent = new ConcurrentHashMap<>();
  private final Semaphore wake = new Semaphore(0);
  private volatile boolean toldThatNoneAnswers;

  CanaryWatch(Supplier<List<Pod>> pods, Question question, Clock clock) {
    this.pods = pods;
    this.question = question;
    this.clock = clock;
  }

  /** Canaries that answered lately and are still there, in the order of their names. */
  List<Facts.CanaryFacts> answering() {
    Instant since = clock.instant().minus(VALID);
    return targets().stream()
        .filter(target -> answered.getOrDefault(target, Instant.MIN).isAfter(since))
        .map(Target::facts)
        .toList();
  }

  /** Canaries of these pods that run, in the order of their names: those that are asked. */
  static List<Facts.CanaryFacts> running(List<Pod> pods) {
    return targets(pods).stream().map(Target::facts).toList();
  }

  /** Addresses of these pods, as far as they have one. */
  static List<String> addresses(List<Pod> pods) {
    return pods.stream()
        .map(Pod::getStatus)
        .filter(status -> status != null && status.getPodIP() != null)
        .map(status -> status.getPodIP())
        .toList();
  }

  /** Asks all of them soon: called when a canary's pod changed. */
  void askSoon() {
    wake.release();
  }

  /** Asks each once, at the same time. */
  void askAll() {
    List<Target> targets = targets();
    answered.keySet().retainAll(targets);
    silent.keySet().retainAll(targets);
    try (var reads = new Reads.Together()) {
      reads.all(targets.stream().<Runnable>map(target -> () -> ask(target)).toList(), AT_ONCE);
    }
    tell(targets);
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      askAll();
      try {
        boolean woken = wake.tryAcquire(EVERY.toMillis(), TimeUnit.MILLISECONDS);
        if (woken) {
          wake.drainPermits();
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void ask(Target target) {
    try {
      question.ask(target.address(), Names.CANARY_PORT);
      answered.put(target, clock.instant());
      silent.remove(target);
    } catch (IOException e) {
      silent.put(target, String.valueOf(e.getMessage()));
    }
  }

  private List<Target> targets() {
    return targets(pods.get());
  }

  private static List<Target> targets(List<Pod> pods) {
    return pods.stream()
        .filter(
            pod ->
                pod.getMetadata().getDeletionTimestamp() == null
                    && pod.getStatus() != null
                    && "Running".equals(pod.getStatus().getPhase())
                    && pod.getStatus().getPodIP() != null)
        .map(pod -> new Target(pod.getMetadata().getName(), pod.getStatus().getPodIP()))
        .sorted(Comparator.comparing(Target::name))
        .toList();
  }

  private void tell(List<Target> targets) {
    boolean none = answering().isEmpty();
    if (none && !toldThatNoneAnswers) {
      LOG.atWarn()
          .addKeyValue("canaries", targets.size())
          .addKeyValue("answers", silent.toString())
          .log(
              "No canary answers, so nothing can be proved and tasks wait. The operator must reach"
                  + " the pods' addresses on TCP port {}: it does inside the cluster, unless its own"
                  + " NetworkPolicy or the canaries' forbids it; outside it needs a route to them",
              Names.CANARY_PORT);
    } else if (!none && toldThatNoneAnswers) {
      LOG.info("Canaries answer");
    }
    toldThatNoneAnswers = none;
  }
}
