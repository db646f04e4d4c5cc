package dev.glovebox.operator.reconcile;

import dev.glovebox.operator.write.ObjectKind;

/** The NetworkPolicy comes first: there is never a pod without it. */
final class PolicyStep implements Step {
  private final Maker maker;

  PolicyStep(Maker maker) {
    this.maker = maker;
  }

  @Override
  public Progress run(Pass pass) {
    return switch (maker.make(ObjectKind.NETWORK_POLICY, pass.rendered().networkPolicy(), pass)) {
      case Maker.NotThere no -> no.progress();
      case Maker.There there -> {
        pass.policyObject(there.object().json());
        yield new Progress.Proceed();
      }
    };
  }
}
