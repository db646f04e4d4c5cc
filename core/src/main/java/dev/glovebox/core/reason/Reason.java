package dev.glovebox.core.reason;

/**
 * Every reason for which a task is refused or fails. The constant's name is what the status shows.
 * {@code docs/reasons.md} is written from this table.
 */
public enum Reason {
  PolicyViolation(
      Outcome.REFUSED,
      Fault.POLICY,
      "The namespace's SandboxPolicy does not allow what the task asks for, or what the service account would add.",
      "Change the field that the message names to within the limit it names, or ask the platform team to change the policy.",
      "spec.resources.memory: 16Gi is more than the 8Gi that SandboxPolicy \"default\" allows (spec.resources.max.memory)"),
  PolicyMissing(
      Outcome.REFUSED,
      Fault.POLICY,
      "No SandboxPolicy is in force in the namespace: the one that it names does not exist or does not admit it, or there is no default.",
      "The platform team makes the policy, corrects the namespace's label glovebox.dev/policy, or lets the policy's spec.namespaces match.",
      "namespace agents names SandboxPolicy \"wide\" (label glovebox.dev/policy), which does not exist; make it, or correct the label"),
  ReservedMetadata(
      Outcome.REFUSED,
      Fault.SPEC,
      "The task or its namespace has a label or annotation that a container runtime or an add-on would obey.",
      "Remove the key that the message names.",
      "namespace agents: annotation sidecar.istio.io/inject is reserved: Istio obeys it; remove it"),
  RuntimeClassMissing(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "None of the RuntimeClasses that the task asks for and the policy allows exists, or the chosen one was replaced before the start.",
      "Install the runtime and its RuntimeClass, or ask for a class that exists (kubectl get runtimeclass).",
      "kata: there is no RuntimeClass of that name"),
  RuntimeHandlerNotAllowed(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The RuntimeClass exists, but its handler is not one that the policy allows for it: the name may promise more than the runtime gives.",
      "The platform team corrects the RuntimeClass, or adds the handler to the policy when it is an isolated runtime.",
      "gvisor: the RuntimeClass has handler \"runc\"; SandboxPolicy \"default\" allows only runsc (spec.runtimes)"),
  NoNodeWithRuntime(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "No node that the pod may go to lists the runtime's handler. When such a node exists but is not ready, the task waits with this reason.",
      "Install the runtime on a node, or correct the node selectors of the RuntimeClass and the policy.",
      "gvisor: no node that the RuntimeClass's and the policy's node selectors match lists handler runsc in status.runtimeHandlers"),
  NodeNotCertified(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "Nodes have the handler, but certification found against each of them. Until their first verdicts the task waits with this reason, and is then refused with CertificationInconclusive.",
      "Look at the certificates (kubectl get ncert) and up their reasons in concepts.md, under Certification. A verdict against a node is tried again after a minute, when a task wants it.",
      "gvisor: no node holds a valid certificate (kubectl get ncert): node-1: SharedKernel, a pod under this class runs on the node's own kernel, 6.18.44: handler runsc of this node is no isolated runtime"),
  NetworkNotEnforced(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "Certification showed that NetworkPolicies have no effect on the nodes that the task could run on, and no other node is certified.",
      "Install a network plug-in that enforces NetworkPolicy, and check that its agents run on every node. The nodes are tried again after a minute, when a task wants them.",
      "gvisor: NetworkPolicies have no effect here: node-1: NetworkNotEnforced, under a NetworkPolicy that denies everything, a pod still reached 10.244.0.7:8787/TCP after 30 s"),
  CertificationInconclusive(
      Outcome.REFUSED,
      Fault.TRANSIENT,
      "Nothing is known of the nodes: no canary answered, so silence from a sandbox would prove nothing, certification's pods did not run or took too long, or a node lost its certificate since the plan. Before that the task waits until provisionSeconds end.",
      "Read the message, and kubectl get ncert. Check that the canaries run (kubectl get pods -n glovebox-canary), and that the operator and pods of every node reach them; then make the task again.",
      "gvisor: no canary answers the operator, so a sandbox that reaches none proves nothing; check the canary's pods"),
  NetworkRangesUnknown(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The task asks for the Internet, but which ranges are the cluster's own is not known, so they could not be left out; or, before the task started, an address of the cluster's own came to lie in what it was granted.",
      "The platform team gives the missing ranges in the chart's values (ranges.cluster); where the message names an address, grant a range without it.",
      "spec.network.mode: Internet needs the cluster's own ranges, and these are not known: service range; the platform team gives them in the chart's values"),
  NetworkPolicyWidened(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "Another policy, a NetworkPolicy or one of a policy engine's own kinds, selects the pod and allows something: policies add up, so it would open the sandbox.",
      "Take sandboxes out of that policy as the message says; for a NetworkPolicy: a matchExpression with key glovebox.dev/task-uid and operator DoesNotExist. A policy that only denies may stay.",
      "NetworkPolicy agents/allow-dns selects the pod and allows traffic; add to its podSelector.matchExpressions: {key: glovebox.dev/task-uid, operator: DoesNotExist}"),
  StorageClassMissing(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The StorageClass of the workspace does not exist.",
      "Make the class, or name one that exists and that the policy allows.",
      "spec.workspace.storageClassName: there is no StorageClass \"fast\"; the platform team has to make it, or the policy has to name another"),
  ReclaimPolicyRetain(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The StorageClass keeps volumes after their claims are deleted, so the task's data would stay.",
      "Use a StorageClass with reclaimPolicy Delete.",
      "StorageClass \"archive\" has reclaimPolicy \"Retain\": the task's data would outlive it; use a class with reclaimPolicy Delete"),
  WorkspaceUnavailable(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The volume of the workspace could not be made, attached or mounted until provisionSeconds were over. One that cannot be mounted keeps the task Stopping for up to two minutes more, until the kubelet gives it up.",
      "Look at the storage provisioner: the message is its own.",
      "no volume plugin matched name: kubernetes.io/aws-ebs"),
  WorkspaceNotEmpty(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The volume already held files before the task started: it may be another task's.",
      "Have the storage provisioner checked: it handed out a used volume.",
      "/workspace already holds notes.txt"),
  WorkspaceNotWritable(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The task's user cannot write to the workspace.",
      "Use a StorageClass whose volumes take fsGroup.",
      "a file in /workspace: open /workspace/.glovebox: permission denied"),
  SecretMissing(
      Outcome.REFUSED,
      Fault.SPEC,
      "A Secret that the task names does not exist in its namespace.",
      "Make the Secret, or correct the name.",
      "spec.secrets[0].secretName: there is no Secret \"npm-token\" in the task's namespace"),
  SecretEmpty(
      Outcome.REFUSED,
      Fault.SPEC,
      "The key that the task names is not in the Secret, or holds nothing.",
      "Correct the key, or fill it.",
      "spec.secrets[0].key: Secret \"npm-token\" has no key \"token\", or nothing in it"),
  SecretNotUsable(
      Outcome.REFUSED,
      Fault.SPEC,
      "The Secret is not meant for tasks: it lacks the label, is a credential of the cluster, or was replaced before the start.",
      "Who owns the Secret sets the label glovebox.dev/usable-by-tasks=\"true\". Credentials of the cluster are never handed out.",
      "spec.secrets[0].secretName: Secret \"npm-token\" has no label glovebox.dev/usable-by-tasks=\"true\"; who owns the Secret has to set it"),
  ConfigMapMissing(
      Outcome.REFUSED,
      Fault.SPEC,
      "A ConfigMap that the task names does not exist in its namespace.",
      "Make the ConfigMap, or correct the name.",
      "spec.configMaps[0].name: there is no ConfigMap \"skills\" in the task's namespace"),
  ConfigMapNotUsable(
      Outcome.REFUSED,
      Fault.SPEC,
      "The ConfigMap is not meant for tasks: it lacks the label, or was replaced before the start.",
      "Who owns the ConfigMap sets the label glovebox.dev/usable-by-tasks=\"true\".",
      "spec.configMaps[0].name: ConfigMap \"skills\" has no label glovebox.dev/usable-by-tasks=\"true\"; who owns it has to set it"),
  InvalidSpec(
      Outcome.REFUSED,
      Fault.SPEC,
      "The spec breaks a rule that no policy can lift.",
      "Correct the field that the message names. The API reference has the rules.",
      "spec.network.allow[0].cidr: 10.96.0.1/32 overlaps 10.96.0.0/16 (the cluster's own), which no task may reach"),
  QuotaExceeded(
      Outcome.REFUSED,
      Fault.TRANSIENT,
      "The namespace has as many unfinished tasks as its policy allows, or a ResourceQuota is used up. Until provisionSeconds ends the task waits with this reason.",
      "Wait for tasks to finish, cancel some, or ask for a larger quota; then make the task again.",
      "namespace agents has 200 unfinished tasks before this one, and SandboxPolicy \"default\" allows 200 (spec.maxActiveTasksPerNamespace); still so after 300 s"),
  PodRejected(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The API server refused an object of the task; its message is passed on.",
      "Read the message: it names the admission plug-in or policy that refused.",
      "Pod: pods \"gbx-fix-1a2b3c4d\" is forbidden: maximum cpu usage per Container is 1, but limit is 2"),
  AdmissionMutated(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "A webhook or an admission plug-in changed an object of the task on its way. Glovebox found it in what the API server stored, or the admission policy glovebox-deputy denied it.",
      "Exempt objects with the label app.kubernetes.io/managed-by=glovebox from the webhook that made the changes named.",
      "the admitted Pod is not the planned one: spec.containers[istio-proxy]: planned absent, admitted {\"image\":\"istio/proxyv2:1.29\",\"name\":\"istio-proxy\"}"),
  ForeignObject(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "An object of the name that the task needs exists and is not the task's.",
      "Find out who made it, and remove it. The prefix gbx- is Glovebox's.",
      "a PersistentVolumeClaim named gbx-fix-1a2b3c4d exists and is not this task's; delete it, or give the task another name"),
  ReadBackFailed(
      Outcome.REFUSED,
      Fault.TRANSIENT,
      "Something that must be read before a task may start could not be read. An error is never taken for absence.",
      "Check the operator's rights and the API server's health; then make the task again.",
      "spec.secrets[0]: Secret \"npm-token\" cannot be read: forbidden"),
  Unschedulable(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The scheduler found no place for the pod in time; its message is passed on.",
      "Ask for less, or add nodes with the runtime.",
      "0/3 nodes are available: 3 Insufficient memory"),
  SandboxStartFailed(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The runtime could not start the sandbox in time; the kubelet's message is passed on.",
      "Look at the runtime on the node: the message is its own.",
      "Failed to create pod sandbox: rpc error: code = Unknown desc = failed to setup network for sandbox \"5f0c…\": plugin type=\"calico\" failed (add): dial tcp 10.96.0.1:443: connect: connection refused"),
  ImagePullFailed(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "An image could not be pulled: its registry does not have it or does not give it, or something else went on until provisionSeconds were over. The kubelet's message is passed on.",
      "Check the image's name and digest, and the policy's pull secrets.",
      "Failed to pull image \"registry.example.com/tools@sha256:…\": failed to pull and unpack image \"registry.example.com/tools@sha256:…\": failed to resolve image: failed to do request: Head \"https://registry.example.com/v2/tools/manifests/sha256:…\": dial tcp: lookup registry.example.com: no such host"),
  ContainerCreateFailed(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The task's container could not be created in time, or cannot be, for want of a command; the kubelet's message is passed on.",
      "Read the message: often neither the task nor the image names a command, or a mount that the image does not allow.",
      "CreateContainerError: failed to generate container \"5f0c…\" spec: failed to generate spec: no command specified"),
  AttestationFailed(
      Outcome.REFUSED,
      Fault.CLUSTER,
      "The probe looked from inside the sandbox and found that it does not isolate; status.failedChecks names the checks.",
      "Look up each failed check in concepts.md, under The probe. The task's own process did not start.",
      "the kernel release 6.18.44 is a node's: the handler of this runtime class does not isolate"),
  AttestationTimeout(
      Outcome.REFUSED,
      Fault.TRANSIENT,
      "The probe came to no verdict in time: the sandbox's network was not up, or its targets were not all silent for three rounds.",
      "Raise provisionSeconds, or find out why the network plug-in takes so long; then make the task again.",
      "gave up: the network was not up, no way to metadata"),
  ProvisionTimeout(
      Outcome.REFUSED,
      Fault.TRANSIENT,
      "provisionSeconds ended before the task's process could start; the message names the step.",
      "Raise provisionSeconds, or look at the step that the message names; then make the task again.",
      "waited for the sandbox to start until provisionSeconds (300) was over"),
  CancelledBeforeStart(
      Outcome.REFUSED,
      Fault.SPEC,
      "The task was cancelled before its process started.",
      "Nothing to do.",
      "spec.desiredState became Cancelled before the start"),
  ExitNonZero(
      Outcome.FAILED,
      Fault.SPEC,
      "The task's process ended with an exit code other than 0.",
      "Read the task's log and status.terminationMessage.",
      "the task's process ended with exit code 2"),
  OutOfMemory(
      Outcome.FAILED,
      Fault.SPEC,
      "The sandbox used more memory than its limit.",
      "Raise spec.resources.memory, or use less: HOME and /tmp count too.",
      "the sandbox used more memory than its limit and was killed"),
  DeadlineExceeded(
      Outcome.FAILED,
      Fault.SPEC,
      "The task's process was still running when runSeconds ended.",
      "Raise spec.timeouts.runSeconds, or split the work.",
      "it ran for longer than timeouts.runSeconds (1800)"),
  StorageExceeded(
      Outcome.FAILED,
      Fault.SPEC,
      "The sandbox wrote more than its ephemeral storage limit; the container's log counts.",
      "Raise spec.resources.ephemeralStorage, or write to the workspace.",
      "Pod ephemeral local storage usage exceeds the total limit of containers 64Mi"),
  StartError(
      Outcome.FAILED,
      Fault.SPEC,
      "The task's command could not be started.",
      "Check spec.command and the image: the file must exist and be executable by the task's user.",
      "OCI runtime start failed: starting container: starting sub-container [/bin/mkae]: creating process: failed to load /bin/mkae: no such file or directory"),
  Cancelled(
      Outcome.FAILED,
      Fault.SPEC,
      "The task was cancelled while it ran.",
      "Nothing to do.",
      "spec.desiredState became Cancelled"),
  Evicted(
      Outcome.FAILED,
      Fault.TRANSIENT,
      "The kubelet or the scheduler removed the running pod to free the node.",
      "Make the task again; if it happens often, give tasks a priority class through the policy.",
      "EvictionByEvictionAPI: Eviction API: evicting"),
  NodeLost(
      Outcome.FAILED,
      Fault.TRANSIENT,
      "The node that ran the task is gone.",
      "Make the task again.",
      "node node-1 is gone, and the pod with it"),
  PodDeleted(
      Outcome.FAILED,
      Fault.TRANSIENT,
      "Somebody deleted the released pod. It is never made a second time: it may have run.",
      "Make the task again; find out who deleted the pod (audit log).",
      "pod gbx-fix-1a2b3c4d was deleted by someone else; it may have run, so it is never made again"),
  IsolationLost(
      Outcome.FAILED,
      Fault.CLUSTER,
      "Something that the isolation rests on changed while the task ran, so it was killed; the message names it.",
      "Find out who made the change. Treat the task's results as suspect.",
      "NetworkPolicy agents/allow-all selects the pod and allows traffic; add to its podSelector.matchExpressions: {key: glovebox.dev/task-uid, operator: DoesNotExist}"),
  ProofRejected(
      Outcome.FAILED,
      Fault.CLUSTER,
      "The operator's own check of the probe's report disagreed with it after the task's process had started.",
      "Look at the message and the node: the report did not fit the node that the pod landed on.",
      "the kernel release 4.19.0-gvisor is not the certificate's, [4.20.0-gvisor]");

