package dev.glovebox.e2e.attack;

/**
 * The list of attacks. Numbers are names: they never change, and a gap is an attack on something
 * that Glovebox does not have yet.
 */
enum Row {
  A1("writes outside its workspace", "read-only root, only the declared mounts"),
  A2("rewrites the context that it was given", "ConfigMaps are read-only, and no field changes it"),
  A3("reads files of the host", "no host path, ever"),
  A4("uses a service account's token", "no token, no way to the API server"),
  A5("a webhook changes the pod", "the admitted pod is compared with the planned one"),
  A6("inherits an environment", "the environment is given, each variable of it"),
  A7("overrides PATH, LD_PRELOAD, GIT_CONFIG", "reserved names"),
  A9("finds a secret in argument, spec, event, log", "secrets are files, 0440 root:fsGroup"),
  A10("runs without its secret", "secrets are looked at before anything is made"),
  A16("reaches a metadata service", "deny policy, proved from inside"),
  A17("reaches private ranges, pods, sandboxes", "deny policy, proved from inside"),
  A18("reaches its own node", "deny policy where the engine can; else a finding, or refused"),
  A19("any host by TCP, UDP, ICMP, raw socket", "deny policy, no capability"),
  A22("carries data out by DNS", "no resolver, no rule"),
  A23("goes around by IPv6", "no IPv6 address, or refused"),
  A24("a second policy widens the first", "all policies read before release, and watched"),
  A25("a network that enforces nothing", "certification with a control"),
  A26("starts before the rules are ready", "scheduling gate, then the probe's rounds"),
  A27("a step's write fails", "each failure stops the task"),
  A28("a read fails", "unknown is not absent: ReadBackFailed"),
  A29("removes rules, makes namespaces, mounts", "no capability, no new privileges"),
  A30("becomes root by a setuid program", "no new privileges"),
  A31("the runtime is only a name", "the guest kernel is proved from inside"),
  A32("no RuntimeClass: the default runtime", "RuntimeClassMissing"),
  A33("fork, memory, disk and log bombs", "limits, and the status says which"),
  A34("outlives the operator", "a deadline in the pod itself"),
  A35("mounts over a system path", "reserved paths"),
  A36("hides one mount behind another", "refused in every nesting"),
  A37("finds credentials of the task before", "fresh home, fresh volume"),
  A38("steers the task after it", "fresh volume, immutable spec"),
  A39("an empty list that means everything", "rejected"),
  A40("takes a risk without permission", "SandboxPolicy; said aloud where allowed"),
  A41("switches isolation off from inside", "nothing inside is read as configuration"),
  A42("asks for a privileged pod", "no pod template; a label on secrets"),
  A43("exec, attach, port-forward, debug", "admission policy on reserved names"),
  A50("a dry run or a refusal has effects", "plans are pure"),
  B1("the policy engine is late", "the probe waits for all blocked, three times"),
  B2("an annotation that a runtime obeys", "reserved at admission, again at read back"),
  B3("an allowed name, another handler", "handler compared, kernel proved"),
  B4("a runtime class named \"\"", "rejected, never left out"),
  B5("an unschedulable pod, made for ever", "one pod, the scheduler's words at the deadline"),
  B6("user namespaces hang the start", "never asked for"),
  B7("volume and data stay after the end", "reclaim policy checked; gone means gone"),
  B8("a pod that never ends", "no force; TerminationUnconfirmed; the policy stays"),
  B9("an object of the sandbox's name is adopted", "owner, label and hash compared"),
  B10("signs of gVisor taken for an attack", "expectations per runtime"),
  B11("the operator is killed in between", "decides from what it sees"),
  B12("the policy goes before the pod", "order of destruction"),
  B13("\"allow DNS for all\" opens the sandbox", "all policies read, and watched"),
  B14("an image name that means docker.io", "registries compared after normalisation"),
  B15("a connection tracked while open is used later", "UDP only after all TCP is blocked"),
  B16("a pod is judged by its predecessor's rules", "the probe's rounds"),
  B17("cascades, finalizers, grace 0", "policy last; admission policies"),
  B18("a pod lost before a restart is run again", "podUID first; PodDeleted"),
  B19("pull secrets come with the service account", "planned, or PolicyViolation"),
  B20("the RuntimeClass is replaced under way", "UID and handler compared again"),
  B21("a recycled volume with another's data", "WorkspaceNotEmpty");

  private final String attack;
  private final String stoppedBy;

  Row(String attack, String stoppedBy) {
    this.attack = attack;
    this.stoppedBy = stoppedBy;
  }

  /** What is tried, in a few words. */
  String attack() {
    return attack;
  }

  /** What has to stop it. */
  String stoppedBy() {
    return stoppedBy;
  }
}
