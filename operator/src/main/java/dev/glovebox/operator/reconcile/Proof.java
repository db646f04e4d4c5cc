package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.Isolations;
import dev.glovebox.core.verify.ProbeReport;
import dev.glovebox.core.verify.ProofCheck;
import dev.glovebox.operator.status.StatusDraft;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The operator's own check of what the probe reported, against the node that the pod landed on. */
final class Proof {
  private final ObjectReads reads;
  private final Certificates certificates;
  private final ReleasedPods releasedPods;

  Proof(ObjectReads reads, Certificates certificates, ReleasedPods releasedPods) {
    this.reads = reads;
    this.certificates = certificates;
    this.releasedPods = releasedPods;
  }

  /** What is known of nodes. */
  interface Certificates {
    /** The certificate of a node under a class; empty when there is none. */
    Optional<Facts.CertificateFacts> of(String node, String runtimeClass);
  }

  /** What came of it. */
  sealed interface Verdict {}

  /**
   * It holds.
   *
   * @param provedAt when the probe passed, RFC 3339
   */
  record Holds(ProbeReport report, Facts.NodeFacts landed, String provedAt) implements Verdict {}

  /** The report cannot be, or cannot be relied on. */
  record Broken(String why, List<String> failedChecks) implements Verdict {}

  /** What it must be held against could not be read; look again. */
  record Unread(String why) implements Verdict {}

  /** Checks the pod, and the report of a probe that ended with exit code 0. */
  Verdict check(Pass pass, String terminationMessage) {
    return switch (releasedPods.judge(pass)) {
      case ReleasedPods.Unread no -> new Unread(no.why());
      case ReleasedPods.Changed changed -> new Broken(changed.what(), List.of());
      case ReleasedPods.Same same -> checkReport(pass, terminationMessage);
    };
  }

  private Verdict checkReport(Pass pass, String terminationMessage) {
    Pod pod = pass.pod();
    String node = pod.getSpec().getNodeName();
    return switch (reads.node(node)) {
      case Lookup.Unreadable<ObjectReads.NodeState> no -> new Unread("node: " + no.message());
      case Lookup.Absent<ObjectReads.NodeState> gone ->
          new Broken(
              "the node %s that it is said to come from is not there".formatted(node), List.of());
      case Lookup.Found<ObjectReads.NodeState> found ->
          switch (ProbeReport.parse(terminationMessage)) {
            case ProbeReport.NoReport none ->
                new Broken("the probe's report cannot be read: " + none.why(), List.of());
            case ProbeReport.Report readable ->
                against(pass, readable.report(), found.value().facts());
          };
    };
  }

  /** Puts a proof that holds into a status. */
  StatusDraft show(StatusDraft draft, Pass pass, Holds holds) {
    Isolations seen = isolations(pass, holds.report(), holds.landed());
    return draft
        .node(holds.landed().name())
        .proof(seen.isolation(), seen.findings(), holds.provedAt());
  }

  /** The essence of a report that did not pass, if there is one; for the status only. */
  Optional<Isolations> evidence(Pass pass, String terminationMessage) {
    if (ProbeReport.parse(terminationMessage) instanceof ProbeReport.Report readable
        && reads.node(pass.pod().getSpec().getNodeName())
            instanceof Lookup.Found<ObjectReads.NodeState> node) {
      return Optional.of(isolations(pass, readable.report(), node.value().facts()));
    }
    return Optional.empty();
  }

  private Verdict against(Pass pass, ProbeReport report, Facts.NodeFacts landed) {
    List<String> disagreements =
        new ArrayList<>(
            ProofCheck.check(
                report,
                new ProofCheck.Expected(pass.pod(), landed, certifiedKernel(pass.pod(), landed))));
    probeImage(pass.pod()).ifPresent(disagreements::add);
    return disagreements.isEmpty()
        ? new Holds(report, landed, provedAt(pass))
        : new Broken(String.join("; ", disagreements), report.failedChecks());
  }

  /** A verdict against the node says nothing of its guest kernel. */
  private Optional<String> certifiedKernel(Pod pod, Facts.NodeFacts landed) {
    return certificates
        .of(landed.name(), pod.getSpec().getRuntimeClassName())
        .filter(Facts.CertificateFacts::certified)
        .map(Facts.CertificateFacts::guestKernel);
  }

  private Isolations isolations(Pass pass, ProbeReport report, Facts.NodeFacts landed) {
    var network = pass.task().getSpec().network();
    NetworkMode mode =
        network == null || network.mode() == null ? NetworkMode.None : network.mode();
    String runtimeClass = pass.pod().getSpec().getRuntimeClassName();
    String handler =
        reads.runtimeHandler(runtimeClass) instanceof Lookup.Found<String> found
            ? found.value()
            : null;
    return Isolations.of(report, pass.pod(), mode, handler, landed);
  }

  /** That the image which ran as the probe is the one of the plan, by the kubelet's word. */
  private static Optional<String> probeImage(Pod pod) {
    String planned =
        pod.getSpec().getInitContainers().stream()
            .filter(container -> container.getName().equals(Names.PROBE_CONTAINER))
            .map(Container::getImage)
            .findFirst()
            .orElse("");
    String digest = planned.substring(planned.indexOf('@') + 1);
    String ran = probe(pod).map(ContainerStatus::getImageID).orElse("");
    return !digest.startsWith("sha256:") || !ran.endsWith(digest)
        ? Optional.of("the probe's image is %s, planned %s".formatted(ran, planned))
        : Optional.empty();
  }

  private static String provedAt(Pass pass) {
    return probe(pass.pod())
        .map(status -> status.getState().getTerminated())
        .map(ContainerStateTerminated::getFinishedAt)
        .orElse(pass.now().toString());
  }

  private static Optional<ContainerStatus> probe(Pod pod) {
    return pod.getStatus().getInitContainerStatuses().stream()
        .filter(status -> status.getName().equals(Names.PROBE_CONTAINER))
        .findFirst();
  }
}
