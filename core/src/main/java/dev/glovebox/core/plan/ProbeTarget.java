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

  /** How a certificate names the node itself, whose address differs from pod to pod. */
  private static final String OWN_NODE = "own-node";

  /** What is asked, as certificates name it: {@code 10.0.0.1:443/TCP}, {@code [::1]:53/UDP}. */
  public String endpoint() {
    String host =
        kind == Kind.OwnNode ? OWN_NODE : address.indexOf(':') < 0 ? address : "[" + address + "]";
    return host + ":" + port + "/" + protocol;
  }

  /** The same target, known to answer or not. */
  ProbeTarget certified(boolean answers) {
    return new ProbeTarget(name, kind, address, port, protocol, answers);
  }

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
