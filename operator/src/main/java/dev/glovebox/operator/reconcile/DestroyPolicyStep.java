package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;

/** The NetworkPolicy goes last: as long as anything of the task may run, it is isolated. */
final class DestroyPolicyStep implements Step {
  private final ClusterWriter writer;
  private final ObjectReads reads;

  DestroyPolicyStep(ClusterWriter writer, ObjectReads reads) {
    this.writer = writer;
    this.reads = reads;
  }

  @Override
  public Progress run(Pass pass) {
    return switch (reads.object(ObjectKind.NETWORK_POLICY, pass.namespace(), pass.objectName())) {
      case Lookup.Absent<JsonNode> gone -> new Progress.Proceed();
      case Lookup.Unreadable<JsonNode> no -> new Progress.Retry("NetworkPolicy: " + no.message());
      case Lookup.Found<JsonNode> found -> {
        var policy = new OwnObject(found.value());
        yield policy.belongsTo(pass.uid()) ? delete(policy, pass) : new Progress.Proceed();
      }
    };
  }

  private Progress delete(OwnObject policy, Pass pass) {
    return switch (writer.delete(
        ObjectKind.NETWORK_POLICY,
        pass.namespace(),
        pass.objectName(),
        Precondition.uid(policy.uid()))) {
      case WriteResult.Done done -> new Progress.Proceed();
      case WriteResult.NotFound gone -> new Progress.Proceed();
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
      case WriteResult.Rejected no -> new Progress.Retry("NetworkPolicy: " + no.message());
      case WriteResult.Unavailable no -> new Progress.Retry("NetworkPolicy: " + no.message());
    };
  }
}
