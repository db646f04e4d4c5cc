package dev.glovebox.core.verify.policies;

/** A policy says something that is not known here. The message continues "it has …". */
final class NotUnderstood extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotUnderstood(String what) {
    super(what);
  }
}
