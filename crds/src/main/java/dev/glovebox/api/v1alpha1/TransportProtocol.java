package dev.glovebox.api.v1alpha1;

/** A transport protocol of a granted port. */
public enum TransportProtocol {
  /** TCP. */
  TCP,
  /** UDP. */
  UDP
}
