package dev.glovebox.operator.certify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.core.certify.CertificationObjects;
import dev.glovebox.core.certify.CertificationVerdict;
import dev.glovebox.core.certify.PodEnd;
import dev.glovebox.core.verify.AdmittedObject;
import dev.glovebox.core.verify.AdmittedObject.Stage;
import dev.glovebox.operator.write.CertificateWriter;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One certification: policy, control pod, restricted pod, verdict. Nothing of an earlier one is
 * used: what is left of it goes first.
 */
final class CertificationRun {

  private static final Duration START = Duration.ofSeconds(CertificationObjects.START_SECONDS);

  /** The probe gives up by itself after 30 s; the kubelet's word takes a moment. */
  private static final Duration END = Duration.ofSeconds(45);

  /** A deletion that takes longer is not over when the next certification begins. */
  private static final Duration GONE = Duration.ofSeconds(60);

  private static final int DIFFERENCES_SHOWN = 5;

  private final CertificateWriter writer;
  private final CertificationPods pods;
  private final Leftovers leftovers;
  private final KubeletWords kubelet;
  private final Clock clock;

  CertificationRun(
      CertificateWriter writer,
      CertificationPods pods,
      Leftovers leftovers,
      KubeletWords kubelet,
      Clock clock) {
    this.writer = writer;
    this.pods = pods;
    this.leftovers = leftovers;
    this.kubelet = kubelet;
    this.clock = clock;
  }

  /** It cannot be said how the node stands: the API server could not be used. */
  static final class NoVerdict extends Exception {
    private static final long serialVersionUID = 1L;

    NoVerdict(String why) {
      super(why, null, false, false);
    }
  }

  /** Makes the objects one after the other, and judges. */
  NodeCertificateStatus verdict(CertificationObjects objects, CertificationVerdict judge)
      throws NoVerdict, InterruptedException {
    leftovers.remove(objects, GONE);
    Optional<PodEnd> policy = make(ObjectKind.NETWORK_POLICY, objects.policy());
    if (policy.isPresent()) {
      return judge.of(policy.get(), clock.instant());
    }
    PodEnd open = end(objects.open());
    Optional<NodeCertificateStatus> already = judge.ofControl(open, clock.instant());
    if (already.isPresent()) {
      return already.get();
    }
    NodeCertificateStatus first = judge.of(open, end(objects.shut()), clock.instant());
    if (!judge.isToBeConfirmed(first)) {
      return first;
    }
    leftovers.removeShut(objects, GONE);
    return judge.of(open, end(objects.shut()), clock.instant());
  }

  private PodEnd end(Pod planned) throws NoVerdict, InterruptedException {
    Optional<PodEnd> notMade = make(ObjectKind.POD, planned);
    if (notMade.isPresent()) {
      return notMade.get();
    }
    String name = planned.getMetadata().getName();
    Optional<Boolean> started =
        pods.await(name, START, pod -> pod.filter(CertificationRun::hasStarted).map(p -> true));
    if (started.isEmpty()) {
      return new PodEnd.NotRun(
          "it has not started after %d s: %s"
              .formatted(START.toSeconds(), kubelet.about(find(name))));
    }
    return pods.await(name, END, pod -> pod.flatMap(PodEnd::of))
        .orElseGet(() -> new PodEnd.NotRun("it has not ended after " + END.toSeconds() + " s"));
  }

  private static boolean hasStarted(Pod pod) {
    return PodEnd.of(pod).isPresent()
        || (pod.getStatus() != null
            && pod.getStatus().getContainerStatuses().stream()
                .anyMatch(c -> c.getState() != null && c.getState().getRunning() != null));
  }

  private Optional<Pod> find(String name) {
    return pods.all().stream().filter(p -> p.getMetadata().getName().equals(name)).findFirst();
  }

  /** Empty when it was made as planned. */
  private Optional<PodEnd> make(ObjectKind kind, HasMetadata planned) throws NoVerdict {
    return switch (writer.create(kind, planned)) {
      case WriteResult.Done done -> compared(kind, planned, done.object());
      case WriteResult.Rejected rejected ->
          Optional.of(
              new PodEnd.NotRun(
                  "%s %s was not let in: %s"
                      .formatted(
                          kind.kind(), planned.getMetadata().getName(), rejected.message())));
      case WriteResult.AlreadyExists exists ->
          throw new NoVerdict("%s %s is still there".formatted(kind.kind(), name(planned)));
      case WriteResult.Conflict conflict -> throw new NoVerdict(conflict.message());
      case WriteResult.NotFound gone ->
          Optional.of(new PodEnd.NotRun(kind.kind() + ": " + gone.message()));
      case WriteResult.Unavailable unavailable -> throw new NoVerdict(unavailable.message());
    };
  }

  private static Optional<PodEnd> compared(
      ObjectKind kind, HasMetadata planned, JsonNode admitted) {
    List<AdmittedObject.Difference> differences =
        AdmittedObject.differences(planned, admitted, Stage.HELD);
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PodEnd.Mutated(
                differences.stream()
                    .limit(DIFFERENCES_SHOWN)
                    .map(AdmittedObject.Difference::toString)
                    .collect(
                        Collectors.joining(
                            "; ",
                            "the admitted %s %s is not the planned one: "
                                .formatted(kind.kind(), name(planned)),
                            ""))));
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }
}
