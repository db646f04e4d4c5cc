package dev.glovebox.e2e.install;

import static dev.glovebox.e2e.install.Rules.assertDenied;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateSpec;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
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
  void onlyThePlatformGroupMakesCertificatesAndOnlyTheOperatorWritesTheirVerdict() {
    var certificate = new NodeCertificate();
    certificate.setMetadata(new ObjectMetaBuilder().withName("admission.gvisor").build());
    certificate.setSpec(new NodeCertificateSpec("admission", "gvisor"));
    assertDenied(
        "glovebox-policies",
        "nodecertificates admission.gvisor",
        () -> users.developer().resource(certificate).create());
    users.platform().resource(certificate).create();
    for (var user : new KubernetesClient[] {users.developer(), users.platform()}) {
      assertDenied(
          "glovebox-task-finalizer", "status: only Glovebox's operator", () -> verdict(user));
    }
    verdict(users.operator());
    assertDenied(
        "glovebox-policies",
        "nodecertificates admission.gvisor",
        () -> users.developer().resource(certificate).delete());
    users.platform().resource(certificate).delete();
  }

  private static void verdict(KubernetesClient user) {
    user.resources(NodeCertificate.class)
        .withName("admission.gvisor")
        .subresource("status")
        .patch(
            new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build(),
            "{\"status\":{\"certified\":false,\"reason\":\"NetworkNotEnforced\"}}");
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
