package dev.glovebox.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.cli.complete.Cluster;
import dev.glovebox.cli.connect.ClientConfig;
import dev.glovebox.cli.connect.GivenFlags;
import dev.glovebox.cli.connect.Greeting;
import dev.glovebox.cli.connect.NamespaceName;
import dev.glovebox.cli.connect.Place;
import dev.glovebox.cli.connect.Plain;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The cluster and namespace that a command is about: kubectl's own flags and files. */
public final class Connection {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Kubeconfig file. Default: those of $KUBECONFIG, or kubectl's own.")
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

  private Place place = Place.UNKNOWN;
  private Duration patience;

  /**
   * Of flags that were parsed elsewhere.
   *
   * @param patience with a connection, and with each answer
   */
  static Connection of(Cluster.Flags flags, Duration patience) {
    var connection = new Connection();
    connection.kubeconfig = flags.kubeconfig() == null ? null : Path.of(flags.kubeconfig());
    connection.context = flags.context();
    connection.namespace = flags.namespace();
    connection.patience = patience;
    return connection;
  }

  /**
   * A client of the cluster, which has answered; the caller closes it.
   *
   * @throws Failure if it is not clear which cluster is meant, or it does not answer
   */
  public KubernetesClient open() {
    KubernetesClient client = unasked();
    try {
      Greeting.exchange(client);
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /**
   * As {@link #open}, and the cluster has not been asked anything yet.
   *
   * @throws Failure if it is not clear which cluster is meant, or the namespace can be none
   */
  public KubernetesClient unasked() {
    namespaceGiven();
    return client(ClientConfig.of(kubeconfig, context, environment()));
  }

  /** The client takes the property for $KUBECONFIG, as tests can set no variable. */
  static Map<String, String> environment() {
    String property = System.getProperty(Config.KUBERNETES_KUBECONFIG_FILE);
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (property != null) {
      environment.put("KUBECONFIG", property);
    }
    return environment;
  }

  /** Which API server was opened. */
  Place place() {
    return place;
  }

  private KubernetesClient client(Config config) {
    place = Place.of(config);
    GivenFlags.note(config, kubeconfig, context);
    if (namespace != null) {
      config.setNamespace(namespace);
    }
    if (config.getNamespace() == null || config.getNamespace().isEmpty()) {
      config.setNamespace("default");
    }
    NamespaceName.check(place + ": namespace", config.getNamespace());
    // A write that the client sends again by itself would look like somebody else's, and a dead
    // server would take minutes to be called dead.
    config.setRequestRetryBackoffLimit(0);
    if (patience != null) {
      config.setConnectionTimeout(Math.toIntExact(patience.toMillis()));
      config.setRequestTimeout(Math.toIntExact(patience.toMillis()));
    }
    try {
      return new KubernetesClientBuilder()
          .withConfig(config)
          .withKubernetesSerialization(tolerant())
          // With HTTP/2 every request takes the one connection, also when that has died unnoticed;
          // and kubectl proxy answers the JDK's offer of it with 500.
          .withHttpClientBuilderConsumer(HttpClient.Builder::preferHttp11)
          .build();
    } catch (RuntimeException e) { // of files that were looked at, and hold something else
      throw new Failure(
          ExitCode.USAGE,
          "%s: the certificates or the key of the kubeconfig cannot be used: %s"
              .formatted(Place.of(config), Plain.deepest(e)));
    }
  }

  /** A value that only a newer operator writes is read as none, not as an error. */
  private static KubernetesSerialization tolerant() {
    var mapper = new ObjectMapper();
    mapper.enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
    return new KubernetesSerialization(mapper, true);
  }

  /**
   * The namespace of the command line; null if it names none.
   *
   * @throws Failure if it can be none
   */
  public String namespaceGiven() {
    NamespaceName.check("--namespace", namespace);
    return namespace;
  }

  /**
   * That a file does not say another namespace than the command line.
   *
   * @param inFile null or empty if it says none
   * @throws Failure if it does
   */
  void refuseOther(String inFile) {
    if (inFile == null || inFile.isEmpty()) {
      return;
    }
    if (namespaceGiven() != null && !namespace.equals(inFile)) {
      throw new Failure(
          ExitCode.USAGE,
          "--namespace %s: the file says namespace %s; leave one of them out"
              .formatted(namespace, inFile));
    }
    NamespaceName.check("the file: metadata.namespace", inFile);
  }

  /** Whether the command line says which cluster. */
  public boolean namesCluster() {
    return kubeconfig != null || context != null;
  }
}
