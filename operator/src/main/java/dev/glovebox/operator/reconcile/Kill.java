package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.render.ClosingPolicy;
import dev.glovebox.core.verify.IsolationLoss;
import dev.glovebox.core.verify.IsolationLoss.What;
import dev.glovebox.operator.observe.LogKeys;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes a pod whose isolation is lost, and closes its network at the same time. */
final class Kill {
  private static final Logger LOG = LoggerFactory.getLogger(Kill.class);

  private static final Set<What> OF_OUR_POLICY =
      EnumSet.of(What.NetworkPolicyDeleted, What.NetworkPolicyChanged);

  /** More than the tasks that one change can end at once. */
  private static final int REMEMBERED = 10_000;

  /** By the hash, whatever it is, the policy is the task's, and is destroyed with it. */
  private static final String NO_HASH = "none";

  /** A write takes some milliseconds, and a pod that is deleted a second. */
  private static final Duration RECORDED_WITHIN = Duration.ofMillis(250);

  /** Once the pod is deleted, for its record and its network: what takes longer is done again. */
  private static final Duration REST = Duration.ofSeconds(1);

  private final ObjectReads reads;
  private final ClusterWriter writer;
  private final TaskMetrics metrics;

  /** What was lost by the pods that were deleted for it, by UID, the newest. */
  private final RecentUids<IsolationLoss> killed = new RecentUids<>(REMEMBERED);

  Kill(ObjectReads reads, ClusterWriter writer, TaskMetrics metrics) {
    this.reads = reads;
    this.writer = writer;
    this.metrics = metrics;
  }

  /**
   * Closes the network and has the reason recorded at the same time, then deletes the pod: recorded
   * or not, and not later than {@link #RECORDED_WITHIN}. The pod may be gone before an operator
   * that comes after a crash looks, and then only the status tells that it was not somebody else
   * who deleted it. When the deletion is not taken the pass goes on to stop the task, which sends
   * it again.
   *
   * @param record writes the reason
   * @return what came of {@code record}
   */
  Progress recordThenKill(Pass pass, IsolationLoss loss, Supplier<Progress> record) {
    if (killed.contains(pass.pod().getMetadata().getUid())) {
      // The status was behind, or the informer is.
      pass.deletionWasSent();
      return record.get();
    }
    Thread closing = Thread.ofVirtual().name("close").start(() -> close(pass, loss));
    var recording = new FutureTask<>(record::get);
    Thread.ofVirtual().name("record").start(recording);
    try {
      recording.get(RECORDED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Whatever is the matter with the API server or with us: no reason to let it run.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill(pass, loss);
    try {
      // Others whose isolation is lost wait for this thread.
      closing.join(REST);
      return recording.get(REST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return new Progress.Retry("the lost isolation is not on record yet: " + loss.words());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Progress.Retry("interrupted");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  /**
   * Why a pod was deleted here. It may be gone before that is on record.
   *
   * @param podUid of the pod, recorded with the task
   */
  Optional<IsolationLoss> lossOf(String podUid) {
    return killed.of(podUid);
  }

  private void kill(Pass pass, IsolationLoss loss) {
    String uid = pass.pod().getMetadata().getUid();
    WriteResult deleted = writer.killPod(pass.namespace(), pass.objectName(), uid);
    if (deleted instanceof WriteResult.Done || deleted instanceof WriteResult.NotFound) {
      pass.deletionWasSent();
      killed.add(uid, loss);
      metrics.isolationLost(loss.what().name());
    }
    LogKeys.about(LOG.atWarn(), pass.task())
        .addKeyValue("what", loss.what())
        .log("isolation lost, the pod is deleted: {}", loss.words());
  }

  /** Denies the pod everything where its own policy was taken away; others' are not touched. */
  void close(Pass pass, IsolationLoss loss) {
    if (!OF_OUR_POLICY.contains(loss.what())) {
      return;
    }
    NetworkPolicy closing =
        ClosingPolicy.of(
            pass.namespace(),
            pass.objectName(),
            pass.task().getMetadata().getName(),
            pass.uid(),
            planHash(pass.pod()));
    WriteResult result = writer.create(ObjectKind.NETWORK_POLICY, closing);
    if (result instanceof WriteResult.AlreadyExists
        && reads.object(ObjectKind.NETWORK_POLICY, pass.namespace(), pass.objectName())
            instanceof Lookup.Found<JsonNode> there) {
      result = writer.replacePolicy(closing, new OwnObject(there.value()).uid());
    }
    if (!(result instanceof WriteResult.Done)) {
      // The kill does not depend on it.
      LogKeys.about(LOG.atWarn(), pass.task())
          .log("the NetworkPolicy was not put back: {}", result);
    }
  }

  private static String planHash(Pod pod) {
    var annotations = pod.getMetadata().getAnnotations();
    return annotations == null
        ? NO_HASH
        : annotations.getOrDefault(Names.PLAN_HASH_ANNOTATION, NO_HASH);
  }
}
