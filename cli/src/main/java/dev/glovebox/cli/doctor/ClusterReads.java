package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.connect.Plain;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.Rights;
import io.fabric8.kubernetes.api.model.HasMetadata;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Everything that is read of a cluster, at the same time. */
public final class ClusterReads implements AutoCloseable {
  /** Of each read. Whoever waits at a terminal would rather know that it is not known. */
  private static final int SECONDS = 10;

  /** Kubelets that are asked; each answers for itself only. */
  private static final int MAX_KUBELETS = 20;

  private static final int NOT_FOUND = 404;

  private final KubernetesClient client;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public ClusterReads(KubernetesClient client) {
    this.client = client;
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
                        one(
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
        one(
            "Lease " + OperatorLease.NAME,
            () ->
                client
                    .resources(Lease.class)
                    .inNamespace(operatorNamespace)
                    .withName(OperatorLease.NAME)
                    .get());
    var denied =
        one(
            "rights of the operator's service account",
            () ->
                new AccessReviews(client)
                    .denied(
                        operatorNamespace,
                        OperatorDeployment.NAME,
                        OperatorRights.EVERYWHERE,
                        Rights.OWN_NAMESPACE));
    var admissionPolicies = all(ValidatingAdmissionPolicy.class);
    var bindings = all(ValidatingAdmissionPolicyBinding.class);
    var policies = all(SandboxPolicy.class);
    var classes = all(RuntimeClass.class);
    var nodes = all(Node.class);
    var certificates = all(NodeCertificate.class);
    var storage = all(StorageClass.class);
    var namespaces = all(Namespace.class);
    var tasks = all(SandboxTask.class);
    var admission = new AdmissionReads(client);
    var webhooks = all(MutatingWebhookConfiguration.class);
    var validating = all(ValidatingWebhookConfiguration.class);
    var mutatingPolicies = one("MutatingAdmissionPolicies", admission::mutatingPolicies);
    var mutatingBindings = one("MutatingAdmissionPolicyBindings", admission::mutatingBindings);
    var canaryPods =
        one(
            "pods of " + Canaries.NAMESPACE,
            () -> client.pods().inNamespace(Canaries.NAMESPACE).list().getItems());
    var service =
        one(
            "Service default/kubernetes",
            () -> client.services().inNamespace("default").withName("kubernetes").get());
    return Examination.of(
        new Seen(
            now,
            ownVersion,
            operatorNamespace,
            joined(definitions),
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
    return one(
        "Deployment %s/%s".formatted(namespace, name),
        () -> client.apps().deployments().inNamespace(namespace).withName(name).get());
  }

  /** Of the Services of webhooks that tasks cannot do without. */
  private Map<String, Lookup<Integer>> endpoints(
      AdmissionReads admission,
      Lookup<List<MutatingWebhookConfiguration>> mutating,
      Lookup<List<ValidatingWebhookConfiguration>> validating) {
    return joined(
        WebhookServices.failingClosed(
                AdmissionHooks.mutating(orNone(mutating)),
                AdmissionHooks.validating(orNone(validating)))
            .map(AdmissionHook::service)
            .distinct()
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    service ->
                        one(
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
            joined(
                names.stream()
                    .limit(MAX_KUBELETS)
                    .collect(
                        Collectors.toMap(
                            Function.identity(),
                            node -> one("kubelet of " + node, () -> raw.podPidsLimit(node))))));
    if (names.size() > MAX_KUBELETS) {
      limits.put(
          "others",
          new Lookup.Unreadable<>(
              "only %d of %d nodes were asked".formatted(MAX_KUBELETS, names.size())));
    }
    return limits;
  }

  private <T extends HasMetadata> CompletableFuture<Lookup<List<T>>> all(Class<T> kind) {
    return one(
        HasMetadata.getPlural(kind),
        () -> client.resources(kind).inAnyNamespace().list().getItems());
  }

  private <T> CompletableFuture<Lookup<T>> one(String what, Supplier<T> read) {
    return CompletableFuture.supplyAsync(() -> lookup(what, read), threads)
        .completeOnTimeout(
            new Lookup.Unreadable<>("%s: no answer within %d s".formatted(what, SECONDS)),
            SECONDS,
            TimeUnit.SECONDS);
  }

  private static <T> Lookup<T> lookup(String what, Supplier<T> read) {
    try {
      T value = read.get();
      return value == null ? new Lookup.Absent<>() : new Lookup.Found<>(value);
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return new Lookup.Absent<>();
      }
      String said =
          e.getStatus() != null && e.getStatus().getMessage() != null
              ? e.getStatus().getMessage()
              : ClusterProblem.of(e);
      return new Lookup.Unreadable<>("%s: %s".formatted(what, said.lines().findFirst().orElse("")));
    } catch (RuntimeException e) {
      return new Lookup.Unreadable<>("%s could not be read: %s".formatted(what, Plain.deepest(e)));
    }
  }

  private static <T> Map<String, Lookup<T>> joined(
      Map<String, CompletableFuture<Lookup<T>>> reads) {
    Map<String, Lookup<T>> values = new TreeMap<>();
    reads.forEach((name, read) -> values.put(name, read.join()));
    return values;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
