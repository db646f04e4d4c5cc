package dev.glovebox.operator.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.sweep.LabelledObject.Kind;
import dev.glovebox.operator.observe.OrphanEvents;
import dev.glovebox.operator.observe.OrphanMetrics;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of objects without a task, on a server that is kept in memory. */
class OrphanSweepTest {
  private static final String TASK = "0a1b2c3d-1111-2222-3333-444455556666";
  private static final String NAME = "gbx-fix-0a1b2c3d";
  private static final String CREATED = "2026-01-01T00:00:00Z";
  private static final Duration GRACE = Duration.ofMinutes(10);

  private final Map<Kind, Map<String, HasMetadata>> server = new LinkedHashMap<>();
  private final Set<String> tasks = new HashSet<>();
  private boolean readable = true;
  private Instant now = Instant.parse("2026-01-02T00:00:00Z");
  private final List<String> deleted = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private Map<String, Long> numbers = Map.of();

  private final OrphanSweep sweep =
      new OrphanSweep(
          new OrphanSweep.Known() {
            @Override
            public Stream<HasMetadata> objects() {
              return List.copyOf(server.values()).stream()
                  .flatMap(objects -> List.copyOf(objects.values()).stream());
            }

            @Override
            public boolean hasTask(HasMetadata object) {
              return false;
            }
          },
          new Reads(),
          (kind, namespace, name, precondition) -> {
            deleted.add(kind.kind() + " " + name + " " + precondition.uid());
            server.values().forEach(objects -> objects.remove(precondition.uid()));
            return new WriteResult.Done(JsonNodeFactory.instance.objectNode());
          },
          GRACE,
          new Told(),
          new Counted(),
          new Clock() {
            @Override
            public Instant instant() {
              return now;
            }

            @Override
            public ZoneOffset getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
              return this;
            }
          });

  @BeforeEach
  void aPodAClaimAndAPolicyWithoutATask() {
    put(Kind.NETWORK_POLICY, new NetworkPolicyBuilder().withMetadata(meta("policy")).build());
    put(Kind.CLAIM, claim("glovebox-operator"));
    put(Kind.POD, new PodBuilder().withMetadata(meta("pod")).build());
  }

  private static HasMetadata claim(String manager) {
    return new PersistentVolumeClaimBuilder()
        .withMetadata(
            new ObjectMetaBuilder(meta("claim"))
                .withManagedFields(
                    new ManagedFieldsEntryBuilder().withManager(manager).withTime(CREATED).build())
                .build())
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static ObjectMeta meta(String uid) {
    return new ObjectMetaBuilder()
        .withNamespace("agents")
        .withName(NAME)
        .withUid(uid)
        .withCreationTimestamp(CREATED)
        .addToLabels(Names.TASK_UID_LABEL, TASK)
        .addToLabels(Names.TASK_LABEL, "fix")
        .addToAnnotations(Names.PLAN_HASH_ANNOTATION, "0123456789abcdef".repeat(4))
        .build();
  }

  private void put(Kind kind, HasMetadata object) {
    server
        .computeIfAbsent(kind, k -> new LinkedHashMap<>())
        .put(object.getMetadata().getUid(), object);
  }

  private void graceIsOver() {
    sweep.look();
    now = now.plus(GRACE);
  }

  @Test
  void orphansAreReportedAndAfterTheGraceDestroyedInOrder() {
    sweep.look();
    sweep.look();
    assertThat(deleted).isEmpty();
    assertThat(told).hasSize(3).allMatch(words -> words.startsWith("Orphaned "));
    assertThat(numbers)
        .containsEntry("Pod", 1L)
        .containsEntry("PersistentVolumeClaim", 1L)
        .containsEntry("NetworkPolicy", 1L);

    now = now.plus(GRACE);
    sweep.look();
    sweep.look();
    sweep.look();
    sweep.look();

    assertThat(deleted)
        .containsExactly(
            "Pod " + NAME + " pod",
            "PersistentVolumeClaim " + NAME + " claim",
            "NetworkPolicy " + NAME + " policy");
    assertThat(told).filteredOn(words -> words.startsWith("OrphanDestroyed ")).hasSize(3);
    assertThat(numbers.values()).containsOnly(0L);
  }

  @Test
  void claimAndPolicyStayAsLongAsAPodIsGoingAway() {
    Pod going = new PodBuilder().withMetadata(meta("pod")).build();
    going.getMetadata().setDeletionTimestamp(CREATED);
    put(Kind.POD, going);
    graceIsOver();
    sweep.look();
    assertThat(deleted).isEmpty();
  }

  @Test
  void anErrorIsNeverATaskThatIsGone() {
    graceIsOver();
    readable = false;
    sweep.look();
    assertThat(deleted).isEmpty();

    readable = true;
    sweep.look();
    assertThat(deleted).isNotEmpty();
  }

  @Test
  void aTaskThatTheInformerLacksAndTheServerHasKeepsItsObjects() {
    tasks.add(TASK);
    graceIsOver();
    sweep.look();
    assertThat(deleted).isEmpty();
    assertThat(told).isEmpty();
    assertThat(numbers.values()).containsOnly(0L);
  }

  @Test
  void aRestoredClaimIsSaidOnceAndStaysWhileItsPodAndPolicyGo() {
    put(Kind.CLAIM, claim("velero-server"));
    graceIsOver();
    for (int i = 0; i < 4; i++) {
      sweep.look();
    }
    assertThat(deleted)
        .containsExactly("Pod " + NAME + " pod", "NetworkPolicy " + NAME + " policy");
    assertThat(told).filteredOn(words -> words.contains("restored")).hasSize(1);
    assertThat(numbers).containsEntry("PersistentVolumeClaim", 1L).containsEntry("Pod", 0L);
  }

  @Test
  void anothersPodWithTheLabelStaysAndKeepsTheNetworkPolicyThatSelectsIt() {
    ObjectMeta foreign = meta("foreign");
    foreign.setName("web");
    put(Kind.POD, new PodBuilder().withMetadata(foreign).build());
    graceIsOver();
    for (int i = 0; i < 4; i++) {
      sweep.look();
    }
    assertThat(deleted).containsExactly("Pod " + NAME + " pod");
    assertThat(told).anyMatch(words -> words.contains("left alone"));
  }

  private final class Reads implements OrphanReads {
    @Override
    public Set<String> tasks(String namespace) throws NotReadable {
      check();
      return tasks;
    }

    @Override
    public Optional<HasMetadata> object(Kind kind, String namespace, String name)
        throws NotReadable {
      check();
      return labelled(kind, namespace, TASK).stream()
          .filter(object -> object.getMetadata().getName().equals(name))
          .findFirst();
    }

    @Override
    public List<HasMetadata> labelled(Kind kind, String namespace, String taskUid)
        throws NotReadable {
      check();
      return List.copyOf(server.getOrDefault(kind, Map.of()).values());
    }

    @Override
    public Optional<PersistentVolume> volume(String name) {
      throw new AssertionError("no claim here is bound");
    }

    private void check() throws NotReadable {
      if (!readable) {
        throw new NotReadable("time-out");
      }
    }
  }

  private final class Told implements OrphanEvents {
    @Override
    public void orphan(HasMetadata object, String reason, String message) {
      told.add(reason + " " + object.getKind() + " " + message);
    }
  }

  private final class Counted implements OrphanMetrics {
    @Override
    public void orphans(Map<String, Long> all) {
      numbers = Map.copyOf(all);
    }

    @Override
    public void orphanDestroyed(String kind) {}
  }
}
