package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.cli.text.Lapse;
import dev.glovebox.cli.text.Table;
import dev.glovebox.core.progress.TerminationMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tasks as lines of a table, with the columns of {@code kubectl get sandboxtasks}. */
public final class TaskRows {
  private final boolean namespaces;
  private final boolean wide;
  private final Map<String, List<String>> shown = new HashMap<>();
  private Table table;

  /**
   * Lines of a form.
   *
   * @param namespaces whether the namespace is shown
   * @param wide whether node, pod and network are shown
   */
  public TaskRows(boolean namespaces, boolean wide) {
    this.namespaces = namespaces;
    this.wide = wide;
    this.table = new Table(headings());
  }

  /** All lines, the headings first. */
  public List<String> table(List<SandboxTask> tasks, Instant now) {
    table = new Table(headings());
    tasks.forEach(task -> table.row(cells(task, phase(task), now)));
    return table.lines();
  }

  /** The headings of lines that come one by one: wide enough for most. */
  public String headingsOfChanges() {
    table = new Table(headings());
    int name = namespaces ? 1 : 0;
    table.atLeast(0, 16);
    table.atLeast(name, 20);
    table.atLeast(name + 1, 12);
    table.atLeast(name + 2, 20);
    table.atLeast(name + 3, 8);
    return table.lines().getFirst();
  }

  /** The line of a change; empty if it changes none of what is shown but the age. */
  public Optional<String> changed(TaskStream.Change change, Instant now) {
    SandboxTask task = change.task();
    String[] cells = cells(task, change.gone() ? gone(task) : phase(task), now);
    List<String> lasting = new ArrayList<>(List.of(cells));
    lasting.remove(age());
    List<String> before =
        change.gone()
            ? shown.remove(task.getMetadata().getUid())
            : shown.put(task.getMetadata().getUid(), lasting);
    return lasting.equals(before) ? Optional.empty() : Optional.of(table.below(cells));
  }

  private String[] headings() {
    var headings = new ArrayList<String>();
    if (namespaces) {
      headings.add("NAMESPACE");
    }
    headings.addAll(List.of("NAME", "PHASE", "REASON", "RUNTIME", "EXIT", "AGE"));
    if (wide) {
      headings.addAll(List.of("NODE", "POD", "NETWORK"));
    }
    return headings.toArray(String[]::new);
  }

  private int age() {
    return namespaces ? 6 : 5;
  }

  private String[] cells(SandboxTask task, String phase, Instant now) {
    var cells = new ArrayList<String>();
    SandboxTaskStatus status = task.getStatus();
    if (namespaces) {
      cells.add(task.getMetadata().getNamespace());
    }
    cells.add(task.getMetadata().getName());
    cells.add(phase);
    cells.add(status == null ? null : status.reason());
    cells.add(
        status == null || status.effective() == null
            ? null
            : status.effective().runtimeClassName());
    cells.add(
        status == null || status.exitCode() == null ? null : String.valueOf(status.exitCode()));
    cells.add(Lapse.since(task.getMetadata().getCreationTimestamp(), now));
    if (wide) {
      cells.add(status == null ? null : status.nodeName());
      cells.add(status == null ? null : status.podName());
      cells.add(
          task.getSpec().network() == null
              ? null
              : String.valueOf(task.getSpec().network().mode()));
    }
    return cells.stream().map(TerminationMessage::clean).toArray(String[]::new);
  }

  /** Without a time of deletion it may only have lost the label by which it was looked for. */
  private static String gone(SandboxTask task) {
    return task.getMetadata().getDeletionTimestamp() == null ? "(gone)" : "(deleted)";
  }

  private static String phase(SandboxTask task) {
    boolean deleted = task.getMetadata().getDeletionTimestamp() != null;
    String phase =
        task.getStatus() == null || task.getStatus().phase() == null
            ? ""
            : task.getStatus().phase().name();
    return deleted ? phase + " (deleting)" : phase;
  }
}
