package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.connect.Place;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which tasks of a namespace a command is about: by name, by label, or all. A mixin. */
public final class TaskSelection {
  @Parameters(paramLabel = "TASK", arity = "0..*", description = "Names of tasks.")
  private List<String> names = List.of();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "Tasks with these labels, as in kubectl: team=a,stage in (x,y).")
  private String selector;

  @Option(names = "--all", description = "All tasks of the namespace.")
  private boolean all;

  /**
   * The tasks as they are now.
   *
   * @param ignoreMissing whether a name that there is not is passed over
   * @throws Failure if nothing or too much was named, or a name does not exist
   */
  List<SandboxTask> tasks(KubernetesClient client, boolean ignoreMissing) {
    int ways = (names.isEmpty() ? 0 : 1) + (selector == null ? 0 : 1) + (all ? 1 : 0);
    if (ways != 1) {
      throw new Failure(
          ExitCode.USAGE,
          ways == 0
              ? "which tasks? Name them, or choose them with -l SELECTOR or --all"
              : "which tasks? Only one of names, -l SELECTOR and --all may be given");
    }
    names.forEach(TaskSelection::bare); // before any is looked for
    if (names.isEmpty()) {
      var there = client.resources(SandboxTask.class).inNamespace(client.getNamespace());
      try {
        return (all ? there.list() : there.withLabelSelector(selector).list()).getItems();
      } catch (KubernetesClientException e) {
        throw selectorRefused(selector, e);
      }
    }
    return names.stream()
        .map(name -> find(client, name))
        .filter(found -> found.task() != null || !ignoreMissing)
        .map(found -> found.orFail(client))
        .toList();
  }

  /**
   * Tells what of that which was meant is not there, so that a misspelt name does not pass for a
   * task that is destroyed.
   *
   * @param tasks those that were found
   * @throws Failure if none was, for there is no such namespace
   */
  void tellNone(KubernetesClient client, Screen screen, List<SandboxTask> tasks) {
    String nothing = tasks.isEmpty() ? ListCommand.nothingIn(client) : "";
    if (names.isEmpty() && tasks.isEmpty()) {
      screen.err().println(selector == null ? nothing : PlainText.line(none(client)));
    }
    Set<String> found =
        tasks.stream().map(task -> task.getMetadata().getName()).collect(Collectors.toSet());
    names.stream()
        .map(TaskSelection::bare)
        .filter(name -> !found.contains(name))
        .distinct()
        .forEach(name -> screen.err().println(PlainText.line(notThere(client, name))));
  }

  /** That no task was chosen by label or with --all, without a full stop. */
  String none(KubernetesClient client) {
    String where =
        "in namespace \"%s\" %s"
            .formatted(client.getNamespace(), Place.of(client.getConfiguration()).inContext());
    return selector == null
        ? "there is no task " + where
        : "no task %s has the label %s".formatted(where, selector);
  }

  private static String notThere(KubernetesClient client, String name) {
    return "there is no task \"%s\" in namespace \"%s\" %s"
        .formatted(name, client.getNamespace(), Place.of(client.getConfiguration()).inContext());
  }

  /**
   * What to throw after a list.
   *
   * @param selector of the command line; null without one
   */
  static RuntimeException selectorRefused(String selector, KubernetesClientException e) {
    return selector != null && e.getCode() == HttpURLConnection.HTTP_BAD_REQUEST
        ? new Failure(
            ExitCode.USAGE,
            "-l %s: %s; as in kubectl: team=a,stage in (x,y)"
                .formatted(selector, ClusterProblem.of(e)))
        : e;
  }

  /**
   * One task.
   *
   * @throws Failure if it does not exist
   */
  static SandboxTask named(KubernetesClient client, String name) {
    return find(client, name).orFail(client);
  }

  /**
   * A name that may be written as kubectl prints it, so that it can be pasted.
   *
   * @throws Failure if it is empty
   */
  static String bare(String name) {
    String bare = name.replaceFirst("^(sandboxtasks?(\\.glovebox\\.dev)?|sbt)/", "");
    if (bare.isBlank()) {
      throw new Failure(
          ExitCode.USAGE,
          "TASK \"%s\": the name of a task is expected; is a variable of the shell empty?"
              .formatted(name));
    }
    return bare;
  }

  private static Found find(KubernetesClient client, String name) {
    String bare = bare(name);
    String namespace = client.getNamespace();
    return new Found(
        bare, client.resources(SandboxTask.class).inNamespace(namespace).withName(bare).get());
  }

  /**
   * What was looked for.
   *
   * @param task null if it does not exist
   */
  private record Found(String name, SandboxTask task) {
    SandboxTask orFail(KubernetesClient client) {
      if (task == null) {
        throw MissingNamespace.orNotFound(
            client,
            "task \"%s\"".formatted(name),
            "kubectl glovebox list -A shows those that there are");
      }
      return task;
    }
  }
}
