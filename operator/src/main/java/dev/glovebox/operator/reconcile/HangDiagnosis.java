package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.progress.StartObstacle;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.Event;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Why a released pod's task has not started in time. Events are read only here. */
final class HangDiagnosis {
  private static final Set<String> VOLUME_EVENTS = Set.of("FailedMount", "FailedAttachVolume");

  /** As in {@code Error: ErrImagePull}. */
  private static final Pattern BARE = Pattern.compile("(Error: )?\\w*");

  private final ObjectReads reads;

  HangDiagnosis(ObjectReads reads) {
    this.reads = reads;
  }

  /** The step that it hung at, in the words of whoever was to do it. */
  Progress.Stop of(Pass pass) {
    Optional<StartObstacle> obstacle = AttestStep.startObstacle(pass);
    if (obstacle.isPresent()) {
      return Progress.Stop.of(obstacle.get().reason(), obstacle.get().message());
    }
    long seconds = Limits.provision(pass).toSeconds();
    return switch (pass.progress()) {
      case PodProgress.Unscheduled unscheduled -> unscheduled(pass, unscheduled);
      case PodProgress.Starting starting -> starting(pass, starting, seconds);
      case PodProgress.Probing probing ->
          Progress.Stop.of(
              Reason.AttestationTimeout,
              "the probe, at work since %s, has not come to a verdict within provisionSeconds (%d)"
                  .formatted(probing.since(), seconds));
      case PodProgress.ProbePassed passed -> starting(pass, passed, seconds);
      default -> timeout("the pod to be released", "", seconds);
    };
  }

  private Progress.Stop unscheduled(Pass pass, PodProgress.Unscheduled pod) {
    if (reads.object(ObjectKind.CLAIM, pass.namespace(), pass.objectName())
        instanceof Lookup.Found<JsonNode> claim) {
      Optional<String> provisioning =
          newest(pass, new OwnObject(claim.value()).uid(), Set.of("ProvisioningFailed"));
      if (provisioning.isPresent()) {
        return Progress.Stop.of(Reason.WorkspaceUnavailable, provisioning.get());
      }
    }
    return Progress.Stop.of(
        Reason.Unschedulable,
        pod.message().isEmpty() ? "the scheduler has said nothing" : pod.message());
  }

  private Progress.Stop starting(Pass pass, PodProgress.Starting pod, long seconds) {
    String uid = pass.pod().getMetadata().getUid();
    Optional<String> sandbox = newest(pass, uid, Set.of("FailedCreatePodSandBox"));
    if (sandbox.isPresent()) {
      return Progress.Stop.of(Reason.SandboxStartFailed, sandbox.get());
    }
    Optional<String> volume = newest(pass, uid, VOLUME_EVENTS);
    return volume.isPresent()
        ? Progress.Stop.of(Reason.WorkspaceUnavailable, volume.get())
        : timeout("the sandbox to start", pod.message(), seconds);
  }

  /** The kubelet writes its events at once, and the container's state some ten seconds later. */
  private Progress.Stop starting(Pass pass, PodProgress.ProbePassed pod, long seconds) {
    Optional<String> failed =
        newest(pass, pass.pod().getMetadata().getUid(), Set.of("Failed", "BackOff"));
    return failed.isPresent()
        ? Progress.Stop.of(
            failed.get().toLowerCase(Locale.ROOT).contains("pull")
                ? Reason.ImagePullFailed
                : Reason.ContainerCreateFailed,
            failed.get())
        : timeout("the task's container to start", pod.waitingMessage(), seconds);
  }

  private static Progress.Stop timeout(String step, String message, long seconds) {
    return Progress.Stop.of(
        Reason.ProvisionTimeout,
        "waited for %s until provisionSeconds (%d) was over%s"
            .formatted(step, seconds, message.isEmpty() ? "" : ": " + message));
  }

  private Optional<String> newest(Pass pass, String uid, Set<String> reasons) {
    return reads.events(pass.namespace(), uid) instanceof Lookup.Found<List<Event>> found
        ? found.value().stream()
            .filter(event -> reasons.contains(event.getReason()))
            .max(Comparator.comparing(HangDiagnosis::saysMore).thenComparing(HangDiagnosis::time))
            .map(Event::getMessage)
        : Optional.empty();
  }

  /** After the words the kubelet writes the bare name of the error, in the same second. */
  private static boolean saysMore(Event event) {
    return !BARE.matcher(Objects.requireNonNullElse(event.getMessage(), "")).matches();
  }

  private static String time(Event event) {
    if (event.getLastTimestamp() != null) {
      return event.getLastTimestamp();
    }
    return event.getEventTime() == null ? "" : String.valueOf(event.getEventTime().getTime());
  }
}
