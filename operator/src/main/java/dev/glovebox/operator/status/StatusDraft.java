package dev.glovebox.operator.status;

import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.progress.RunOutcome;
import dev.glovebox.core.progress.TerminationMessage;
import dev.glovebox.core.reason.Reason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A status in the making. It starts from what only the status itself can tell (the pod's UID,
 * times, the proof); phase, reason and conditions are always decided anew.
 */
public final class StatusDraft {

  /** Reasons that say that isolation was not there, or went. */
  private static final Set<Reason> DISPROVED =
      Set.of(
          Reason.AttestationFailed,
          Reason.ProofRejected,
          Reason.IsolationLost,
          Reason.NetworkNotEnforced,
          Reason.NetworkPolicyWidened,
          Reason.AdmissionMutated);

  private static final String WATCH_INTERRUPTED = "WatchInterrupted";

  private final SandboxTask task;
  private final SandboxTaskStatus before;
  private Phase phase;
  private String reason = "";
  private String message = "";
  private boolean retryable;
  private boolean disproved;
  private Plan plan;
  private String podName;
  private String podUid;
  private String nodeName;
  private String startTime;
  private String provedTime;
  private String runningTime;
  private String imageId;
  private Isolation isolation;
  private List<String> failedChecks;
  private final Map<String, Finding> findings = new LinkedHashMap<>();
  private RunOutcome outcome;
  private String completionTime;
  private Instant watchedSince;
  private String[] notDestroyed;

  private StatusDraft(SandboxTask task) {
    this.task = task;
    this.before = task.getStatus() == null ? empty() : task.getStatus();
    this.phase = Phases.of(task);
    this.failedChecks = before.failedChecks();
    addFindings(before.findings());
  }

  /** A draft for a task, with the phase that it has and no reason. */
  public static StatusDraft of(SandboxTask task) {
    return new StatusDraft(task);
  }

  /** A draft that keeps phase, reason and message as they are. */
  public static StatusDraft unchanged(SandboxTask task) {
    var draft = new StatusDraft(task);
    draft.reason = draft.before.reason() == null ? "" : draft.before.reason();
    draft.message = draft.before.message() == null ? "" : draft.before.message();
    draft.retryable = Boolean.TRUE.equals(draft.before.retryable());
    draft.disproved = Phases.reason(task).filter(DISPROVED::contains).isPresent();
    return draft;
  }

  public StatusDraft phase(Phase value) {
    phase = value;
    return this;
  }

  /**
   * Why, and what to do. The text may repeat what a task or a kubelet said (a command that is not
   * there, of 64 KiB): it is cut and made harmless, or the API server would refuse the status and
   * the task would never end.
   */
  public StatusDraft because(Reason value, String text) {
    reason = value.name();
    message = TerminationMessage.clean(text);
    retryable = value.retryable();
    disproved = DISPROVED.contains(value);
    return this;
  }

  /** Limits, policy and findings of the plan. */
  public StatusDraft plan(Plan value) {
    plan = value;
    addFindings(value.findings());
    return this;
  }

  /** The pod that is about to be released, and when. */
  public StatusDraft pod(String name, String uid, Instant released) {
    podName = name;
    podUid = uid;
    startTime = text(released);
    return this;
  }

  public StatusDraft node(String name) {
    nodeName = name;
    return this;
  }

  /** What was seen from inside by a probe that did not pass. It proves nothing. */
  public StatusDraft evidence(Isolation value) {
    isolation = value;
    return this;
  }

  /**
   * The proof from inside.
   *
   * @param at when the probe passed, RFC 3339
   */
  public StatusDraft proof(Isolation value, List<Finding> seen, String at) {
    isolation = value;
    provedTime = at;
    addFindings(seen);
    return this;
  }

  /** What the kubelet says of the running container. Both may be null. */
  public StatusDraft running(String startedAt, String image) {
    runningTime = startedAt;
    imageId = image;
    return this;
  }

