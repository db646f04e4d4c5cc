package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What was read of a cluster, or why it could not be.
 *
 * @param now by the API server's clock where it says, else by this machine's
 * @param ownVersion of this program, such as {@code 0.1.0}; empty when it is not packaged
 * @param operatorNamespace where the operator is looked for
 * @param definitions by the name of the CRD
 * @param deniedRights what the operator's service account may not do and must
 * @param mutatingPolicies none where the cluster does not serve that kind, in any version
 * @param readyEndpoints of the Services of webhooks, by {@code namespace/name}
 * @param pidsLimits of the kubelets, by node; 0 or less = none
 */
record Seen(
    Instant now,
    String ownVersion,
    String operatorNamespace,
    Map<String, Lookup<CustomResourceDefinition>> definitions,
    Lookup<Deployment> operator,
    Lookup<Lease> lease,
    Lookup<List<String>> deniedRights,
    Lookup<List<ValidatingAdmissionPolicy>> admissionPolicies,
    Lookup<List<ValidatingAdmissionPolicyBinding>> admissionBindings,
    Lookup<Deployment> canaries,
    Lookup<List<SandboxPolicy>> policies,
    Lookup<List<RuntimeClass>> runtimeClasses,
    Lookup<List<Node>> nodes,
    Lookup<List<NodeCertificate>> certificates,
    Lookup<List<StorageClass>> storageClasses,
    Lookup<List<Namespace>> namespaces,
    Lookup<List<SandboxTask>> tasks,
    Lookup<List<MutatingWebhookConfiguration>> webhooks,
    Lookup<List<ValidatingWebhookConfiguration>> validatingWebhooks,
    Lookup<List<MutatingAdmissionPolicy>> mutatingPolicies,
    Lookup<List<MutatingAdmissionPolicyBinding>> mutatingBindings,
    Map<String, Lookup<Integer>> readyEndpoints,
    Lookup<Service> apiServer,
    Lookup<List<Pod>> canaryPods,
    Map<String, Lookup<Long>> pidsLimits) {

  static final String ASK_FOR_RIGHT =
      "run doctor with the rights of a platform team (cluster-admin, or read access to this)";

  /**
   * What was found.
   *
   * @throws NotKnown when it could not be read, or the cluster does not know the kind
   */
  static <T> T need(Lookup<T> lookup) {
    return switch (lookup) {
      case Lookup.Found<T> found -> found.value();
      case Lookup.Unreadable<T> unreadable ->
          throw new NotKnown(unreadable.message(), ASK_FOR_RIGHT, null);
      case Lookup.Absent<T> absent ->
          throw new NotKnown(
              "the cluster does not serve this kind",
              "see the check of its CRDs",
              "CustomResources");
    };
  }
}
