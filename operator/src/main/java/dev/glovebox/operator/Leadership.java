package dev.glovebox.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * Which of several operators works: the holder of a Lease. fabric8's elector rather than the
 * framework's, which in 5.3 installs no shutdown hook and keeps the Lease when it stops, so that
 * the next one waits for it to run out.
 */
final class Leadership {

  static final String LEASE = "glovebox-operator";

  /** Kubernetes' own components use the same: 15, 10 and 2 s. */
  private static final Duration LEASE_DURATION = Duration.ofSeconds(15);

  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
  private static final Duration RETRY_PERIOD = Duration.ofSeconds(1);

  /** With the client's own 10 s a single request without an answer would lose the Lease. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

  /** An elector that has not looked at the Lease for so long has stopped (fabric8 #5463). */
  private static final Duration STUCK_AFTER = Duration.ofSeconds(60);

  private final Clock clock;
  private final ObservedLock lock;
  private final LeaderElector elector;
  private volatile String leader = "";
  private volatile boolean stopping;
  private volatile Instant started;
  private CompletableFuture<?> election;

  /**
   * Does nothing until {@link #start}.
   *
   * @param lead called on a thread of its own when this process leads
   * @param lost called when it led and another may lead by now: to end the process at once
   */
  Leadership(
      KubernetesClient client,
      String namespace,
      String identity,
      Clock clock,
      Runnable lead,
      Runnable lost) {
    this.clock = clock;
    this.lock = new ObservedLock(new LeaseLock(namespace, LEASE, identity), clock);
    var callbacks =
        new LeaderCallbacks(
            // The elector holds its lock here and could not renew meanwhile.
            () -> Thread.ofPlatform().name("leader").start(lead),
            () -> {
              if (!stopping) {
                lost.run();
              }
            },
            holder -> leader = holder == null ? "" : holder);
    var config =
        new LeaderElectionConfigBuilder()
            .withName(LEASE)
            .withLock(lock)
            .withLeaseDuration(LEASE_DURATION)
            .withRenewDeadline(RENEW_DEADLINE)
            .withRetryPeriod(RETRY_PERIOD)
            .withReleaseOnCancel(true)
            .withLeaderCallbacks(callbacks)
            .build();
    elector =
        new LeaderElector(
            Clients.within(REQUEST_TIMEOUT, client),
            config,
            Executors.newVirtualThreadPerTaskExecutor());
  }

  void start() {
    started = clock.instant();
    election = elector.start();
  }

  /** Gives the Lease back, so that the next one need not wait for it to run out. */
  void stop() {
    stopping = true;
    if (election != null) {
      election.cancel(true);
    }
  }

  boolean leads() {
    return lock.identity().equals(leader);
  }

  /** Why it is not known who leads; empty when it is known. */
  Optional<String> unknown() {
    return leader.isEmpty()
        ? Optional.of("nobody holds Lease " + LEASE + " yet")
        : Optional.empty();
  }

  /** Why the process must be started again; empty when elections go on. */
  Optional<String> stuck() {
    Instant began = started;
    if (began == null) {
      return Optional.empty();
    }
    Instant looked = lock.lastLookedAt().orElse(began);
    Duration ago = Duration.between(looked, clock.instant());
    return ago.compareTo(STUCK_AFTER) > 0
        ? Optional.of(
            "Lease %s was last looked at %d s ago, every %d s is due"
                .formatted(LEASE, ago.toSeconds(), RETRY_PERIOD.toSeconds()))
        : Optional.empty();
  }
}