  public StatusDraft failedChecks(List<String> value) {
    failedChecks = value;
    return this;
  }

  /** How it ended; also sets phase and reason. */
  public StatusDraft outcome(RunOutcome value, Instant now) {
    outcome = value;
    phase = value.phase();
    if (value.reason() != null) {
      because(value.reason(), value.message());
    }
    runningTime = value.startedAt();
    completionTime = value.finishedAt() == null ? text(now) : value.finishedAt();
    return this;
  }

  /** It ended without a word of the kubelet's, or never began. */
  public StatusDraft ended(Phase value, Instant now) {
    phase = value;
    return neverStarts(now);
  }

  /**
   * The kubelet's last word: the task's process did not start. Written before the pod goes, and the
   * only thing that still says so afterwards.
   */
  public StatusDraft neverStarts(Instant now) {
    completionTime = kept(before.completionTime(), text(now));
    return this;
  }

  /** That something of it is still there although it should be gone. */
  public StatusDraft notDestroyed(String why, String text) {
    notDestroyed = new String[] {why, text};
    return this;
  }

  /**
   * Since when the operator that writes this has watched without a gap. A task that ran before was
   * alone for a while: what changed and was changed back then, nobody has seen.
   */
  public StatusDraft watchedSince(Instant value) {
    watchedSince = value;
    return this;
  }

  private void findGap() {
    String running = kept(runningTime, before.runningTime());
    if (watchedSince != null
        && running != null
        && before.completionTime() == null
        && Instant.parse(running).isBefore(watchedSince.truncatedTo(ChronoUnit.SECONDS))) {
      addFindings(
          List.of(
              new Finding(
                  WATCH_INTERRUPTED,
                  "the operator started again, or could not watch the cluster for a while, while the task ran: what changed before %s and was changed back was not seen"
                      .formatted(text(watchedSince)))));
    }
  }

  /** The whole status. */
  public SandboxTaskStatus build(Instant now) {
    findGap();
    Isolation proof = isolation == null ? before.isolation() : isolation;
    boolean proved = kept(provedTime, before.provedTime()) != null;
    List<Finding> found = List.copyOf(findings.values());
    Long generation = task.getMetadata().getGeneration();
    var conditions =
        new Conditions(
                before.conditions(), generation, now.truncatedTo(ChronoUnit.SECONDS).toString())
            .of(phase, reason, effective() != null, proved, disproved, found);
    if (notDestroyed != null) {
      conditions.notDestroyed(notDestroyed[0], notDestroyed[1]);
    }
    return new SandboxTaskStatus(
        generation,
        phase,
        reason,
        message,
        retryable,
        plan == null ? before.policy() : plan.policy(),
        effective(),
        kept(podName, before.podName()),
        kept(podUid, before.podUID()),
        kept(nodeName, before.nodeName()),
        kept(startTime, before.startTime()),
        kept(provedTime, before.provedTime()),
        kept(runningTime, before.runningTime()),
        kept(completionTime, before.completionTime()),
        outcome == null ? before.exitCode() : outcome.exitCode(),
        outcome == null ? before.terminationMessage() : outcome.terminationMessage(),
        proof,
        failedChecks == null || failedChecks.isEmpty() ? null : List.copyOf(failedChecks),
        found.isEmpty() ? null : found,
        conditions.list());
  }

  private Effective effective() {
    Effective base = plan == null ? before.effective() : plan.effective();
    if (base == null || imageId == null) {
      return base;
    }
    return new Effective(
        base.resources(),
        base.timeouts(),
        base.ttlSecondsAfterFinished(),
        base.runAsUser(),
        base.runtimeClassName(),
        imageId);
  }

  private void addFindings(List<Finding> more) {
    if (more != null) {
      more.forEach(finding -> findings.put(finding.type(), finding));
    }
  }

  private static String kept(String now, String before) {
    return now == null ? before : now;
  }

  private static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static SandboxTaskStatus empty() {
    return new SandboxTaskStatus(
        null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null);
  }
}