  /** What the reason says about the task's own process. */
  public enum Outcome {
    /** It never started. */
    REFUSED,
    /** It ran, or may have run. */
    FAILED
  }

  /** Who has to act. */
  public enum Fault {
    /** Whoever made the task: its spec. */
    SPEC,
    /** The platform team: its SandboxPolicy. */
    POLICY,
    /** The platform team: the cluster. */
    CLUSTER,
    /** Nobody: the same task may succeed later. */
    TRANSIENT
  }

  private final Outcome outcome;
  private final Fault fault;
  private final String meaning;
  private final String advice;
  private final String example;

  Reason(Outcome outcome, Fault fault, String meaning, String advice, String example) {
    this.outcome = outcome;
    this.fault = fault;
    this.meaning = meaning;
    this.advice = advice;
    this.example = example;
  }

  /** What the reason says about the task's own process. */
  public Outcome outcome() {
    return outcome;
  }

  /** Who has to act. */
  public Fault fault() {
    return fault;
  }

  /** Whether the same task may succeed later. */
  public boolean retryable() {
    return fault == Fault.TRANSIENT;
  }

  /** What happened, in a sentence or two. */
  public String meaning() {
    return meaning;
  }

  /** What to do about it, in a sentence or two. */
  public String advice() {
    return advice;
  }

  /** A message as the status may show it. */
  public String example() {
    return example;
  }
}
