package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events through events.k8s.io/v1, from one thread with a bounded queue: when the server is slow,
 * or there are too many about one object, they are dropped and counted, and no task waits.
 */
public final class ApiServerEvents
    implements TaskEvents, CertificateEvents, OrphanEvents, Runnable {

  /** The API server's limit for {@code note}, in bytes. */
  static final int LONGEST_NOTE = 1024;

  private static final Logger LOG = LoggerFactory.getLogger(ApiServerEvents.class);
  private static final String CONTROLLER = "glovebox.dev/operator";

  /** Where Kubernetes keeps the events of objects that are in no namespace. */
  private static final String NAMESPACE_OF_CLUSTER_SCOPED = "default";

  private static final int QUEUE = 1000;

  /** What {@code eventTime} looks like: exactly six digits of a second. */
  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Consumer<Event> send;
  private final String instance;
  private final Clock clock;
  private final Runnable dropped;
  private final BlockingQueue<Event> queue = new ArrayBlockingQueue<>(QUEUE);

  private final EventBudget budget = new EventBudget();

  /**
   * Sends nothing until {@link #run} runs on a thread.
   *
   * @param client whose connection is used
   * @param instance the operator's pod
   * @param dropped called for each event that is given up
   */
  public ApiServerEvents(KubernetesClient client, String instance, Clock clock, Runnable dropped) {
    this(event -> client.resource(event).create(), instance, clock, dropped);
  }

  /**
   * @param send creates one; may throw
   */
  ApiServerEvents(Consumer<Event> send, String instance, Clock clock, Runnable dropped) {
    this.send = send;
    this.instance = instance;
    this.clock = clock;
    this.dropped = dropped;
  }

  @Override
  public void normal(SandboxTask task, String reason, String message) {
    offer(task, "Normal", reason, message);
  }

  @Override
  public void warning(SandboxTask task, String reason, String message) {
    offer(task, "Warning", reason, message);
  }

  @Override
  public void normal(NodeCertificate certificate, String reason, String message) {
    offer(certificate, "Normal", reason, message);
  }

  @Override
  public void warning(NodeCertificate certificate, String reason, String message) {
    offer(certificate, "Warning", reason, message);
  }

  @Override
  public void orphan(HasMetadata object, String reason, String message) {
    offer(object, "Warning", reason, message);
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        send(queue.take());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void send(Event event) {
    try {
      send.accept(event);
    } catch (RuntimeException e) {
      // A namespace that is being deleted takes no events; the status says the same.
      LOG.atDebug()
          .addKeyValue(LogKeys.NAMESPACE, event.getMetadata().getNamespace())
          .addKeyValue("kind", event.getRegarding().getKind())
          .addKeyValue("name", event.getRegarding().getName())
          .addKeyValue(LogKeys.REASON, event.getReason())
          .log("An event was not taken: {}", e.getMessage());
      dropped.run();
    }
  }

  private void offer(HasMetadata object, String type, String reason, String message) {
    Instant now = clock.instant();
    boolean taken =
        switch (budget.judge(object.getMetadata().getUid(), reason, message, now)) {
          case SEND -> queue.offer(event(object, type, reason, message, now));
          case SAID_BEFORE -> true;
          case TOO_MANY -> false;
        };
    if (!taken) {
      dropped.run();
    }
  }

  private Event event(HasMetadata object, String type, String reason, String message, Instant now) {
    return new EventBuilder()
        .withNewMetadata()
        .withGenerateName("glovebox-")
        .withNamespace(
            Objects.requireNonNullElse(
                object.getMetadata().getNamespace(), NAMESPACE_OF_CLUSTER_SCOPED))
        .endMetadata()
        .withType(type)
        .withReason(reason)
        .withAction("Reconcile")
        .withNote(cut(message))
        .withEventTime(new MicroTime(MICRO_TIME.format(now)))
        .withReportingController(CONTROLLER)
        .withReportingInstance(instance)
        .withRegarding(
            new ObjectReferenceBuilder()
                .withApiVersion(object.getApiVersion())
                .withKind(object.getKind())
                .withNamespace(object.getMetadata().getNamespace())
                .withName(object.getMetadata().getName())
                .withUid(object.getMetadata().getUid())
                .build())
        .build();
  }

  /** Cut between characters so that what is left, in UTF-8, is within the limit. */
  private static String cut(String message) {
    if (message.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NOTE) {
      return message;
    }
    String end = "...";
    int bytes = end.length();
    int length = 0;
    while (length < message.length()) {
      int character = message.codePointAt(length);
      bytes += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > LONGEST_NOTE) {
        break;
      }
      length += Character.charCount(character);
    }
    return message.substring(0, length) + end;
  }
}
