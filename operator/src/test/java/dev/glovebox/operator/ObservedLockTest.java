package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

class ObservedLockTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  /** A lock in memory, or one that fails. */
  private static final class MemoryLock implements Lock {
    private LeaderElectionRecord held;
    private RuntimeException failure;

    @Override
    public LeaderElectionRecord get(KubernetesClient client) {
      if (failure != null) {
        throw failure;
      }
      return held;
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord holder) {
      held = holder;
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord holder) {
      held = holder;
    }

    @Override
    public String identity() {
      return "me";
    }

    @Override
    public String describe() {
      return "in memory";
    }
  }

  private final MemoryLock memory = new MemoryLock();
  private final ObservedLock lock = new ObservedLock(memory, CLOCK);

  private static LeaderElectionRecord heldBy(String holder) {
    ZonedDateTime now = NOW.atZone(ZoneOffset.UTC);
    return new LeaderElectionRecord(holder, Duration.ofSeconds(15), now, now, 0);
  }

  @Test
  void aReleasedLockHasAnEmptyHolderWhichAMergePatchDoesNotDrop() {
    lock.update(null, heldBy(null));
    assertThat(memory.held.getHolderIdentity()).isEmpty();
    lock.update(null, heldBy("me"));
    assertThat(memory.held.getHolderIdentity()).isEqualTo("me");
  }

  @Test
  void itSaysWhenItWasLastLookedAt() {
    assertThat(lock.lastLookedAt()).isEmpty();
    lock.get(null);
    assertThat(lock.lastLookedAt()).contains(NOW);
  }

  @Test
  void anyFailureIsOneThatTheElectionSurvives() {
    memory.failure = new IllegalStateException("unexpected");
    assertThatThrownBy(() -> lock.get(null))
        .isInstanceOf(KubernetesClientException.class)
        .hasRootCauseMessage("unexpected");
    memory.failure = new KubernetesClientException("as it is");
    assertThatThrownBy(() -> lock.get(null)).isSameAs(memory.failure);
  }
}
