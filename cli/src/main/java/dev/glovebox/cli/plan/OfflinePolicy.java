package dev.glovebox.cli.plan;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.ImageRules;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.PolicyTerms;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The SandboxPolicy that a plan without a cluster is made under.
 *
 * @param policy with name, generation, and what the planner cannot do without
 * @param source where it comes from, for people
 * @param fillsRegistries whether the registry of a task's image is taken to be allowed
 */
public record OfflinePolicy(SandboxPolicy policy, String source, boolean fillsRegistries) {
  /** The chart's values, packed with this program as they are. */
  private static final String VALUES = "values.yaml";

  /** As the API says of {@code spec.runtimes.handlers} ({@link AllowedRuntime}). */
  private static final Set<String> NOT_ISOLATED = Set.of("runc", "crun", "youki");

  /**
   * That of a file. The API server has not looked at it, so what it would refuse and a plan relies
   * on is looked at here.
   *
   * @param source the file's name
   * @throws IllegalArgumentException that says in one line what is wrong with it
   */
  public static OfflinePolicy given(List<SandboxPolicy> policies, String source) {
    if (policies.size() != 1) {
      throw new IllegalArgumentException(
          policies.isEmpty()
              ? "it holds no SandboxPolicy"
              : "it holds %d SandboxPolicies; one is in force, so one is expected"
                  .formatted(policies.size()));
    }
    SandboxPolicy policy = policies.getFirst();
    if (policy.getMetadata() == null || blank(policy.getMetadata().getName())) {
      throw new IllegalArgumentException("metadata.name: the SandboxPolicy has none");
    }
    if (policy.getSpec() == null) {
      throw new IllegalArgumentException("spec: the SandboxPolicy has none");
    }
    List<AllowedRuntime> runtimes = requireNonNullElse(policy.getSpec().runtimes(), List.of());
    for (int i = 0; i < runtimes.size(); i++) {
      check("spec.runtimes[%d]".formatted(i), runtimes.get(i));
    }
    return new OfflinePolicy(numbered(policy), source, false);
  }

  /** The chart's default policy, as it is when nobody sets a value. */
  public static OfflinePolicy ofChart() {
    try (InputStream values = OfflinePolicy.class.getResourceAsStream(VALUES)) {
      var policy = new SandboxPolicy();
      policy.setMetadata(new ObjectMetaBuilder().withName(Names.DEFAULT_POLICY).build());
      policy.setSpec(
          new ObjectMapper()
              .treeToValue(
                  new YAMLMapper().readTree(values).at("/defaultPolicy/spec"),
                  SandboxPolicySpec.class));
      return new OfflinePolicy(numbered(policy), "the chart's default values", true);
    } catch (IOException e) {
      throw new UncheckedIOException("the chart's values in this program", e);
    }
  }

  /**
   * The policy for a task. The chart's own allows no registry, and every platform team fills that
   * in: it is taken to have filled in the one of this image.
   *
   * @param image as the task names it; may be null
   */
  SandboxPolicy forImage(String image) {
    Optional<String> registry = registry(image);
    if (registry.isEmpty()) {
      return policy;
    }
    var spec = policy.getSpec();
    var images = spec.images();
    var filled = new SandboxPolicy();
    filled.setMetadata(policy.getMetadata());
    filled.setSpec(
        new SandboxPolicySpec(
            spec.namespaces(),
            spec.runtimes(),
            new ImageRules(
                List.of(registry.get()),
                images.requireDigest(),
                images.pullPolicy(),
                images.pullSecretNames()),
            spec.users(),
            spec.resources(),
            spec.workspace(),
            spec.times(),
            spec.maxActiveTasksPerNamespace(),
            spec.network(),
            spec.pods(),
            spec.dangerouslyAllow(),
            spec.reportOnly()));
    return filled;
  }

  /** What is assumed about it, for people. */
  String assumed(String image) {
    String name = policy.getMetadata().getName();
    return "SandboxPolicy \"%s\" of %s is taken to be in force".formatted(name, source)
        + (fillsRegistries
            ? registry(image)
                    .map(entry -> ", with %s in its spec.images.registries".formatted(entry))
                    .orElse("")
                + "; --policy FILE takes another"
            : " as it stands there, and valid: the API server has not looked at it");
  }

  private Optional<String> registry(String image) {
    return fillsRegistries ? PolicyTerms.registryOf(image) : Optional.empty();
  }

  /** A policy that was never made gets the generation that it will have. */
  private static SandboxPolicy numbered(SandboxPolicy policy) {
    if (policy.getMetadata().getGeneration() == null) {
      policy.getMetadata().setGeneration(1L);
    }
    return policy;
  }

  private static void check(String field, AllowedRuntime runtime) {
    if (runtime == null || blank(runtime.runtimeClassName())) {
      throw new IllegalArgumentException(field + ".runtimeClassName: is missing");
    }
    if (runtime.kind() == null) {
      throw new IllegalArgumentException(field + ".kind: is missing; GVisor or Kata");
    }
    for (String handler : requireNonNullElse(runtime.handlers(), List.<String>of())) {
      if (blank(handler) || NOT_ISOLATED.contains(handler)) {
        throw new IllegalArgumentException(
            "%s.handlers: \"%s\" is no isolated runtime; the API server refuses it"
                .formatted(field, handler));
      }
    }
  }

  private static boolean blank(String text) {
    return text == null || text.isBlank();
  }
}
