package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.verify.policies.OtherPolicies;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the operator asks for at its start is what the chart gives it, and the other way round. */
class OperatorRightsTest {
  /** The chart, rendered; helm/test keeps the two the same. */
  private static final Path MANIFEST = Path.of("../manifests/install.yaml");

  /** Given, and not asked for: a start without them is no failure. */
  private static final Set<String> NOT_NEEDED =
      Set.of("list events", "create events.events.k8s.io");

  private static List<HasMetadata> objects() throws IOException {
    try (var manifest = Files.newInputStream(MANIFEST)) {
      return ((Collection<?>) new KubernetesSerialization().<Object>unmarshal(manifest))
          .stream().map(HasMetadata.class::cast).toList();
    }
  }

  private static <T extends HasMetadata> T only(Class<T> kind) throws IOException {
    return objects().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(role -> role.getMetadata().getName().equals("glovebox-operator"))
        .reduce(
            (one, another) -> {
              throw new AssertionError("two of them");
            })
        .orElseThrow();
  }

  private static Set<String> given(List<PolicyRule> rules) {
    Set<String> given = new TreeSet<>();
    for (PolicyRule rule : rules) {
      for (String group : rule.getApiGroups()) {
        for (String resource : rule.getResources()) {
          for (String verb : rule.getVerbs()) {
            assertThat(rule.getResourceNames()).as("%s", rule).isEmpty();
            given.add(words(verb, new Rights.Right(group, resource, List.of())));
          }
        }
      }
    }
    return given;
  }

  private static Set<String> asked(List<Rights.Right> rights) {
    return rights.stream()
        .flatMap(right -> right.verbs().stream().map(verb -> words(verb, right)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String words(String verb, Rights.Right right) {
    return verb + " " + right.named();
  }

  @Test
  void everyRightOfTheClusterRoleIsAskedForAndNoOther() throws IOException {
    Set<String> given =
        given(
            only(ClusterRole.class).getRules().stream()
                .filter(rule -> !OtherPolicies.groups().containsAll(rule.getApiGroups()))
                .toList());
    assertThat(given).containsAll(NOT_NEEDED);
    given.removeAll(NOT_NEEDED);
    assertThat(asked(Rights.CLUSTER)).isEqualTo(given);
  }

  @Test
  void everyRightOfTheRoleInItsOwnNamespaceIsAskedForAndNoOther() throws IOException {
    assertThat(asked(Rights.OWN_NAMESPACE)).isEqualTo(given(only(Role.class).getRules()));
  }
}
