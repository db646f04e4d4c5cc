package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.PolicyReference;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import java.util.List;
import java.util.Map;

/**
 * How a task will run: the complete, exact input of {@code render}, and what must still be true
 * when the pod is released.
 *
 * @param namespace of the task and of every object of it
 * @param taskName name of the task
 * @param taskUid UID of the task
 * @param objectName name of the pod, the claim and the NetworkPolicy: {@code gbx-<task>-<8 of the
 *     UID>}
 * @param spec the task's spec with every default filled in: nothing in it is null but what has no
 *     meaning there
 * @param policySpec the policy's spec with every default filled in
 * @param policy name and generation of the policy
 * @param runtime the entry of the policy that was chosen
 * @param runtimeClass the RuntimeClass as it was then; name, UID and handler must be the same at
 *     release
 * @param nodes where the pod may go, at most 500; their boot IDs must be the same at release
 * @param effective what the status shows as in force
 * @param podLabels labels copied and added, besides Glovebox's own
 * @param pullSecretNames image pull secrets
 * @param secretUids UID of each Secret used, by name; must be the same at release
 * @param configMapUids UID of each ConfigMap used, by name; must be the same at release
 * @param egress where the task may go: exactly the rules of its NetworkPolicy, ready to be rendered
 *     (DNS and the exceptions of Internet mode included); empty = nowhere
 * @param targets what the probe must find blocked
 * @param guestKernels releases of the guest kernels in the nodes' certificates, sorted; the probe
 *     must see one of these
 * @param probeImage image of the probe by digest
 * @param probePullPolicy pull policy of the probe's image
 * @param findings what is weaker than it should be
 */
public record Plan(
    String namespace,
    String taskName,
    String taskUid,
    String objectName,
    SandboxTaskSpec spec,
    SandboxPolicySpec policySpec,
    PolicyReference policy,
    AllowedRuntime runtime,
    Facts.RuntimeClassFacts runtimeClass,
    List<Facts.NodeFacts> nodes,
    Effective effective,
    Map<String, String> podLabels,
    List<String> pullSecretNames,
    Map<String, String> secretUids,
    Map<String, String> configMapUids,
    List<Egress> egress,
    List<ProbeTarget> targets,
    List<String> guestKernels,
    String probeImage,
    String probePullPolicy,
    List<Finding> findings)
    implements Decision {}
