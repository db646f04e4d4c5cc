package dev.glovebox.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A lock that says when it was last looked at, and makes two things of fabric8 7.9 harmless: any
 * other exception than its own ends the election without a word, and a released lock keeps its
 * holder, because a merge patch without the field leaves it as it is.
 */
final class ObservedLock implements Lock {

  private final Lock lock;
  private final Clock clock;
  private volatile Instant looked;

  ObservedLock(Lock lock, Clock clock) {
    this.lock = lock;
    this.clock = clock;
  }

  /** When the election last looked at the lock; empty = not yet. */
  Optional<Instant> lastLookedAt() {
    return Optional.ofNullable(looked);
  }

  @Override
  public LeaderElectionRecord get(KubernetesClient client) {
    looked = clock.instant();
    return asClientException(() -> lock.get(client));
  }

  @Override
  public void create(KubernetesClient client, LeaderElectionRecord holder) {
    asClientException(
        () -> {
          lock.create(client, holder);
          return null;
        });
  }

  @Override
  public void update(KubernetesClient client, LeaderElectionRecord holder) {
    asClientException(
        () -> {
          lock.update(client, holder.getHolderIdentity() == null ? released(holder) : holder);
          return null;
        });
  }

  @Override
  public String identity() {
    return lock.identity();
  }

  @Override
  public String describe() {
    return lock.describe();
  }

  private static LeaderElectionRecord released(LeaderElectionRecord holder) {
    return new LeaderElectionRecord(
        "",
        holder.getLeaseDuration(),
        holder.getAcquireTime(),
        holder.getRenewTime(),
        holder.getLeaderTransitions());
  }

  private static <T> T asClientException(Supplier<T> call) {
    try {
      return call.get();
    } catch (KubernetesClientException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new KubernetesClientException("the Lease could not be read or written", e);
    }
  }
}
