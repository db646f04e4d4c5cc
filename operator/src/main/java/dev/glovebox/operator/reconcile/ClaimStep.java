package dev.glovebox.operator.reconcile;

import dev.glovebox.operator.write.ObjectKind;

/**
 * The workspace's claim. It is made only after the read back: until then a pod whose gate somebody
 * took off still cannot be scheduled.
 */
final class ClaimStep implements Step {
  private final Maker maker;

  ClaimStep(Maker maker) {
    this.maker = maker;
  }

  @Override
  public Progress run(Pass pass) {
    var claim = pass.rendered().claim();
    if (claim.isEmpty()) {
      return new Progress.Proceed();
    }
    return switch (maker.make(ObjectKind.CLAIM, claim.get(), pass)) {
      case Maker.NotThere no -> no.progress();
      case Maker.There there -> new Progress.Proceed();
    };
  }
}
