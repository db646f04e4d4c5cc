package dev.glovebox.cli.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import dev.glovebox.api.v1alpha1.NodeCertificateSpec;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxPolicyStatus;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether the CRDs are there, and have the fields of this version. */
final class CustomResources implements Check {
  static final String VERSION = "v1alpha1";
  private static final String APPLY =
      "apply this release's CRDs: helm upgrade, or kubectl apply --server-side -f crds/yaml";

  /** A kind's spec and status. */
  private record Parts(Class<?> spec, Class<?> status) {}

  private static final Map<String, Parts> KINDS =
      new TreeMap<>(
          Map.of(
              "sandboxtasks.glovebox.dev",
              new Parts(SandboxTaskSpec.class, SandboxTaskStatus.class),
              "sandboxpolicies.glovebox.dev",
              new Parts(SandboxPolicySpec.class, SandboxPolicyStatus.class),
              "nodecertificates.glovebox.dev",
              new Parts(NodeCertificateSpec.class, NodeCertificateStatus.class)));

  /** Names of the CRDs. */
  static Set<String> names() {
    return KINDS.keySet();
  }

  @Override
  public String look(Seen seen, Findings findings) {
    KINDS.forEach(
        (name, parts) -> {
          switch (seen.definitions().get(name)) {
            case Lookup.Found<CustomResourceDefinition> found ->
                compare(name, found.value(), parts, findings);
            case Lookup.Absent<CustomResourceDefinition> absent ->
                findings.failed("there is no CRD " + name, APPLY);
            case Lookup.Unreadable<CustomResourceDefinition> unreadable ->
                findings.unknown(unreadable.message(), Seen.ASK_FOR_RIGHT);
          }
        });
    return "CRDs %s, version %s".formatted(String.join(", ", KINDS.keySet()), VERSION);
  }

  private static void compare(
      String name, CustomResourceDefinition definition, Parts parts, Findings findings) {
    CustomResourceDefinitionVersion version =
        definition.getSpec().getVersions().stream()
            .filter(one -> VERSION.equals(one.getName()))
            .filter(one -> Boolean.TRUE.equals(one.getServed()))
            .findFirst()
            .orElse(null);
    if (version == null) {
      findings.failed("CRD %s does not serve version %s".formatted(name, VERSION), APPLY);
      return;
    }
    boolean established =
        definition.getStatus() != null
            && definition.getStatus().getConditions().stream()
                .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
    if (!established) {
      findings.failed("CRD %s is not established".formatted(name), "kubectl describe crd " + name);
    }
    Map<String, JSONSchemaProps> schema = version.getSchema().getOpenAPIV3Schema().getProperties();
    Set<String> differences = new TreeSet<>();
    differences.addAll(difference("spec", schema.get("spec"), parts.spec()));
    differences.addAll(difference("status", schema.get("status"), parts.status()));
    if (!differences.isEmpty()) {
      findings.failed(
          "CRD %s is of another version: %s".formatted(name, String.join(", ", differences)),
          APPLY + "; or use the kubectl-glovebox of the cluster's release");
    }
  }

  private static List<String> difference(String part, JSONSchemaProps schema, Class<?> type) {
    Set<String> there = schema == null ? Set.of() : schema.getProperties().keySet();
    Set<String> wanted = fields(type);
    Set<String> different = new TreeSet<>(there);
    different.addAll(wanted);
    return different.stream()
        .filter(field -> there.contains(field) != wanted.contains(field))
        .map(
            field ->
                "%s.%s is %s".formatted(part, field, there.contains(field) ? "new" : "not there"))
        .toList();
  }

  private static Set<String> fields(Class<?> type) {
    var mapper = new ObjectMapper();
    return mapper
        .getSerializationConfig()
        .introspect(mapper.constructType(type))
        .findProperties()
        .stream()
        .map(BeanPropertyDefinition::getName)
        .collect(Collectors.toSet());
  }
}
