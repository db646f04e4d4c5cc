package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What only the platform group decides: one denied, one let through. */
@OnCluster(OnCluster.Needs.API_SERVER)
class PlatformAdmissionIT {
  private static final String NAMESPACE = "admission-platform";
  private static Rules rules;
  private static Users users;

  @BeforeAll
  static void install(Cluster cluster) {
    rules = Rules.inForce(cluster, NAMESPACE);
    users = rules.users();
  }

  @AfterAll
  static void remove() {
    rules.close();
  }

  @Test
  void onlyThePlatformGroupWritesPolicies() {
    var policy = rules.policy("admission");
    assertDenied(
        "glovebox-policies",
        "only the platform group may write it",
        () -> users.developer().resource(policy).create());
    users.platform().resource(policy).create();
    assertDenied(
        "glovebox-policies",
        "sandboxpolicies admission",
        () -> users.developer().resource(policy).delete());
    users.platform().resource(policy).delete();
  }

  @Test
  void onlyThePlatformGroupSaysWhichPolicyANamespaceUses() {
    var named = new NamespaceBuilder().withNewMetadata().withGenerateName("a-").endMetadata();
    var labelled =
        new NamespaceBuilder(named.build())
            .editMetadata()
            .addToLabels("glovebox.dev/policy", "wide")
            .endMetadata();
    assertDenied(
        "glovebox-policies",
        "metadata.labels[glovebox.dev/policy]: only the platform group may change it, here from '' to 'wide'",
        () -> users.developer().resource(labelled.build()).dryRun().create());
    users.platform().resource(labelled.build()).dryRun().create();
    users.developer().resource(named.build()).dryRun().create();

    var namespaces = users.developer().namespaces();
    assertDenied(
        "glovebox-policies",
        "from '' to 'wide'",
        () -> namespaces.withName(NAMESPACE).edit(n -> label(n, "glovebox.dev/policy", "wide")));
    namespaces.withName(NAMESPACE).edit(n -> label(n, "example.com/team", "a"));
  }

  private static Namespace label(Namespace namespace, String key, String value) {
    return new NamespaceBuilder(namespace)
        .editMetadata()
        .addToLabels(key, value)
        .endMetadata()
        .build();
  }
}
