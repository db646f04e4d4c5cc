package dev.glovebox.operator.reconcile;

import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * The pod, held. It is made only while no pod was ever recorded: a pod that was recorded and is
 * gone may have run, and a second one would run the task twice.
 */
final class PodStep implements Step {
  private final Maker maker;

  PodStep(Maker maker) {
    this.maker = maker;
  }

  @Override
  public Progress run(Pass pass) {
    Pod planned = pass.rendered().pod();
    Maker.Made made =
        pass.recordedPod().isEmpty()
            ? maker.make(ObjectKind.POD, planned, pass)
            : maker.find(ObjectKind.POD, planned, pass);
    return switch (made) {
      case Maker.NotThere no -> no.progress();
      case Maker.There there -> {
        pass.podObject(there.object().json());
        pass.pod(there.object().asPod());
        yield new Progress.Proceed();
      }
    };
  }
}
