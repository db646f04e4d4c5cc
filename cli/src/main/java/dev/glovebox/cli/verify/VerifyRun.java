package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.act.Changes;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One task of a verification: made, waited for, and deleted, whatever comes. */
final class VerifyRun implements AutoCloseable {
  private static final Set<Phase> ENDED = Set.of(Phase.Succeeded, Phase.Failed, Phase.Refused);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** For a task that may come about yet: three seconds, since who has pressed Ctrl-C waits. */
  private static final int LOOKS = 7;

  private final KubernetesClient client;
  private final Changes changes;
  private final Consumer<String> progress;
  private final Supplier<String> diagnosis;
  private final SandboxTask wanted;
  private final String name;
  private final String namespace;

  // Ctrl-C ends the process by this hook; the task has to go with it. Nobody else's has this name.
  final Thread hook = new Thread(() -> remove("interrupted: "));
  private boolean mayBeThere = true;

  /** Whether the API server has said what became of the creation; until then absence is no end. */
  private volatile boolean answered;

  /**
   * A run that begins with {@link #ended}.
   *
   * @param progress gets a line for each phase, and what became of the task
   * @param diagnosis what is wrong with the cluster and what to do, asked for when the task does
   *     not end; empty when nothing is
   */
  VerifyRun(
      KubernetesClient client,
      Consumer<String> progress,
      Supplier<String> diagnosis,
      SandboxTask wanted) {
    this.client = client;
    this.changes = new Changes(client);
    this.progress = progress;
    this.diagnosis = diagnosis;
    this.wanted = wanted;
    this.name = wanted.getMetadata().getName();
    this.namespace = wanted.getMetadata().getNamespace();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Makes the task and waits for its end.
   *
   * @throws Failure when it does not end in time
   * @throws KubernetesClientException when the API server says no
   */
  SandboxTask ended(Duration limit) {
    make();
    long until = System.nanoTime() + limit.toNanos();
    String shown = "";
    while (true) {
      SandboxTask task = task();
      if (task == null) {
        mayBeThere = false;
        throw new Failure(
            ExitCode.UNAVAILABLE,
            "task %s was deleted by somebody else; run it again".formatted(name));
      }
      Phase phase = task.getStatus() == null ? null : task.getStatus().phase();
      String now = phase == null ? "Pending" : phase.name();
      if (!now.equals(shown)) {
        progress.accept("%s: %s".formatted(name, now));
        shown = now;
      }
      if (phase != null && ENDED.contains(phase)) {
        return task;
      }
      if (System.nanoTime() > until) {
        throw new Failure(
            ExitCode.DEADLINE,
            "task %s has not ended within %d s, it is %s%s; %s"
                .formatted(name, limit.toSeconds(), now, Ending.waitsFor(task), advice()));
      }
      pause();
    }
  }

  /** What doctor calls failed is the likely cause; a cluster that is merely slow needs time. */
  private String advice() {
    String failures = diagnosis.get();
    return failures.isEmpty()
        ? "kubectl glovebox doctor looks at the whole cluster, --timeout 10m waits longer"
        : "doctor finds: " + failures;
  }

  private void make() {
    try {
      changes.create(wanted);
      answered = true;
    } catch (KubernetesClientException e) {
      // A server that says no has made nothing; one that does not answer, or errs, may have.
      mayBeThere = ClusterProblem.leavesOpen(e);
      answered = !mayBeThere;
      throw e;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_EVERY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(ExitCode.INTERRUPTED, "interrupted");
    }
  }

  /** What the task wrote. */
  String log(SandboxTask task) {
    return client
        .pods()
        .inNamespace(namespace)
        .withName(task.getStatus().podName())
        .inContainer("task")
        .getLog();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the process is ending, and the hook is at it
    }
    if (mayBeThere) {
      remove("");
    }
  }

  /** Deletes the task; one whose creation is not answered is waited for for some seconds. */
  void remove(String because) {
    try {
      for (int look = 1; ; look++) {
        boolean known = answered; // before the look: it tells what the look means
        SandboxTask there = task();
        if (there != null && changes.delete(there)) {
          progress.accept(
              "%stask %s is deleted, and all that it had goes with it".formatted(because, name));
          return;
        }
        if (there != null || known) {
          progress.accept("%stask %s is not there".formatted(because, name));
          return;
        }
        if (look == LOOKS) {
          mayBeLeft(because, "the API server has not said whether it was made");
          return;
        }
        pause();
      }
    } catch (KubernetesClientException e) {
      mayBeLeft(because, ClusterProblem.of(e));
    }
  }

  private void mayBeLeft(String because, String why) {
    progress.accept(
        "%stask %s may be left: %s; to remove it: kubectl glovebox delete --ignore-not-found %s -n %s"
            .formatted(because, name, why, name, namespace));
  }

  private SandboxTask task() {
    return client.resources(SandboxTask.class).inNamespace(namespace).withName(name).get();
  }
}
