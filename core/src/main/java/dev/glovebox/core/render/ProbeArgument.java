package dev.glovebox.core.render;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.ReportableCheck;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.ProbeTarget;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * The one argument of {@code probe attest}.
 *
 * @param version of the format
 * @param nonce UID of the task; the report must repeat it
 * @param giveUpAfterSeconds counted from the probe's start
 * @param reportOnly kinds of targets whose answer is reported and does not fail
 * @param nodeKernels of every node that the pod may land on
 * @param environment names of the variables that the probe may see
 * @param workspace null when there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProbeArgument(
    int version,
    String nonce,
    int giveUpAfterSeconds,
    List<ProbeTarget> targets,
    List<ProbeTarget.Kind> reportOnly,
    RuntimeFingerprint runtime,
    NodeKernels nodeKernels,
    long runAsUser,
    long runAsGroup,
    List<String> environment,
    WorkspacePath workspace) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Digits of a kernel's hash. */
  private static final int HASH_DIGITS = 16;

  /** HOSTNAME and PATH come from the kubelet and the container runtime, the others from the pod. */
  private static final List<String> ENVIRONMENT =
      List.of("HOSTNAME", "PATH", "HOME", Names.HOST_IP_VARIABLE);

  /** Hashes, sorted: a sandbox need not learn what its nodes run. */
  public record NodeKernels(List<String> bootIds, List<String> releases) {}

  /** Where the workspace is mounted. */
  public record WorkspacePath(String path) {}

  /**
   * What the probe of a plan is told.
   *
   * @throws IllegalArgumentException if a node's boot ID or kernel release is not known
   */
  public static ProbeArgument of(Plan plan) {
    var spec = plan.spec();
    return new ProbeArgument(
        1,
        plan.taskUid(),
        giveUpAfter(spec.timeouts().provisionSeconds()),
        plan.targets(),
        reportOnly(plan),
        RuntimeFingerprint.of(plan.runtime().kind()).withGuestKernels(plan.guestKernels()),
        new NodeKernels(
            hashes(plan.nodes(), Facts.NodeFacts::bootId),
            hashes(plan.nodes(), Facts.NodeFacts::kernelVersion)),
        spec.runAsUser(),
        spec.runAsUser(),
        ENVIRONMENT,
        spec.workspace().type() == WorkspaceType.None
            ? null
            : new WorkspacePath(spec.workspace().mountPath()));
  }

  /**
   * What the probe of a rendered pod is told.
   *
   * @throws IllegalArgumentException if the pod has no probe with such an argument
   */
  public static ProbeArgument of(Pod pod) {
    var text =
        pod.getSpec().getInitContainers().stream()
            .filter(container -> container.getName().equals(Names.PROBE_CONTAINER))
            .flatMap(container -> container.getArgs().stream().skip(1))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("the pod has no probe"));
    try {
      return MAPPER.readValue(text, ProbeArgument.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an argument of the probe: " + text, e);
    }
  }

  /**
   * Before the operator's own deadline, which counts from the task's creation: else what the probe
   * saw open would never be heard, and the task would be refused for being late.
   */
  private static int giveUpAfter(int provisionSeconds) {
    return Math.max(1, provisionSeconds * 2 / 3);
  }

  /** Kinds of targets whose answer the policy wants reported only. */
  private static List<ProbeTarget.Kind> reportOnly(Plan plan) {
    var checks = plan.policySpec().reportOnly();
    return checks != null && checks.contains(ReportableCheck.NodeReachable)
        ? List.of(ProbeTarget.Kind.OwnNode)
        : List.of();
  }

  /** How the argument names a boot ID or a kernel release: 16 hex digits of its SHA-256. */
  public static String kernelHash(String text) {
    return HexFormat.of().formatHex(PlanHash.sha256(text)).substring(0, HASH_DIGITS);
  }

  /** Compact JSON; the same plan gives the same text. */
  public String json() {
    try {
      return MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of texts and numbers are always JSON", e);
    }
  }

  private static List<String> hashes(
      List<Facts.NodeFacts> nodes, Function<Facts.NodeFacts, String> value) {
    return nodes.stream()
        .map(
            node -> {
              var text = value.apply(node);
              if (text == null || text.isEmpty()) {
                throw new IllegalArgumentException(
                    "node " + node.name() + " does not report its kernel and boot ID");
              }
              return kernelHash(text);
            })
        .distinct()
        .sorted()
        .toList();
  }
}
