package dev.glovebox.core.plan;

/**
 * An address that must not answer from inside the sandbox.
 *
 * @param name for people and reports, unique in a plan
 * @param address IP address, or {@code $(GLOVEBOX_HOST_IP)} for the node that the pod lands on
 * @param certified whether it is known to answer an unrestricted pod: only then does silence prove
 *     something
 */
public record ProbeTarget(
    String name, Kind kind, String address, int port, String protocol, boolean certified) {
  /** What stands at the address. */
  public enum Kind {
    Canary,
    ApiServer,
    Dns,
    Kubelet,
    OwnNode,
    Metadata
  }
}
