package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.core.net.Cidr;
import dev.glovebox.operator.facts.PolicyEngine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorConfigTest {

  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  private static Map<String, String> required() {
    Map<String, String> environment = new HashMap<>();
    environment.put("GLOVEBOX_NAMESPACE", "glovebox-system");
    environment.put("HOSTNAME", "glovebox-operator-6b8c-x2k9p");
    environment.put("GLOVEBOX_PROBE_IMAGE", "glovebox.local/probe@" + DIGEST);
    environment.put("GLOVEBOX_ADMISSION_POLICIES", "glovebox-objects, glovebox-policies");
    return environment;
  }

  @Test
  void whatIsNotSetHasTheDocumentedDefault() throws InvalidConfiguration {
    OperatorConfig config = OperatorConfig.from(required());
    assertThat(config)
        .isEqualTo(
            new OperatorConfig(
                "glovebox-system",
                "glovebox-operator-6b8c-x2k9p",
                "glovebox.local/probe@" + DIGEST,
                "IfNotPresent",
                "glovebox-canary",
                List.of(),
                List.of(),
                List.of(),
                List.of("glovebox-objects", "glovebox-policies"),
                List.of(),
                new PolicyEngine.Pods("kube-system", ""),
                2,
                Duration.ofMinutes(10),
                true,
                8080,
                "text",
                "info"));
  }

  @Test
  void everyVariableCounts() throws InvalidConfiguration {
    Map<String, String> environment = required();
    environment.put("GLOVEBOX_PROBE_PULL_POLICY", "Always");
    environment.put("GLOVEBOX_CANARY_NAMESPACE", "canaries");
    environment.put("GLOVEBOX_BLOCKED_CIDRS", "203.0.113.0/24, 2001:db8::/32");
    environment.put("GLOVEBOX_CLUSTER_CIDRS", "10.0.0.0/8");
    environment.put("GLOVEBOX_UNDERSTOOD_POLICY_GROUPS", "cilium.io, k8s.ovn.org");
    environment.put("GLOVEBOX_IMAGE_PULL_SECRETS", "registry, mirror");
    environment.put("GLOVEBOX_POLICY_ENGINE_NAMESPACE", "calico-system");
    environment.put("GLOVEBOX_POLICY_ENGINE_SELECTOR", "k8s-app in (calico-node)");
    environment.put("GLOVEBOX_CERTIFICATIONS_AT_ONCE", "5");
    environment.put("GLOVEBOX_ORPHAN_GRACE_SECONDS", "86400");
    environment.put("GLOVEBOX_LEADER_ELECTION", "false");
    environment.put("GLOVEBOX_HTTP_PORT", "9090");
    environment.put("GLOVEBOX_LOG_FORMAT", "json");
    environment.put("GLOVEBOX_LOG_LEVEL", "debug");
    OperatorConfig config = OperatorConfig.from(environment);
    assertThat(config.probePullPolicy()).isEqualTo("Always");
    assertThat(config.canaryNamespace()).isEqualTo("canaries");
    assertThat(config.blockedCidrs())
        .containsExactly(Cidr.parse("203.0.113.0/24"), Cidr.parse("2001:db8::/32"));
    assertThat(config.clusterCidrs()).containsExactly(Cidr.parse("10.0.0.0/8"));
    assertThat(config.understoodPolicyGroups()).containsExactly("cilium.io", "k8s.ovn.org");
    assertThat(config.pullSecretNames()).containsExactly("registry", "mirror");
    assertThat(config.policyEngine())
        .isEqualTo(new PolicyEngine.Pods("calico-system", "k8s-app in (calico-node)"));
    assertThat(config.certificationsAtOnce()).isEqualTo(5);
    assertThat(config.orphanGrace()).isEqualTo(Duration.ofDays(1));
    assertThat(config.leaderElection()).isFalse();
    assertThat(config.httpPort()).isEqualTo(9090);
    assertThat(config.logFormat()).isEqualTo("json");
    assertThat(config.logLevel()).isEqualTo("debug");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GLOVEBOX_NAMESPACE|Glovebox|the name of the operator's namespace",
        "GLOVEBOX_PROBE_IMAGE|glovebox.local/probe:0.1.0|an image by digest",
        "GLOVEBOX_PROBE_IMAGE|glovebox.local/probe@sha256:abc|an image by digest",
        "GLOVEBOX_PROBE_PULL_POLICY|Sometimes|one of IfNotPresent, Always (default: IfNotPresent)",
        "GLOVEBOX_CANARY_NAMESPACE|a/b|a namespace's name",
        "GLOVEBOX_BLOCKED_CIDRS|10.0.0.0|address ranges such as 10.0.0.0/8",
        "GLOVEBOX_CLUSTER_CIDRS|10.1.0.0/8|host bits set",
        "GLOVEBOX_UNDERSTOOD_POLICY_GROUPS|cilium|a comma-separated list of cilium.io, crd.antrea.io",
        "GLOVEBOX_ADMISSION_POLICIES|a,,b|object names",
        "GLOVEBOX_POLICY_ENGINE_SELECTOR|app=\"x\"|a label selector",
        "GLOVEBOX_CERTIFICATIONS_AT_ONCE|0|a number from 1 to 100 (default: 2)",
        "GLOVEBOX_ORPHAN_GRACE_SECONDS|86401|a number from 1 to 86400 (default: 600)",
        "GLOVEBOX_LEADER_ELECTION|yes|one of true, false",
        "GLOVEBOX_HTTP_PORT|0|a port number from 1 to 65535",
        "GLOVEBOX_HTTP_PORT|65536|a port number from 1 to 65535",
        "GLOVEBOX_HTTP_PORT|http|a port number from 1 to 65535",
        "GLOVEBOX_LOG_FORMAT|xml|one of text, json",
        "GLOVEBOX_LOG_LEVEL|trace|one of info, debug",
      })
  void aBadValueStopsTheStartWithNameValueAndWhatIsAllowed(
      String name, String value, String allowed) {
    Map<String, String> environment = required();
    environment.put(name, value);
    assertThatThrownBy(() -> OperatorConfig.from(environment))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining(name)
        .hasMessageContaining("\"" + value + "\"")
        .hasMessageContaining(allowed);
  }

  @Test
  void allThatIsMissingIsNamedAtOnce() {
    assertThatThrownBy(() -> OperatorConfig.from(Map.of()))
        .isInstanceOf(InvalidConfiguration.class)
        .message()
        .satisfies(
            message ->
                assertThat(message.lines())
                    .hasSize(4)
                    .allMatch(line -> line.contains("is not set; it must be"))
                    .anyMatch(line -> line.startsWith("GLOVEBOX_NAMESPACE "))
                    .anyMatch(line -> line.startsWith("HOSTNAME "))
                    .anyMatch(line -> line.startsWith("GLOVEBOX_PROBE_IMAGE "))
                    .anyMatch(line -> line.startsWith("GLOVEBOX_ADMISSION_POLICIES ")));
  }
}
