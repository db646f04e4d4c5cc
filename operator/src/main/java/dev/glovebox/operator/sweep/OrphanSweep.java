package dev.glovebox.operator.sweep;

import dev.glovebox.core.sweep.LabelledObject.Kind;
import dev.glovebox.core.sweep.Sweep;
import dev.glovebox.operator.facts.InformedPolicies;
import dev.glovebox.operator.facts.LabelledObjects;
import dev.glovebox.operator.observe.LogKeys;
import dev.glovebox.operator.observe.OrphanEvents;
import dev.glovebox.operator.observe.OrphanMetrics;
import dev.glovebox.operator.sweep.OrphanReads.NotReadable;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then for objects whose task is gone. It costs no request as long as there are none:
 * the informers say which may be. What was seen is forgotten with the process, so a restart begins
 * the grace period anew.
 */
public final class OrphanSweep implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanSweep.class);

  private static final Duration AT_LEAST_EVERY = Duration.ofSeconds(60);
  private static final Duration AT_MOST_EVERY = Duration.ofSeconds(1);

  /** A look is taken so often within the grace period, so that it is late by a quarter at most. */
  private static final int LOOKS_PER_GRACE = 4;

  /** Deletes one object, on the condition that it still is that very one. */
  interface Deletion {
    WriteResult delete(ObjectKind kind, String namespace, String name, Precondition precondition);
  }

  /** What informers hold. */
  interface Known {
    /** Pods, claims and NetworkPolicies with a task's label. */
    Stream<HasMetadata> objects();

    /** Whether the object's task was there when an informer last heard. */
    boolean hasTask(HasMetadata object);
  }

  private static final class Orphan {
    private final Instant firstSeen;
    private String said = "";

    Orphan(Instant firstSeen) {
      this.firstSeen = firstSeen;
    }
  }

  private final Known known;
  private final OrphanReads reads;
  private final Duration grace;
  private final Deletion deletion;
  private final Duration every;
  private final OrphanEvents events;
  private final OrphanMetrics metrics;
  private final Clock clock;

  /** By the object's UID. */
  private final Map<String, Orphan> orphans = new HashMap<>();

  OrphanSweep(
      Known known,
      OrphanReads reads,
      Deletion deletion,
      Duration grace,
      OrphanEvents events,
      OrphanMetrics metrics,
      Clock clock) {
    this.known = known;
    this.reads = reads;
    this.grace = grace;
    this.deletion = deletion;
    Duration often = grace.dividedBy(LOOKS_PER_GRACE);
    this.every =
        often.compareTo(AT_LEAST_EVERY) > 0
            ? AT_LEAST_EVERY
            : often.compareTo(AT_MOST_EVERY) < 0 ? AT_MOST_EVERY : often;
    this.events = events;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Connects the parts; {@link #run} starts it, in the operator that leads, when the controllers'
   * informers hold everything.
   *
   * @param grace for how long an object is only reported
   */
  public static OrphanSweep of(
      KubernetesClient client,
      LabelledObjects objects,
      InformedPolicies policies,
      Duration grace,
      ClusterWriter writer,
      OrphanEvents events,
      OrphanMetrics metrics,
      Clock clock) {
    var known =
        new Known() {
          @Override
          public Stream<HasMetadata> objects() {
            return Stream.concat(objects.podsAndClaims(), policies.labelled().stream());
          }

          @Override
          public boolean hasTask(HasMetadata object) {
            return objects.hasTask(
                object.getMetadata().getNamespace(), OrphanJudge.taskUid(object));
          }
        };
    return new OrphanSweep(
        known, new ServerOrphanReads(client), writer::delete, grace, events, metrics, clock);
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        look();
      } catch (RuntimeException e) {
        LOG.warn("A look for objects without a task failed; the next one is in {}", every, e);
      }
      try {
        Thread.sleep(every);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Looks once at all of them. */
  void look() {
    Map<String, Long> numbers = new TreeMap<>();
    for (Kind kind : Kind.values()) {
      numbers.put(written(kind).kind(), 0L);
    }
    Set<String> seen = new HashSet<>();
    var judge = new OrphanJudge(reads, grace);
    known
        .objects()
        .filter(object -> !known.hasTask(object))
        .forEach(
            object -> {
              Kind kind = kind(object);
              try {
                if (isOrphan(judge, kind, object)) {
                  seen.add(object.getMetadata().getUid());
                  numbers.merge(written(kind).kind(), 1L, Long::sum);
                }
              } catch (NotReadable e) {
                seen.add(object.getMetadata().getUid());
                LOG.debug("{} could not be judged: {}", object.getMetadata().getName(), e);
              }
            });
    orphans.keySet().retainAll(seen);
    metrics.orphans(numbers);
  }

  private boolean isOrphan(OrphanJudge judge, Kind kind, HasMetadata object) throws NotReadable {
    if (object.getMetadata().getDeletionTimestamp() != null) {
      return true;
    }
    Instant now = clock.instant();
    Orphan orphan = orphans.get(object.getMetadata().getUid());
    Instant firstSeen = orphan == null ? now : orphan.firstSeen;
    return switch (judge.judge(kind, object, firstSeen, now)) {
      case Sweep.Keep keep -> false;
      case Sweep.Report report -> {
        tell(object, report.why());
        yield true;
      }
      case Sweep.Destroy destroy -> {
        destroy(kind, object, destroy.why());
        yield true;
      }
    };
  }

  private void tell(HasMetadata object, String why) {
    Orphan orphan =
        orphans.computeIfAbsent(object.getMetadata().getUid(), uid -> new Orphan(clock.instant()));
    if (!orphan.said.equals(why)) {
      orphan.said = why;
      events.orphan(object, "Orphaned", why);
      log(object, why);
    }
  }

  private void destroy(Kind kind, HasMetadata object, String why) {
    var metadata = object.getMetadata();
    WriteResult result =
        deletion.delete(
            written(kind),
            metadata.getNamespace(),
            metadata.getName(),
            Precondition.uid(metadata.getUid()));
    if (result instanceof WriteResult.Done) {
      metrics.orphanDestroyed(written(kind).kind());
      events.orphan(object, "OrphanDestroyed", why);
      log(object, why + ". This object was deleted");
    } else {
      log(object, why + ". Its deletion was not taken, and is tried again: " + result);
    }
  }

  private static void log(HasMetadata object, String message) {
    LOG.atWarn()
        .addKeyValue(LogKeys.NAMESPACE, object.getMetadata().getNamespace())
        .addKeyValue("kind", object.getKind())
        .addKeyValue("name", object.getMetadata().getName())
        .log(message);
  }

  private static Kind kind(HasMetadata object) {
    return object instanceof Pod
        ? Kind.POD
        : object instanceof PersistentVolumeClaim ? Kind.CLAIM : Kind.NETWORK_POLICY;
  }

  private static ObjectKind written(Kind kind) {
    return switch (kind) {
      case POD -> ObjectKind.POD;
      case CLAIM -> ObjectKind.CLAIM;
      case NETWORK_POLICY -> ObjectKind.NETWORK_POLICY;
    };
  }
}
