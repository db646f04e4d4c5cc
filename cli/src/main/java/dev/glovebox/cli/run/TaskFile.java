package dev.glovebox.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.plan.TaskDocuments;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The one task of a file. It stays as it is written: a field we do not know is sent, and refused.
 */
final class TaskFile {
  private static final String STANDARD_INPUT = "-";

  private TaskFile() {}

  /**
   * Reads a file, or standard input for {@code -}.
   *
   * @throws IllegalArgumentException that names the file and what is wrong with it
   */
  static GenericKubernetesResource read(String file, InputStream standardInput) {
    return parse(file, bytes(file, standardInput));
  }

  private static byte[] bytes(String file, InputStream standardInput) {
    try {
      return STANDARD_INPUT.equals(file)
          ? standardInput.readAllBytes()
          : Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("--filename %s: there is no such file".formatted(file), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--filename %s: it cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static GenericKubernetesResource parse(String file, byte[] yaml) {
    List<GenericKubernetesResource> objects = objects(file, yaml);
    List<GenericKubernetesResource> tasks = objects.stream().filter(TaskFile::isTask).toList();
    if (tasks.size() == 1 && objects.size() == 1) {
      return tasks.getFirst();
    }
    throw new IllegalArgumentException(
        "--filename %s: it holds %s, and run takes exactly one SandboxTask (apiVersion %s)%s"
            .formatted(
                file,
                held(objects),
                HasMetadata.getApiVersion(SandboxTask.class),
                instead(file, tasks.size(), objects.size())));
  }

  private static boolean isTask(GenericKubernetesResource object) {
    return HasMetadata.getKind(SandboxTask.class).equals(object.getKind())
        && HasMetadata.getApiVersion(SandboxTask.class).equals(object.getApiVersion());
  }

  /** Such as {@code a Secret and a SandboxTask}. */
  private static String held(List<GenericKubernetesResource> objects) {
    if (objects.isEmpty()) {
      return "no object";
    }
    return objects.stream()
        .map(
            object ->
                isTask(object)
                    ? "a SandboxTask"
                    : "a %s of %s".formatted(object.getKind(), object.getApiVersion()))
        .collect(Collectors.joining(" and "));
  }

  private static String instead(String file, int tasks, int objects) {
    if (tasks == 0) {
      return "";
    }
    String all =
        "; kubectl apply -f %s makes all of them, and kubectl glovebox logs -f TASK goes with a task"
            .formatted(file);
    return tasks == objects
        ? all
        : all
            + "; or put the task into a file of its own, and make the others with kubectl apply first";
  }

  private static List<GenericKubernetesResource> objects(String file, byte[] yaml) {
    var objects = new ArrayList<GenericKubernetesResource>();
    try {
      for (JsonNode document : TaskDocuments.trees(yaml)) {
        objects.add(new ObjectMapper().treeToValue(document, GenericKubernetesResource.class));
      }
      return objects;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--filename %s: %s".formatted(file, e.getMessage()), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "--filename %s: it holds something that is no Kubernetes object".formatted(file), e);
    }
  }
}
