package dev.glovebox.e2e.fault;

/** Decides what becomes of each call. */
@FunctionalInterface
public interface Fault {
  /** Nothing is amiss. */
  Fault NONE = call -> new Answer.Forward();

  /** Called once for each call, before it is sent on, on any of several threads; may block. */
  Answer judge(Call call);
}
