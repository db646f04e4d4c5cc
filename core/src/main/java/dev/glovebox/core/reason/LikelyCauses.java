package dev.glovebox.core.reason;

import java.util.List;

/** What is usually behind a reason, the most likely first; the message of the case decides. */
public final class LikelyCauses {
  private LikelyCauses() {}

  /** One to three, each a phrase without a full stop. */
  public static List<String> of(Reason reason) {
    return switch (reason) {
      case PolicyViolation ->
          List.of(
              "the task asks for more memory, processors, storage or time than the policy's maximum",
              "the image comes from a registry that the policy does not list",
              "the task asks for a network, user, runtime or risk that the policy does not allow");
      case PolicyMissing ->
          List.of(
              "the namespace's label glovebox.dev/policy names a policy that was renamed or deleted",
              "the chart was installed without its default policy");
      case ReservedMetadata ->
          List.of(
              "the namespace is labelled or annotated for a service mesh's injection",
              "labels or annotations were copied from a Deployment to the task");
      case RuntimeClassMissing ->
          List.of(
              "gVisor or Kata is installed on nodes, but no RuntimeClass names its handler",
              "the task names a runtime that this cluster does not have");
      case RuntimeHandlerNotAllowed ->
          List.of(
              "the RuntimeClass maps to runc or to another handler than its name says",
              "a handler was renamed on the nodes, and the policy still has the old name");
      case NoNodeWithRuntime ->
          List.of(
              "the runtime is not in the configuration of the nodes' containerd or CRI-O",
              "the nodes that have it are cordoned, deleted or do not match the node selectors");
      case NodeNotCertified ->
          List.of(
              "the handler of that name is no isolated runtime on the node",
              "pods of the node get IPv6 addresses",
              "the node joined moments ago and could not be examined yet");
      case NetworkNotEnforced ->
          List.of(
              "the cluster's network plug-in does not implement NetworkPolicy (flannel alone, kindnet of old)",
              "the plug-in's agent does not run on the node");
      case CertificationInconclusive ->
          List.of(
              "the canaries in glovebox-canary do not run, or the operator cannot reach them",
              "an admission webhook or a quota keeps the certification's pods away",
              "the nodes are full");
      case NetworkRangesUnknown ->
          List.of(
              "the API server does not say the service or pod range, and the chart's values do not either",
              "an address that was granted became one of the cluster's own, such as a load balancer's");
      case NetworkPolicyWidened ->
          List.of(
              "a NetworkPolicy for the whole namespace (podSelector {}) allows DNS or ingress",
              "a policy engine's cluster-wide policy allows traffic for every pod");
      case StorageClassMissing ->
          List.of(
              "the class has another name on this cluster",
              "no class exists, and none is the default");
      case ReclaimPolicyRetain ->
          List.of(
              "the cluster's default class was made to keep data, and the task took the default");
      case WorkspaceUnavailable ->
          List.of(
              "the storage provisioner does not run, or its quota is used up",
              "the volume can only be attached in another zone than the pod's");
      case WorkspaceNotEmpty ->
          List.of(
              "the provisioner hands out volumes without erasing them",
              "the StorageClass gives every claim the same directory");
      case WorkspaceNotWritable ->
          List.of("the volume's driver ignores fsGroup (NFS and host paths often do)");
      case SecretMissing ->
          List.of("the name is misspelt", "the Secret is in another namespace than the task");
      case SecretEmpty ->
          List.of("the key is misspelt", "whatever fills the Secret has not done so yet");
      case SecretNotUsable ->
          List.of(
              "nobody has labelled the Secret for tasks yet",
              "it is a service account's token or a bootstrap token",
              "it was deleted and made again while the task was prepared");
      case ConfigMapMissing ->
          List.of("the name is misspelt", "the ConfigMap is in another namespace than the task");
      case ConfigMapNotUsable ->
          List.of(
              "nobody has labelled the ConfigMap for tasks yet",
              "it was deleted and made again while the task was prepared");
      case InvalidSpec ->
          List.of(
              "a granted address lies in the cluster's own ranges, or is a metadata service's",
              "a path, variable or name is one that Glovebox keeps for itself");
      case QuotaExceeded ->
          List.of(
              "many tasks were made at once",
              "tasks wait for a node or an image, and count meanwhile",
              "a ResourceQuota of the namespace has no room for the pod or its claim");
      case PodRejected ->
          List.of(
              "a LimitRange or another admission plug-in forbids a value",
              "an admission policy of the platform does not know sandboxes");
      case AdmissionMutated ->
          List.of(
              "a service mesh or an agent injects a container into every pod",
              "a LimitRange or a default toleration adds fields");
      case ForeignObject ->
          List.of("a backup was restored", "somebody made an object whose name begins with gbx-");
      case ReadBackFailed ->
          List.of(
              "the API server was overloaded or away for a moment",
              "a right was taken from the operator's role");
      case Unschedulable ->
          List.of(
              "no certified node has that much memory or that many processors free",
              "taints keep the pod off the nodes that have the runtime");
      case SandboxStartFailed ->
          List.of(
              "the network plug-in could not set the pod's network up",
              "the runtime's program is missing or broken on the node");
      case ImagePullFailed ->
          List.of(
              "the image or digest does not exist, or the registry wants credentials",
              "the node cannot reach the registry, or pulls too slowly for provisionSeconds");
      case ContainerCreateFailed ->
          List.of(
              "the image has no command of its own, and the task gives none",
              "a mount lies on a path that is a file in the image");
      case AttestationFailed ->
          List.of(
              "the handler runs pods on the node's own kernel",
              "an address that must be silent answers: NetworkPolicy came late or is not enforced");
      case AttestationTimeout ->
          List.of(
              "the network plug-in takes long to enforce a new pod's policy",
              "the node is so busy that the probe's rounds do not end in time");
      case ProvisionTimeout ->
          List.of(
              "the image is large, or storage is slow",
              "the cluster was busy with many tasks at once");
      case CancelledBeforeStart ->
          List.of("somebody cancelled it, or the program that made it was interrupted");
      case ExitNonZero -> List.of("the program found an error of its own: its log says which");
      case OutOfMemory ->
          List.of(
              "the program needs more than spec.resources.memory",
              "it wrote much to HOME or /tmp, which are memory");
      case DeadlineExceeded ->
          List.of(
              "the work takes longer than was thought",
              "the program waits for input or for a network that it was not granted");
      case StorageExceeded ->
          List.of("it wrote large files outside the workspace", "it printed very much");
      case StartError ->
          List.of(
              "the program is not in the image, or its path is misspelt",
              "the file is not executable by the task's user, or is for another processor");
      case Cancelled ->
          List.of("somebody cancelled it, or the program that made it was interrupted");
      case Evicted ->
          List.of(
              "the node was short of memory or disk",
              "the node was drained, or a pod of higher priority needed the room");
      case NodeLost ->
          List.of("the machine failed", "an autoscaler or an operator of the cluster removed it");
      case PodDeleted -> List.of("somebody or a controller with the right to delete pods did so");
      case IsolationLost ->
          List.of(
              "a NetworkPolicy, a SandboxPolicy or a Service's address was changed while the task ran",
              "somebody changed the sandbox's own pod or NetworkPolicy",
              "the node was certified anew, and no longer isolates");
      case ProofRejected ->
          List.of(
              "the runtime was upgraded between the node's certification and the task",
              "the pod landed on another node than the certified ones");
    };
  }
}
