package dev.glovebox.core.certify;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.render.PlanHash;
import dev.glovebox.core.render.ProbePod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects of one certification. The two pods differ in their names, in one label, and in what
 * the probe waits for; the policy selects that label and allows nothing.
 *
 * @param policy made before both pods
 * @param open the control pod: no policy selects it
 * @param shut the pod that the policy selects
 */
public record CertificationObjects(NetworkPolicy policy, Pod open, Pod shut) {

  /** Label of every object of a certification; its value is {@link #id}. */
  public static final String LABEL = "glovebox.dev/certification";

  /** Label that the policy selects, of the restricted pod only. */
  public static final String RESTRICTED_LABEL = "glovebox.dev/certification-restricted";

  /** A pod that has not started by then will not show anything. */
  public static final int START_SECONDS = 60;

  /** How long the probe waits for what it is told to wait for. */
  static final int GIVE_UP_SECONDS = 30;

  private static final int ID_DIGITS = 10;

  /**
   * Renders.
   *
   * @param namespace of the canaries
   * @param nonce new for each certification: a report with another one is another's
   * @param targets what both pods ask
   */
  public static CertificationObjects of(
      Subject subject,
      String namespace,
      String nonce,
      List<ProbeTarget> targets,
      Facts.Platform platform,
      List<String> pullSecretNames) {
    String id = id(subject.name());
    Map<String, String> free = Map.of(LABEL, id, Names.MANAGED_BY_LABEL, Names.MANAGED_BY);
    Map<String, String> restricted = new TreeMap<>(free);
    restricted.put(RESTRICTED_LABEL, id);
    return new CertificationObjects(
        policy(namespace, id, free),
        pod(
            subject,
            namespace,
            Names.OBJECT_PREFIX + "cert-" + id + "-open",
            free,
            SurveyArgument.of(subject, nonce, SurveyArgument.Until.Answered, targets),
            platform,
            pullSecretNames),
        pod(
            subject,
            namespace,
            Names.OBJECT_PREFIX + "cert-" + id + "-shut",
            restricted,
            SurveyArgument.of(subject, nonce, SurveyArgument.Until.Silent, targets),
            platform,
            pullSecretNames));
  }

  /** What the objects of a certificate are called by: 10 digits of the SHA-256 of its name. */
  public static String id(String certificate) {
    return HexFormat.of().formatHex(PlanHash.sha256(certificate)).substring(0, ID_DIGITS);
  }

  private static Pod pod(
      Subject subject,
      String namespace,
      String name,
      Map<String, String> labels,
      SurveyArgument argument,
      Facts.Platform platform,
      List<String> pullSecretNames) {
    return new ProbePod(
            namespace,
            name,
            labels,
            subject.runtimeClass(),
            subject.node(),
            subject.tolerations(),
            pullSecretNames,
            platform.probeImage(),
            platform.probePullPolicy(),
            List.of("survey", argument.json()),
            // Counted from the kubelet's first sight of the pod.
            (long) START_SECONDS + GIVE_UP_SECONDS + 5)
        .rendered();
  }

  private static NetworkPolicy policy(String namespace, String id, Map<String, String> labels) {
    // @formatter:off
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withName(Names.OBJECT_PREFIX + "cert-" + id)
        .withNamespace(namespace)
        .withLabels(new TreeMap<>(labels))
        .endMetadata()
        .withNewSpec()
        .withNewPodSelector()
        .addToMatchLabels(RESTRICTED_LABEL, id)
        .endPodSelector()
        .withPolicyTypes("Ingress", "Egress")
        .endSpec()
        .build();
    // @formatter:on
  }
}
