package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import java.util.ArrayList;
import java.util.HashMap;
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

  /**
   * By UID, the version at which it went. One that is seen again in a newer one is back: it had
   * lost the label by which it is looked for.
   */
  private final Map<String, String> gone = new HashMap<>();

  /** Whether what a watch told is new. From now on it is known. */
  boolean isNews(TaskStream.Change change) {
    String version = change.task().getMetadata().getResourceVersion();
    if (!change.gone()) {
      return comes(change.task(), version);
    }
    SandboxTask known = there.get(change.task().getMetadata().getUid());
    boolean behind = known != null && isNewer(version(known), version);
    return !behind && goes(change.task(), version);
  }

  private boolean comes(SandboxTask task, String version) {
    String uid = task.getMetadata().getUid();
    String before = gone.containsKey(uid) ? gone.get(uid) : version(there.get(uid));
    boolean news = before == null || isNewer(version, before);
    if (news) {
      gone.remove(uid);
      there.put(uid, task);
    }
    return news;
  }

  private boolean goes(SandboxTask task, String version) {
    String uid = task.getMetadata().getUid();
    String before = gone.containsKey(uid) ? gone.get(uid) : version(there.get(uid));
    String latest = before == null || isNewer(version, before) ? version : before;
    there.remove(uid);
    return gone.put(uid, String.valueOf(latest)) == null;
  }

  /**
   * What is new in a list of all. From now on it is known.
   *
   * @param version of the list: what is not in it had gone by then
   */
  List<TaskStream.Change> changes(List<SandboxTask> all, String version) {
    var changes = new ArrayList<TaskStream.Change>();
    Set<String> listed =
        all.stream().map(task -> task.getMetadata().getUid()).collect(Collectors.toSet());
    for (SandboxTask task : List.copyOf(there.values())) {
      if (!listed.contains(task.getMetadata().getUid()) && goes(task, version)) {
        changes.add(new TaskStream.Change(task, true));
      }
    }
    all.stream()
        .map(task -> new TaskStream.Change(task, false))
        .filter(this::isNews)
        .forEach(changes::add);
    return changes;
  }

  private static String version(SandboxTask task) {
    return task == null ? null : task.getMetadata().getResourceVersion();
  }

  /** Versions of one kind are numbers that grow; where one is none, it counts as new. */
  private static boolean isNewer(String version, String before) {
    String now = String.valueOf(version);
    try {
      return Long.parseUnsignedLong(now) > Long.parseUnsignedLong(before);
    } catch (NumberFormatException e) {
      return !now.equals(before);
    }
  }
}
