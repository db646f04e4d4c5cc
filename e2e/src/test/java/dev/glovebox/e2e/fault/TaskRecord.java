package dev.glovebox.e2e.fault;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the real API server says of a namespace's tasks and their pods, seen by the test and not by
 * way of the proxy: every start of a task's container, in whatever pod.
 */
final class TaskRecord implements AutoCloseable {
  private final Workplace workplace;
  private final SharedIndexInformer<SandboxTask> tasks;
  private final SharedIndexInformer<Pod> pods;
  private final Map<String, Set<String>> starts = new ConcurrentHashMap<>();

  TaskRecord(Workplace workplace) {
    this.workplace = workplace;
    var client = workplace.cluster().client();
    tasks = client.resources(SandboxTask.class).inNamespace(workplace.namespace()).inform();
    pods =
        client
            .pods()
            .inNamespace(workplace.namespace())
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(Pod pod) {
                    note(pod);
                  }

                  @Override
                  public void onUpdate(Pod before, Pod pod) {
                    note(pod);
                  }

                  @Override
                  public void onDelete(Pod pod, boolean unknown) {
                    note(pod);
                  }
                });
  }

  private void note(Pod pod) {
    String uid = pod.getMetadata().getLabels().get("glovebox.dev/task-uid");
    if (uid == null) {
      return;
    }
    for (var container : pod.getStatus().getContainerStatuses()) {
      boolean started =
          container.getState().getRunning() != null
              || (container.getState().getTerminated() != null
                  && container.getState().getTerminated().getStartedAt() != null);
      if (container.getName().equals("task") && started) {
        starts
            .computeIfAbsent(uid, any -> ConcurrentHashMap.newKeySet())
            .add(pod.getMetadata().getUid() + " " + container.getContainerID());
      }
    }
  }

  /** The task as last seen; null = it is not there. */
  SandboxTask task(String name) {
    return tasks.getIndexer().getByKey(workplace.namespace() + "/" + name);
  }

  /** Pods and containers in which the process of a task has started. */
  Set<String> starts(String taskUid) {
    return starts.getOrDefault(taskUid, Set.of());
  }

  @Override
  public void close() {
    tasks.close();
    pods.close();
  }
}
