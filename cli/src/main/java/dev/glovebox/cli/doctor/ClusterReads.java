package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.Rights;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Everything that is read of a cluster, at the same time. */
public final class ClusterReads implements AutoCloseable {
  /** Kubelets that are asked; each answers for itself only. */
  private static final int MAX_KUBELETS = 20;

  private final KubernetesClient client;
  private final TimedReads reads;

  public ClusterReads(KubernetesClient client) {
    this.client = client;
    this.reads = new TimedReads(client);
  }

  /**
   * Reads, and examines what was read.
   *
   * @param ownVersion of this program; empty when it is not packaged
   * @throws KubernetesClientException when the API server does not answer at all
   */
  public List<Result> examine(String operatorNamespace, String ownVersion) {
    Instant now = new RawReads(client).serverTime();
    Map<String, CompletableFuture<Lookup<CustomResourceDefinition>>> definitions =
        CustomResources.names().stream()
            .collect(
                Collectors.toMap(
                    name -> name,
                    name ->
                        reads.one(
                            "CRD " + name,
                            () ->
                                client
                                    .apiextensions()
                                    .v1()
                                    .customResourceDefinitions()
                                    .withName(name)
                                    .get())));
    var operator = deployment(operatorNamespace, OperatorDeployment.NAME);
    var canaries = deployment(Canaries.NAMESPACE, Canaries.NAME);
    var lease =
        reads.one(
            "Lease " + OperatorLease.NAME,
            () ->
                client
                    .resources(Lease.class)
                    .inNamespace(operatorNamespace)
                    .withName(OperatorLease.NAME)
                    .get());
    var denied =
        reads.one(
            "rights of the operator's service account",
            () ->
                new AccessReviews(client)
                    .denied(
                        operatorNamespace,
                        OperatorDeployment.NAME,
                        OperatorRights.EVERYWHERE,
                        Rights.OWN_NAMESPACE));
    var admissionPolicies = reads.all(ValidatingAdmissionPolicy.class);
    var bindings = reads.all(ValidatingAdmissionPolicyBinding.class);
    var policies = reads.all(SandboxPolicy.class);
    var classes = reads.all(RuntimeClass.class);
    var nodes = reads.all(Node.class);
    var certificates = reads.all(NodeCertificate.class);
    var storage = reads.all(StorageClass.class);
    var namespaces = reads.all(Namespace.class);
    var tasks = reads.all(SandboxTask.class);
    var admission = new AdmissionReads(client);
    var webhooks = reads.all(MutatingWebhookConfiguration.class);
    var validating = reads.all(ValidatingWebhookConfiguration.class);
    var mutatingPolicies = reads.one("MutatingAdmissionPolicies", admission::mutatingPolicies);
    var mutatingBindings =
        reads.one("MutatingAdmissionPolicyBindings", admission::mutatingBindings);
    var canaryPods =
        reads.one(
            "pods of " + Canaries.NAMESPACE,
            () -> client.pods().inNamespace(Canaries.NAMESPACE).list().getItems());
    var service =
        reads.one(
            "Service default/kubernetes",
            () -> client.services().inNamespace("default").withName("kubernetes").get());
    return Examination.of(
        new Seen(
            now,
            ownVersion,
            operatorNamespace,
            TimedReads.joined(definitions),
            operator.join(),
            lease.join(),
            denied.join(),
            admissionPolicies.join(),
            bindings.join(),
            canaries.join(),
            policies.join(),
            classes.join(),
            nodes.join(),
            certificates.join(),
            storage.join(),
            namespaces.join(),
            tasks.join(),
            webhooks.join(),
            validating.join(),
            mutatingPolicies.join(),
            mutatingBindings.join(),
            endpoints(admission, webhooks.join(), validating.join()),
            service.join(),
            canaryPods.join(),
            pidsLimits(classes.join(), nodes.join())));
  }

  private CompletableFuture<Lookup<io.fabric8.kubernetes.api.model.apps.Deployment>> deployment(
      String namespace, String name) {
    return reads.one(
        "Deployment %s/%s".formatted(namespace, name),
        () -> client.apps().deployments().inNamespace(namespace).withName(name).get());
  }

  /** Of the Services of webhooks that tasks cannot do without. */
  private Map<String, Lookup<Integer>> endpoints(
      AdmissionReads admission,
      Lookup<List<MutatingWebhookConfiguration>> mutating,
      Lookup<List<ValidatingWebhookConfiguration>> validating) {
    return TimedReads.joined(
        WebhookServices.failingClosed(
                AdmissionHooks.mutating(orNone(mutating)),
                AdmissionHooks.validating(orNone(validating)))
            .map(AdmissionHook::service)
            .distinct()
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    service ->
                        reads.one(
                            "EndpointSlices of " + service,
                            () -> admission.readyEndpoints(service)))));
  }

  private static <T> List<T> orNone(Lookup<List<T>> lookup) {
    return lookup instanceof Lookup.Found<List<T>> found ? found.value() : List.of();
  }

  /** Of the nodes that have a handler of some RuntimeClass. */
  private Map<String, Lookup<Long>> pidsLimits(
      Lookup<List<RuntimeClass>> classes, Lookup<List<Node>> nodes) {
    if (!(classes instanceof Lookup.Found<List<RuntimeClass>> found)
        || !(nodes instanceof Lookup.Found<List<Node>> all)) {
      return Map.of();
    }
    List<String> handlers = found.value().stream().map(RuntimeClass::getHandler).toList();
    List<String> names =
        all.value().stream()
            .filter(
                node ->
                    node.getStatus() != null
                        && node.getStatus().getRuntimeHandlers().stream()
                            .anyMatch(handler -> handlers.contains(handler.getName())))
            .map(node -> node.getMetadata().getName())
            .toList();
    RawReads raw = new RawReads(client);
    Map<String, Lookup<Long>> limits =
        new TreeMap<>(
            TimedReads.joined(
                names.stream()
                    .limit(MAX_KUBELETS)
                    .collect(
                        Collectors.toMap(
                            Function.identity(),
                            node ->
                                reads.one("kubelet of " + node, () -> raw.podPidsLimit(node))))));
    if (names.size() > MAX_KUBELETS) {
      limits.put(
          "others",
          new Lookup.Unreadable<>(
              "only %d of %d nodes were asked".formatted(MAX_KUBELETS, names.size())));
    }
    return limits;
  }

  @Override
  public void close() {
    reads.close();
  }
}
