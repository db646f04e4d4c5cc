package dev.glovebox.api.v1alpha1;

/** A family of isolated runtimes. */
public enum RuntimeKind {
  /** gVisor. */
  GVisor,
  /** Kata Containers. */
  Kata
}
