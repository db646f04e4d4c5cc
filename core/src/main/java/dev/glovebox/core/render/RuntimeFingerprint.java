package dev.glovebox.core.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import java.util.List;

/**
 * By what a family of runtimes is known from inside. The only place in Glovebox that knows one.
 *
 * <p>A sign is weak: any guest could imitate it. It is asked for in addition to a kernel that is no
 * node's, so that a sandbox of an unknown kind is refused.
 *
 * @param kind for the probe's messages
 * @param cmdlineContains in /proc/cmdline
 * @param osreleaseContains in /proc/sys/kernel/osrelease
 * @param mountsContain in /proc/self/mountinfo
 * @param guestKernels releases, one of which the kernel's must equal; null while none is known,
 *     which is only so when a node is certified
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuntimeFingerprint(
    String kind,
    List<String> cmdlineContains,
    List<String> osreleaseContains,
    List<String> mountsContain,
    List<String> guestKernels) {

  /** The same signs, and a kernel that is one of these. */
  RuntimeFingerprint withGuestKernels(List<String> releases) {
    return new RuntimeFingerprint(
        kind, cmdlineContains, osreleaseContains, mountsContain, List.copyOf(releases));
  }

  /** One sign found in its place is enough. */
  public static RuntimeFingerprint of(RuntimeKind kind) {
    return switch (kind) {
      // Its release is 4.19.0-gvisor since April 2026 and was 4.4.0 before; the command line has
      // had BOOT_IMAGE=/vmlinuz-<release>-gvisor all along.
      case GVisor ->
          new RuntimeFingerprint(
              kind.name(), List.of("-gvisor"), List.of("-gvisor"), List.of(), null);
      // Seen on Kata 4.1.0: systemd.unit=kata-containers.target and agent.* on the guest's command
      // line, /etc/hosts and others mounted from kataShared. Its release is any Linux.
      case Kata ->
          new RuntimeFingerprint(
              kind.name(), List.of("kata", "agent."), List.of(), List.of("kataShared"), null);
    };
  }
}
