package dev.glovebox.e2e.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A mutating webhook as any add-on has one: an HTTPS server on this machine that the API server
 * asks about every pod, claim and NetworkPolicy of one namespace, and that fails closed.
 */
public final class MutatingWebhook implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PATH = "/mutate";

  /**
   * What the API server asks about.
   *
   * @param kind as in {@code Pod}
   * @param operation CREATE or UPDATE
   */
  public record Request(String kind, String operation, String name, JsonNode object) {}

  private final Cluster cluster;
  private final String name;
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Function<Request, Optional<String>> answers;
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> patched = new ConcurrentHashMap<>();

  private MutatingWebhook(
      Cluster cluster,
      String name,
      HttpsServer server,
      Function<Request, Optional<String>> answers) {
    this.cluster = cluster;
    this.name = name;
    this.server = server;
    this.answers = answers;
  }

  /**
   * Starts the server, and has the API server ask it about the workplace's namespace.
   *
   * @param answers a JSON patch for a request; empty = admitted as it is
   */
  public static MutatingWebhook over(
      Workplace workplace, Function<Request, Optional<String>> answers)
      throws IOException, GeneralSecurityException {
    String address = machine(workplace.cluster());
    var certificate = ServerCertificate.forAddress(address);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getByName(address), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
    var webhook = new MutatingWebhook(workplace.cluster(), workplace.namespace(), server, answers);
    server.createContext(PATH, webhook::handle);
    server.setExecutor(webhook.threads);
    server.start();
    webhook.register(
        "https://%s:%d%s".formatted(address, server.getAddress().getPort(), PATH),
        certificate.bundle());
    return webhook;
  }

  /** How often it was asked about objects of that name. */
  public int asked(String objectName) {
    return count(asked, objectName);
  }

  /** How often it changed objects of that name. */
  public int patched(String objectName) {
    return count(patched, objectName);
  }

  private static int count(Map<String, AtomicInteger> counters, String name) {
    return counters.getOrDefault(name, new AtomicInteger()).get();
  }

  /** The machine's address on the node's network: the node is .1 of it, the machine .254. */
  private static String machine(Cluster cluster) {
    String node = cluster.client().getMasterUrl().getHost();
    return node.substring(0, node.lastIndexOf('.')) + ".254";
  }

  private void register(String url, String bundle) {
    var configuration =
        Serialization.unmarshal(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: %s}
            webhooks:
            - name: mutate.example.com
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              timeoutSeconds: 10
              clientConfig: {url: "%s", caBundle: "%s"}
              namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods, persistentvolumeclaims]}
              - {apiGroups: [networking.k8s.io], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [networkpolicies]}
            """
                .formatted(name, url, bundle, name),
            MutatingWebhookConfiguration.class);
    cluster.client().resource(configuration).create();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = MAPPER.readTree(exchange.getRequestBody()).path("request");
      ObjectNode answer = MAPPER.createObjectNode();
      answer.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
      ObjectNode response = answer.putObject("response");
      response.put("uid", request.path("uid").asText()).put("allowed", true);
      var asks =
          new Request(
              request.at("/kind/kind").asText(),
              request.path("operation").asText(),
              request.at("/object/metadata/name").asText(),
              request.path("object"));
      add(asked, asks.name());
      answers
          .apply(asks)
          .ifPresent(
              patch -> {
                add(patched, asks.name());
                response.put("patchType", "JSONPatch");
                response.put("patch", Base64.getEncoder().encodeToString(patch.getBytes(UTF_8)));
              });
      byte[] body = MAPPER.writeValueAsBytes(answer);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static void add(Map<String, AtomicInteger> counters, String name) {
    counters.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet();
  }

  @Override
  public void close() {
    // First, or it would keep the namespace's objects from being changed by anybody.
    cluster.client().resources(MutatingWebhookConfiguration.class).withName(name).delete();
    server.stop(0);
    threads.close();
  }
}
