package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.LabelledObjects;
import dev.glovebox.operator.facts.PolicyWatch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The informers of the controller: pods and claims with a task's label, and volumes. They wake the
 * right task, and hold only what the steps read of them.
 *
 * <p>resourceVersions are not compared anywhere: in this version of the SDK that filter may drop
 * other people's changes (java-operator-sdk #3398).
 */
final class TaskCaches {
  static final String TASK_BY_UID = "task-by-uid";
  private static final String TASK_BY_OBJECT = "task-by-object-name";
  private static final String VOLUME_BY_CLAIM = "volume-by-claim";

  private final ActiveTasks activeTasks;
  private final LabelledObjects labelledObjects;
  private final Certifications certifications;
  private final PolicyWatch policies;
  private final ClusterView view;
  private final SeenPods seenPods = new SeenPods();
  private final AtomicReference<InformerEventSource<Pod, SandboxTask>> pods =
      new AtomicReference<>();
  private final AtomicReference<InformerEventSource<PersistentVolume, SandboxTask>> volumes =
      new AtomicReference<>();

  TaskCaches(
      ActiveTasks activeTasks,
      LabelledObjects labelledObjects,
      Certifications certifications,
      PolicyWatch policies,
      ClusterView view) {
    this.activeTasks = activeTasks;
    this.labelledObjects = labelledObjects;
    this.certifications = certifications;
    this.policies = policies;
    this.view = view;
  }

  /** Builds the informers, and the indexes of the tasks' own. */
  List<EventSource<?, SandboxTask>> prepare(EventSourceContext<SandboxTask> context) {
    IndexerResourceCache<SandboxTask> tasks = context.getPrimaryCache();
    tasks.addIndexers(
        Map.of(
            TASK_BY_UID,
            task -> List.of(task.getMetadata().getUid()),
            TASK_BY_OBJECT,
            task -> List.of(objectKey(task)),
            ActiveTasks.INDEX,
            ActiveTasks::namespaceIfActive));
    activeTasks.readFrom(namespace -> tasks.byIndex(ActiveTasks.INDEX, namespace));

    var podSource = labelled(Pod.class, seenPods, view.lists("pods of tasks"), tasks, context);
    var claimSource =
        labelled(
            PersistentVolumeClaim.class,
            new TransformingItemStore<>(Stripped::metadata),
            // The isolation of what runs does not rest on claims.
            () -> {},
            tasks,
            context);
    var volumeSource = volumeSource(tasks, context);
    pods.set(podSource);
    volumes.set(volumeSource);
    labelledObjects.readFrom(
        () -> Stream.concat(podSource.list(), claimSource.list()),
        (namespace, uid) ->
            tasks.byIndex(TASK_BY_UID, uid).stream()
                .anyMatch(task -> task.getMetadata().getNamespace().equals(namespace)));
    return List.of(
        podSource,
        claimSource,
        volumeSource,
        new VerdictSource(activeTasks, certifications),
        new WatchedChanges(policies, view, tasks));
  }

  /** A pod by name, as last seen. */
  Optional<ObjectReads.SeenPod> pod(String namespace, String name) {
    return pods.get()
        .get(new ResourceID(name, namespace))
        .map(pod -> new ObjectReads.SeenPod(pod, seenPods.changes(pod)));
  }

  /** A pod that is gone, as it ended, if that was seen. */
  Optional<Pod> gonePod(String uid) {
    return seenPods.gone(uid);
  }

  /** Volumes by the claim that their claimRef names, as last seen. */
  List<PersistentVolume> volumes(String namespace, String claim) {
    return volumes.get().byIndex(VOLUME_BY_CLAIM, namespace + "/" + claim);
  }

  private static <R extends HasMetadata> InformerEventSource<R, SandboxTask> labelled(
      Class<R> type,
      ItemStore<R> store,
      Runnable listed,
      IndexerResourceCache<SandboxTask> tasks,
      EventSourceContext<SandboxTask> context) {
    return new InformerEventSource<R, SandboxTask>(
        InformerEventSourceConfiguration.from(type, SandboxTask.class)
            .withLabelSelector(Names.TASK_UID_LABEL)
            .withItemStore(store)
            .withComparableResourceVersion(false)
            .withSecondaryToPrimaryMapper(
                object -> {
                  Set<ResourceID> woken = new HashSet<>();
                  woken.addAll(
                      ids(
                          tasks.byIndex(
                              TASK_BY_UID,
                              object.getMetadata().getLabels().get(Names.TASK_UID_LABEL))));
                  // And by name: somebody may have given the label another value.
                  woken.addAll(ids(tasks.byIndex(TASK_BY_OBJECT, key(object))));
                  return woken;
                })
            .build(),
        context) {
      @Override
      public void onList(String resourceVersion, boolean remainedEmpty) {
        listed.run();
      }
    };
  }

  private static InformerEventSource<PersistentVolume, SandboxTask> volumeSource(
      IndexerResourceCache<SandboxTask> tasks, EventSourceContext<SandboxTask> context) {
    var source =
        new InformerEventSource<PersistentVolume, SandboxTask>(
            InformerEventSourceConfiguration.from(PersistentVolume.class, SandboxTask.class)
                .withItemStore(new TransformingItemStore<>(Stripped::volume))
                .withComparableResourceVersion(false)
                .withSecondaryToPrimaryMapper(
                    volume -> {
                      String claim = claimKey(volume);
                      return claim == null ? Set.of() : ids(tasks.byIndex(TASK_BY_OBJECT, claim));
                    })
                .build(),
            context);
    source.addIndexers(
        Map.of(
            VOLUME_BY_CLAIM,
            volume -> {
              String claim = claimKey(volume);
              return claim == null ? List.of() : List.of(claim);
            }));
    return source;
  }

  private static String objectKey(SandboxTask task) {
    return task.getMetadata().getNamespace()
        + "/"
        + Names.objectName(task.getMetadata().getName(), task.getMetadata().getUid());
  }

  private static String key(HasMetadata object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }

  private static String claimKey(PersistentVolume volume) {
    ObjectReference claim = volume.getSpec() == null ? null : volume.getSpec().getClaimRef();
    return claim == null ? null : claim.getNamespace() + "/" + claim.getName();
  }

  private static Set<ResourceID> ids(List<SandboxTask> tasks) {
    return tasks.stream().map(ResourceID::fromResource).collect(Collectors.toSet());
  }
}
