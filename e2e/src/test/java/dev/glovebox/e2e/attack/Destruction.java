package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Watches what goes when a task is destroyed. */
record Destruction(Workplace where, SandboxTask task, String volume) {

  /** Of a task that has a pod and a bound claim. */
  static Destruction of(Workplace where, SandboxTask task) {
    return new Destruction(where, task, where.volume(task));
  }

  static void volumeGoesWithTheTask(Ground ground, Evidence evidence) {
    ground.tasks().script("keeper", "echo data > /workspace/data", Ground.SMALL);
    Destruction destruction = of(ground.tasks(), ground.tasks().finished("keeper"));
    evidence.control("the volume was there", destruction.volumeThere(), destruction.volume());
    evidence.control("its data was there", destruction.dataThere().getAsBoolean(), "");
    ground.tasks().handle("keeper").delete();
    List<String> order = destruction.watch();
    evidence.tried(
        "the order " + order, order.equals(List.of("pod", "claim", "volume", "policy")), order);
    evidence.tried(
        "the data outlives the task",
        !destruction.dataThere().getAsBoolean() || ground.cluster().node().isEmpty(),
        destruction.volume());
  }

  boolean volumeThere() {
    return where.cluster().client().persistentVolumes().withName(volume).get() != null;
  }

  /** The directory on the local node; elsewhere the volume object stands for it. */
  BooleanSupplier dataThere() {
    return () ->
        where
            .cluster()
            .node()
            .map(
                node ->
                    node.inNode(
                                "test",
                                "-e",
                                node.state().resolve("volumes/" + volume + "/data").toString())
                            .run()
                            .exitCode()
                        == 0)
            .orElseGet(this::volumeThere);
  }

  /**
   * What has gone, in order, until all has. Each look is taken in reverse order of destruction, so
   * that no change in between can hide a wrong order.
   */
  List<String> watch() {
    var client = where.cluster().client();
    String name = task.getStatus().podName();
    List<String> gone = new ArrayList<>();
    long end = System.nanoTime() + 60_000_000_000L;
    while (gone.size() < 4 && System.nanoTime() < end) {
      boolean policy =
          client
                  .network()
                  .v1()
                  .networkPolicies()
                  .inNamespace(where.namespace())
                  .withName(name)
                  .get()
              != null;
      boolean volumeThere = volumeThere();
      boolean claim =
          client.persistentVolumeClaims().inNamespace(where.namespace()).withName(name).get()
              != null;
      boolean pod = client.pods().inNamespace(where.namespace()).withName(name).get() != null;
      note(gone, pod, "pod");
      note(gone, claim, "claim");
      note(gone, volumeThere, "volume");
      note(gone, policy, "policy");
    }
    return gone;
  }

  private static void note(List<String> gone, boolean there, String what) {
    if (!there && !gone.contains(what)) {
      gone.add(what);
    }
  }
}
