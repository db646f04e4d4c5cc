package dev.glovebox.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keys of labels and annotations that a runtime or an add-on obeys, and that could so weaken a
 * sandbox from outside the pod's spec. Refused wherever they could come from.
 */
public final class ReservedKeys {

  /** What obeys keys that start like this; compared in lower case. */
  private record Prefix(String prefix, String obeyedBy) {}

  private static final List<Prefix> PREFIXES =
      List.of(
          // Flags, mounts and host paths:
          // https://gvisor.dev/docs/user_guide/containerd/configuration/
          new Prefix("dev.gvisor.", "gVisor"),
          // GHSA-rr59-xxvx-96qr: two of these mounted the host's disk into the guest.
          new Prefix("io.katacontainers.", "Kata Containers"),
          // containerd's untrusted-workload, and everything of CRI-O's.
          new Prefix("io.kubernetes.cri", "the container runtime"),
          new Prefix("io.containers.", "CRI-O"),
          // Interfaces that no NetworkPolicy covers.
          new Prefix("k8s.v1.cni.cncf.io/", "Multus"),
          new Prefix("v1.multus-cni.io/", "Multus"),
          new Prefix("cni.projectcalico.org/", "Calico"),
          new Prefix("kubernetes.io/ingress-bandwidth", "the bandwidth plug-in"),
          new Prefix("kubernetes.io/egress-bandwidth", "the bandwidth plug-in"),
          new Prefix("container.apparmor.security.beta.kubernetes.io/", "the kubelet"),
          new Prefix("seccomp.security.alpha.kubernetes.io/", "the kubelet"),
          new Prefix("sidecar.istio.io/", "Istio"),
          new Prefix("cluster-autoscaler.kubernetes.io/", "the cluster autoscaler"),
          new Prefix("cdi.k8s.io", "the container device interface"));

  /** CRI-O's own domain, with any subdomain: {@code shm-size.crio.io}. */
  private static final String CRIO_DOMAIN = "crio.io";

  private ReservedKeys() {}

  /** How reserved keys begin, in lower case; CRI-O's own domain is reserved besides. */
  public static List<String> prefixes() {
    return PREFIXES.stream().map(Prefix::prefix).toList();
  }

  /** What obeys this key of a label or annotation; empty when it is not reserved. */
  public static Optional<String> obeyedBy(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    int slash = lower.indexOf('/');
    String domain = slash < 0 ? lower : lower.substring(0, slash);
    if (domain.equals(CRIO_DOMAIN) || domain.endsWith("." + CRIO_DOMAIN)) {
      return Optional.of("CRI-O");
    }
    return PREFIXES.stream()
        .filter(entry -> lower.startsWith(entry.prefix()))
        .map(Prefix::obeyedBy)
        .findFirst();
  }

  /** One message for each reserved key, in the order of the keys. */
  static List<String> problems(String owner, Map<String, String> metadata, String kind) {
    List<String> problems = new ArrayList<>();
    for (String key : new TreeMap<>(metadata == null ? Map.of() : metadata).keySet()) {
      obeyedBy(key)
          .ifPresent(
              by ->
                  problems.add(
                      "%s%s %s is reserved: %s obeys it; remove it"
                          .formatted(owner, kind, Text.shown(key), by)));
    }
    return problems;
  }
}
