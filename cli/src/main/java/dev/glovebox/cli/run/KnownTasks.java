package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts together what a watch tells and what is listed: each change once, and none that is older
 * than what was told already.
 */
final class KnownTasks {
  private final Map<String, SandboxTask> there = new HashMap<>();
  private final Set<String> gone = new HashSet<>();

  /** Whether what a watch told is new. From now on it is known. */
  boolean isNews(TaskStream.Change change) {
    String uid = change.task().getMetadata().getUid();
    if (gone.contains(uid)) {
      return false;
    }
    if (change.gone()) {
      gone.add(uid);
      there.remove(uid);
      return true;
    }
    boolean news = isNewer(change.task(), there.get(uid));
    if (news) {
      there.put(uid, change.task());
    }
    return news;
  }

  /** What is new in a list of all. From now on it is known. */
  List<TaskStream.Change> changes(List<SandboxTask> all) {
    var changes = new ArrayList<TaskStream.Change>();
    Set<String> listed =
        all.stream().map(task -> task.getMetadata().getUid()).collect(Collectors.toSet());
    there.values().stream()
        .filter(task -> !listed.contains(task.getMetadata().getUid()))
        .map(task -> new TaskStream.Change(task, true))
        .forEach(changes::add);
    all.forEach(task -> changes.add(new TaskStream.Change(task, false)));
    return changes.stream().filter(this::isNews).toList();
  }

  /** Versions of one kind are numbers that grow; where one is none, it counts as new. */
  private static boolean isNewer(SandboxTask task, SandboxTask before) {
    if (before == null) {
      return true;
    }
    String now = String.valueOf(task.getMetadata().getResourceVersion());
    String then = String.valueOf(before.getMetadata().getResourceVersion());
    try {
      return Long.parseUnsignedLong(now) > Long.parseUnsignedLong(then);
    } catch (NumberFormatException e) {
      return !now.equals(then);
    }
  }
}
