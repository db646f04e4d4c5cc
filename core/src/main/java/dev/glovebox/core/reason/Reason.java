package dev.glovebox.core.reason;

/**
 * Every reason for which a task is refused or fails. The constant's name is what the status shows.
 */
public enum Reason {
  PolicyViolation(Outcome.REFUSED, Fault.POLICY),
  PolicyMissing(Outcome.REFUSED, Fault.POLICY),
  ReservedMetadata(Outcome.REFUSED, Fault.SPEC),
  RuntimeClassMissing(Outcome.REFUSED, Fault.CLUSTER),
  RuntimeHandlerNotAllowed(Outcome.REFUSED, Fault.CLUSTER),
  NoNodeWithRuntime(Outcome.REFUSED, Fault.CLUSTER),
  NodeNotCertified(Outcome.REFUSED, Fault.CLUSTER),
  NetworkNotEnforced(Outcome.REFUSED, Fault.CLUSTER),
  CertificationInconclusive(Outcome.REFUSED, Fault.TRANSIENT),
  NetworkRangesUnknown(Outcome.REFUSED, Fault.CLUSTER),
  NetworkPolicyWidened(Outcome.REFUSED, Fault.CLUSTER),
  StorageClassMissing(Outcome.REFUSED, Fault.CLUSTER),
  ReclaimPolicyRetain(Outcome.REFUSED, Fault.CLUSTER),
  WorkspaceUnavailable(Outcome.REFUSED, Fault.CLUSTER),
  WorkspaceNotEmpty(Outcome.REFUSED, Fault.CLUSTER),
  WorkspaceNotWritable(Outcome.REFUSED, Fault.CLUSTER),
  SecretMissing(Outcome.REFUSED, Fault.SPEC),
  SecretEmpty(Outcome.REFUSED, Fault.SPEC),
  SecretNotUsable(Outcome.REFUSED, Fault.SPEC),
  ConfigMapMissing(Outcome.REFUSED, Fault.SPEC),
  ConfigMapNotUsable(Outcome.REFUSED, Fault.SPEC),
  InvalidSpec(Outcome.REFUSED, Fault.SPEC),
  QuotaExceeded(Outcome.REFUSED, Fault.TRANSIENT),
  PodRejected(Outcome.REFUSED, Fault.CLUSTER),
  AdmissionMutated(Outcome.REFUSED, Fault.CLUSTER),
  ForeignObject(Outcome.REFUSED, Fault.CLUSTER),
  ReadBackFailed(Outcome.REFUSED, Fault.TRANSIENT),
  Unschedulable(Outcome.REFUSED, Fault.CLUSTER),
  SandboxStartFailed(Outcome.REFUSED, Fault.CLUSTER),
  ImagePullFailed(Outcome.REFUSED, Fault.CLUSTER),
  ContainerCreateFailed(Outcome.REFUSED, Fault.CLUSTER),
  AttestationFailed(Outcome.REFUSED, Fault.CLUSTER),
  AttestationTimeout(Outcome.REFUSED, Fault.TRANSIENT),
  ProvisionTimeout(Outcome.REFUSED, Fault.TRANSIENT),
  CancelledBeforeStart(Outcome.REFUSED, Fault.SPEC),
  ExitNonZero(Outcome.FAILED, Fault.SPEC),
  OutOfMemory(Outcome.FAILED, Fault.SPEC),
  DeadlineExceeded(Outcome.FAILED, Fault.SPEC),
  StorageExceeded(Outcome.FAILED, Fault.SPEC),
  StartError(Outcome.FAILED, Fault.SPEC),
  Cancelled(Outcome.FAILED, Fault.SPEC),
  Evicted(Outcome.FAILED, Fault.TRANSIENT),
  NodeLost(Outcome.FAILED, Fault.TRANSIENT),
  PodDeleted(Outcome.FAILED, Fault.TRANSIENT),
  IsolationLost(Outcome.FAILED, Fault.CLUSTER),
  ProofRejected(Outcome.FAILED, Fault.CLUSTER);

  /** What the reason says about the task's own process. */
  public enum Outcome {
    /** It never started. */
    REFUSED,
    /** It ran, or may have run. */
    FAILED
  }

  /** Who has to act. */
  public enum Fault {
    SPEC,
    POLICY,
    CLUSTER,
    /** Nobody: the same task may succeed later. */
    TRANSIENT
  }

  private final Outcome outcome;
  private final Fault fault;

  Reason(Outcome outcome, Fault fault) {
    this.outcome = outcome;
    this.fault = fault;
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
}
