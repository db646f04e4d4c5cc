package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.verify.HeldPod;
import dev.glovebox.operator.write.ObjectKind;
import java.util.List;

/**
 * Whether the pod that was released is the one that was compared. The answer to the release tells;
 * when it was lost, the pod itself is read once more, before anything of it is believed.
 *
 * <p>Which pods this process has compared is remembered, and only saves the read: whoever does not
 * remember reads.
 */
final class ReleasedPods {
  /** UIDs remembered, about 100 bytes each; more than the tasks that start at the same time. */
  private static final int REMEMBERED = 10_000;

  private final ObjectReads reads;
  private final RecentUids<Same> compared = new RecentUids<>(REMEMBERED);

  ReleasedPods(ObjectReads reads) {
    this.reads = reads;
  }

  /** What came of it. */
  sealed interface Verdict {}

  /** It is the pod that was compared. */
  record Same() implements Verdict {}

  /** It is not; the message names the fields. */
  record Changed(String what) implements Verdict {}

  /** Nobody can tell now; look again. */
  record Unread(String why) implements Verdict {}

  /** The answer to the release was as planned. */
  void compared(String podUid) {
    compared.add(podUid, new Same());
  }

  /** Judges the recorded pod, which must be there. */
  Verdict judge(Pass pass) {
    String uid = pass.pod().getMetadata().getUid();
    if (!pass.podChanges().isEmpty()) {
      // Somebody changed it since.
      return new Changed(words(pass.podChanges()));
    }
    if (compared.contains(uid)) {
      return new Same();
    }
    return switch (reads.object(ObjectKind.POD, pass.namespace(), pass.objectName())) {
      case Lookup.Unreadable<JsonNode> no -> new Unread("pod: " + no.message());
      case Lookup.Absent<JsonNode> gone -> new Unread("the pod has just gone");
      case Lookup.Found<JsonNode> found -> {
        if (!new OwnObject(found.value()).uid().equals(uid)) {
          yield new Unread("the pod has just gone");
        }
        List<String> changes = HeldPod.changes(found.value());
        if (!changes.isEmpty()) {
          yield new Changed(words(changes));
        }
        compared.add(uid, new Same());
        yield new Same();
      }
    };
  }

  private static String words(List<String> changes) {
    return "the released Pod is not the one that was compared: %s differ from what was held"
        .formatted(String.join(", ", changes));
  }
}
