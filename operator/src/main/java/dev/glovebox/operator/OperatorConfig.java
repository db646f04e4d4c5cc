package dev.glovebox.operator;

import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.verify.policies.OtherPolicies;
import dev.glovebox.operator.facts.PolicyEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the operator is told by its environment. The chart sets every variable; docs and chart use
 * the same names.
 *
 * @param namespace GLOVEBOX_NAMESPACE: where the operator runs and keeps its Lease. Required
 * @param identity HOSTNAME: the pod's name, under which the Lease is held; after a crash the same
 *     pod takes its Lease up again without waiting
 * @param probeImage GLOVEBOX_PROBE_IMAGE: image of the probe by digest. Required
 * @param probePullPolicy GLOVEBOX_PROBE_PULL_POLICY: IfNotPresent (default) or Always
 * @param canaryNamespace GLOVEBOX_CANARY_NAMESPACE: default glovebox-canary
 * @param blockedCidrs GLOVEBOX_BLOCKED_CIDRS: never granted, in addition to the built-in list
 * @param clusterCidrs GLOVEBOX_CLUSTER_CIDRS: the cluster's own ranges that the API does not show
 * @param understoodPolicyGroups GLOVEBOX_UNDERSTOOD_POLICY_GROUPS: API groups of network policies
 *     that the platform answers for; the operator does not look at them
 * @param admissionPolicies GLOVEBOX_ADMISSION_POLICIES: names of ValidatingAdmissionPolicies
 *     without which nothing is released. Required, not empty
 * @param pullSecretNames GLOVEBOX_IMAGE_PULL_SECRETS: with which the probe's image is pulled in the
 *     canaries' namespace; default none
 * @param policyEngine GLOVEBOX_POLICY_ENGINE_NAMESPACE (default kube-system) and
 *     GLOVEBOX_POLICY_ENGINE_SELECTOR, a label selector: the pods that enforce NetworkPolicies.
 *     When one of them starts, its node is certified again. Without a selector none is watched
 * @param certificationsAtOnce GLOVEBOX_CERTIFICATIONS_AT_ONCE: nodes that are certified at a time;
 *     default 2
 * @param orphanGrace GLOVEBOX_ORPHAN_GRACE_SECONDS: for how long an object whose task is gone is
 *     only reported; default 600, at most 86400
 * @param leaderElection GLOVEBOX_LEADER_ELECTION: default true
 * @param httpPort GLOVEBOX_HTTP_PORT: of /livez, /readyz and /metrics; default 8080
 * @param logFormat GLOVEBOX_LOG_FORMAT: text (default) or json; observe.LogSetup reads it as well
 * @param logLevel GLOVEBOX_LOG_LEVEL: info (default) or debug; as above
 */
public record OperatorConfig(
    String namespace,
    String identity,
    String probeImage,
    String probePullPolicy,
    String canaryNamespace,
    List<Cidr> blockedCidrs,
    List<Cidr> clusterCidrs,
    List<String> understoodPolicyGroups,
    List<String> admissionPolicies,
    List<String> pullSecretNames,
    PolicyEngine.Pods policyEngine,
    int certificationsAtOnce,
    Duration orphanGrace,
    boolean leaderElection,
    int httpPort,
    String logFormat,
    String logLevel) {

  private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";

  /** Roughly: the server knows exactly. */
  private static final String LABEL_SELECTOR = "[-A-Za-z0-9_./=!, ()]{1,1000}";

  private static final String DNS_NAME = "[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?";

  /**
   * Reads the environment.
   *
   * @throws InvalidConfiguration with every variable that is missing or has a bad value: each with
   *     its name, its value and what is allowed
   */
  public static OperatorConfig from(Map<String, String> environment) throws InvalidConfiguration {
    var variables = new Variables(environment);
    var config =
        new OperatorConfig(
            variables.matching(
                "GLOVEBOX_NAMESPACE", null, DNS_LABEL, "the name of the operator's namespace"),
            variables.matching("HOSTNAME", null, DNS_NAME, "the name of the operator's pod"),
            variables.matching(
                "GLOVEBOX_PROBE_IMAGE",
                null,
                "[^@\\s]+@sha256:[0-9a-f]{64}",
                "an image by digest: name@sha256:<64 hexadecimal digits>"),
            variables.oneOf("GLOVEBOX_PROBE_PULL_POLICY", "IfNotPresent", "Always"),
            variables.matching(
                "GLOVEBOX_CANARY_NAMESPACE", "glovebox-canary", DNS_LABEL, "a namespace's name"),
            variables.ranges("GLOVEBOX_BLOCKED_CIDRS"),
            variables.ranges("GLOVEBOX_CLUSTER_CIDRS"),
            variables.someOf("GLOVEBOX_UNDERSTOOD_POLICY_GROUPS", OtherPolicies.groups()),
            variables.names("GLOVEBOX_ADMISSION_POLICIES", DNS_NAME),
            variables.optionalNames("GLOVEBOX_IMAGE_PULL_SECRETS", DNS_NAME),
            new PolicyEngine.Pods(
                variables.matching(
                    "GLOVEBOX_POLICY_ENGINE_NAMESPACE",
                    "kube-system",
                    DNS_LABEL,
                    "a namespace's name"),
                variables.matching(
                    "GLOVEBOX_POLICY_ENGINE_SELECTOR", "", LABEL_SELECTOR, "a label selector")),
            variables.count("GLOVEBOX_CERTIFICATIONS_AT_ONCE", 2, 100),
            Duration.ofSeconds(variables.count("GLOVEBOX_ORPHAN_GRACE_SECONDS", 600, 86_400)),
            variables.oneOf("GLOVEBOX_LEADER_ELECTION", "true", "false").equals("true"),
            variables.port("GLOVEBOX_HTTP_PORT", 8080),
            variables.oneOf("GLOVEBOX_LOG_FORMAT", "text", "json"),
            variables.oneOf("GLOVEBOX_LOG_LEVEL", "info", "debug"));
    variables.throwIfAnyIsBad();
    return config;
  }
}
