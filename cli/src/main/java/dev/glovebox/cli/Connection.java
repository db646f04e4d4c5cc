package dev.glovebox.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The cluster and namespace that a command is about: kubectl's own flags and files. */
public final class Connection {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig file. Default: $KUBECONFIG, else ~/.kube/config.")
  private Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig. Default: its current one.")
  private String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Namespace. Default: that of the context.")
  private String namespace;

  /**
   * A client of the cluster; the caller closes it.
   *
   * @throws Failure if no kubeconfig can be read or it has no such context
   */
  public KubernetesClient open() {
    Config config = config();
    if (namespace != null) {
      config.setNamespace(namespace);
    }
    if (config.getNamespace() == null || config.getNamespace().isEmpty()) {
      config.setNamespace("default");
    }
    // A write that the client sends again by itself would look like somebody else's, and a dead
    // server would take minutes to be called dead.
    config.setRequestRetryBackoffLimit(0);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(tolerant())
        .build();
  }

  /** A value that only a newer operator writes is read as none, not as an error. */
  private static KubernetesSerialization tolerant() {
    var mapper = new ObjectMapper();
    mapper.enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
    return new KubernetesSerialization(mapper, true);
  }

  /** The namespace of the command line; null if it names none. */
  public String namespaceGiven() {
    return namespace;
  }

  /** Whether the command line says which cluster. */
  public boolean namesCluster() {
    return kubeconfig != null || context != null;
  }

  private Config config() {
    if (kubeconfig != null && !Files.isReadable(kubeconfig)) {
      throw new Failure(
          ExitCode.USAGE,
          "--kubeconfig %s: there is no such file that can be read".formatted(kubeconfig));
    }
    try {
      Config config =
          kubeconfig == null
              ? Config.autoConfigure(context)
              : Config.fromKubeconfig(context, new File(kubeconfig.toString()));
      if (context != null
          && config.getContexts().stream().noneMatch(c -> context.equals(c.getName()))) {
        throw new Failure(
            ExitCode.USAGE,
            "--context %s: the kubeconfig has no such context; kubectl config get-contexts lists them"
                .formatted(context));
      }
      return config;
    } catch (Failure e) {
      throw e;
    } catch (RuntimeException e) { // the YAML reader has exceptions of its own, of many lines
      String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new Failure(ExitCode.USAGE, "the kubeconfig cannot be understood: " + said.strip());
    }
  }
}
