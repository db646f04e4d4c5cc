package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a cluster is like that has what a policy asks for: in the place of what is not known. Every
 * use of it is a question left open.
 */
final class OrdinaryCluster {
  static final List<Facts.CanaryFacts> CANARIES = OrdinarySite.usual().canaries();

  private static final String UNKNOWN = "unknown";
  private static final String NODE = "some-node";
  private static final String NO_DIGEST = "sha256:" + "0".repeat(64);

  private OrdinaryCluster() {}

  /** The classes that a policy allows, each with the first handler that it allows. */
  static Map<String, Facts.RuntimeClassFacts> runtimeClasses(SandboxPolicySpec policy) {
    Map<String, Facts.RuntimeClassFacts> classes = new TreeMap<>();
    for (AllowedRuntime runtime : orEmpty(policy.runtimes())) {
      if (!orEmpty(runtime.handlers()).isEmpty()) {
        classes.put(
            runtime.runtimeClassName(),
            new Facts.RuntimeClassFacts(
                runtime.runtimeClassName(),
                UNKNOWN,
                runtime.handlers().getFirst(),
                Map.of(),
                Map.of(),
                List.of()));
      }
    }
    return classes;
  }

  /** One node that has every handler and that every selector matches. */
  static List<Facts.NodeFacts> nodes(
      SandboxPolicySpec policy, Map<String, Facts.RuntimeClassFacts> classes) {
    Map<String, String> labels = new HashMap<>();
    if (policy.pods() != null && policy.pods().nodeSelector() != null) {
      labels.putAll(policy.pods().nodeSelector());
    }
    classes.values().forEach(one -> labels.putAll(one.nodeSelector()));
    return List.of(
        new Facts.NodeFacts(
            NODE,
            UNKNOWN,
            true,
            false,
            classes.values().stream().map(Facts.RuntimeClassFacts::handler).distinct().toList(),
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            labels,
            List.of()));
  }

  /** The classes that a policy allows, none of which keeps what was written to it. */
  static Map<String, Facts.StorageClassFacts> storageClasses(SandboxPolicySpec policy) {
    Map<String, Facts.StorageClassFacts> classes = new TreeMap<>();
    if (policy.workspace() != null) {
      orEmpty(policy.workspace().storageClassNames()).stream()
          .filter(Objects::nonNull)
          .forEach(name -> classes.put(name, new Facts.StorageClassFacts(name, "Delete")));
    }
    return classes;
  }

  /** The probe's digest that certificates name; they are of the probe that is in use. */
  static Facts.Platform platform(Map<String, Facts.CertificateFacts> certificates) {
    String digest =
        certificates.values().stream()
            .map(Facts.CertificateFacts::probeDigest)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse(NO_DIGEST);
    return new Facts.Platform("probe@" + digest, "IfNotPresent", List.of());
  }

  /** Each of these nodes certified under each class, and every canary answered there. */
  static Map<String, Facts.CertificateFacts> certificates(
      SandboxPolicySpec policy,
      Map<String, Facts.RuntimeClassFacts> classes,
      List<Facts.NodeFacts> nodes,
      List<Facts.CanaryFacts> canaries,
      Facts.Platform platform,
      Instant now) {
    Map<String, Facts.CertificateFacts> certificates = new TreeMap<>();
    for (Facts.RuntimeClassFacts runtimeClass : classes.values()) {
      for (Facts.NodeFacts node : nodes) {
        certificates.put(
            Certification.name(node.name(), runtimeClass.name()),
            new Facts.CertificateFacts(
                node.name(),
                runtimeClass.name(),
                true,
                Certification.CERTIFIED,
                "",
                node.uid(),
                node.bootId(),
                node.kernelVersion(),
                node.containerRuntimeVersion(),
                node.kubeletVersion(),
                runtimeClass.handler(),
                runtimeClass.uid(),
                platform.probeImage().substring(platform.probeImage().indexOf('@') + 1),
                guestKernel(policy, runtimeClass),
                answers(canaries),
                now,
                now.plusSeconds(3600)));
      }
    }
    return certificates;
  }

  /**
   * GVisor's is the same everywhere (gvisor.dev, "uname" of its Sentry); Kata's is the host's
   * choice.
   */
  private static String guestKernel(
      SandboxPolicySpec policy, Facts.RuntimeClassFacts runtimeClass) {
    return orEmpty(policy.runtimes()).stream()
            .anyMatch(
                one ->
                    one.runtimeClassName().equals(runtimeClass.name())
                        && one.kind() == RuntimeKind.GVisor)
        ? "4.19.0-gvisor"
        : UNKNOWN;
  }

  private static List<String> answers(List<Facts.CanaryFacts> canaries) {
    List<String> answers = new ArrayList<>();
    for (Facts.CanaryFacts canary : canaries) {
      String host =
          canary.address().contains(":") ? "[" + canary.address() + "]" : canary.address();
      answers.add(host + ":" + canary.port() + "/TCP");
      answers.add(host + ":" + canary.port() + "/UDP");
    }
    return answers;
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
