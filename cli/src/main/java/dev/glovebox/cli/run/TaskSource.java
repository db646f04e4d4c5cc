package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where {@code run} has its task from: flags, or a file. A mixin. */
public final class TaskSource {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "IMAGE",
      description = "Image, by digest (host/path@sha256:...) unless the policy allows tags.")
  private String image;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "What runs, with its arguments, after --. Default: the image's own.")
  private List<String> command = List.of();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "A SandboxTask as YAML or JSON instead of IMAGE and its flags; - is stdin.")
  private String file;

  /** Another word for it. */
  @Option(names = "--file", paramLabel = "FILE", hidden = true)
  void file(String given) {
    file = given;
  }

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the task. Default: the image's, and five characters of chance.")
  private String name;

  @Option(
      names = {"-l", "--label"},
      paramLabel = "KEY=VALUE",
      description = "Label of the task, for list -l and others. Repeatable.")
  private List<String> labels = List.of();

  @Mixin private TaskFlags flags;

  /**
   * What to tell somebody who hands data to a task that cannot have them; empty if nobody does.
   *
   * @param standardInput that has not been read
   */
  public String unread(InputStream standardInput) throws IOException {
    return "-".equals(file) || standardInput.available() == 0
        ? ""
        : "Standard input is not read: a task has none. Hand data over with --env NAME=VALUE, --config-map or --secret, or put it into the image; a whole task comes with -f -";
  }

  /**
   * The task to make, with name and namespace.
   *
   * @param namespace where, unless a file says so itself
   * @throws IllegalArgumentException with what is wrong and what would do
   */
  public HasMetadata task(String namespace, InputStream standardInput) {
    if (file == null && image == null) {
      throw new IllegalArgumentException(
          "run what? Name an IMAGE, or a file with -f; see: kubectl glovebox run --help");
    }
    if (name != null) {
      FlagValues.name("--name", name);
    }
    HasMetadata task = file == null ? fromFlags() : fromFile(standardInput);
    ObjectMeta metadata = task.getMetadata();
    if (metadata.getNamespace() == null) {
      metadata.setNamespace(namespace);
    }
    if (!labels.isEmpty()) {
      Map<String, String> all =
          new LinkedHashMap<>(metadata.getLabels() == null ? Map.of() : metadata.getLabels());
      labels.forEach(label -> FlagValues.label(label, all));
      metadata.setLabels(all);
    }
    return task;
  }

  private SandboxTask fromFlags() {
    if (!command.isEmpty() && command.getFirst().isBlank()) {
      throw new IllegalArgumentException(
          "COMMAND \"%s\": the name of a program is expected; is a variable of the shell empty?"
              .formatted(command.getFirst()));
    }
    var task = new SandboxTask();
    String named = name == null ? TaskName.of(image, RandomGenerator.getDefault()) : name;
    task.setMetadata(new ObjectMetaBuilder().withName(named).build());
    task.setSpec(flags.spec(image, command));
    return task;
  }

  private HasMetadata fromFile(InputStream standardInput) {
    if (image != null || !command.isEmpty() || !flags.empty()) {
      throw new IllegalArgumentException(
          "--filename %s: the file says all of the task; besides it only --name, --label, --keep, --detach and --dry-run may be given"
              .formatted(file));
    }
    HasMetadata task = TaskFile.read(file, standardInput);
    if (task.getMetadata() == null) {
      task.setMetadata(new ObjectMeta());
    }
    ObjectMeta metadata = task.getMetadata();
    if (name != null) {
      metadata.setName(name);
    }
    if (metadata.getName() == null) {
      String prefix = metadata.getGenerateName();
      metadata.setName(TaskName.of(prefix == null ? "task" : prefix, RandomGenerator.getDefault()));
      metadata.setGenerateName(null);
    }
    return task;
  }
}
