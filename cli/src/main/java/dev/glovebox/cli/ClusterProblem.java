package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.connect.NoAnswer;
import dev.glovebox.cli.connect.Place;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** What to tell somebody whose question the API server did not answer, or answered with no. */
public final class ClusterProblem {
  private static final int TOO_MANY_REQUESTS = 429;

  private ClusterProblem() {}

  /** One line: what the server or the connection said, and what to do. No class of Java in it. */
  public static String of(KubernetesClientException e, KubernetesClient client) {
    return of(e, Place.of(client.getConfiguration()));
  }

  /** One line, where it is known already which API server is asked. */
  public static String of(KubernetesClientException e) {
    return of(e, Place.UNKNOWN);
  }

  static String of(KubernetesClientException e, Place place) {
    if (unanswered(e)) {
      NoAnswer no = NoAnswer.of(e, place);
      return "%s cannot be reached: %s; %s".formatted(place, no.why(), no.remedy());
    }
    String said = said(e);
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          "%s does not know you: %s; log in again, or check the user in the kubeconfig"
              .formatted(place, said);
      case HttpURLConnection.HTTP_FORBIDDEN ->
          "%s; ask who runs the cluster for that right".formatted(forbidden(e, said));
      case HttpURLConnection.HTTP_NOT_FOUND ->
          namespaceLacks(e)
              ? MissingNamespace.words(e.getStatus().getDetails().getName(), place)
              : unknownKind(e)
                  ? "%s has no %s: Glovebox is not installed there; see docs/install.md, or choose another cluster with --context"
                      .formatted(place, kind(e))
                  : said;
      case TOO_MANY_REQUESTS -> "%s is busy: %s; try again".formatted(place, said);
      default ->
          e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR
              ? "%s answers with error %d: %s; try again".formatted(place, e.getCode(), said)
              : said;
    };
  }

  /** Whether there was no answer at all: what was asked for may have been done all the same. */
  public static boolean unanswered(KubernetesClientException e) {
    return e.getCode() < HttpURLConnection.HTTP_OK; // the client has 0 or -1 then
  }

  /**
   * Whether what was asked for may have been done all the same: there was no answer, or an error of
   * the server's own, which may come after it was stored (504: "etcdserver: request timed out").
   */
  public static boolean leavesOpen(KubernetesClientException e) {
    return unanswered(e) || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
  }

  private static String said(KubernetesClientException e) {
    String message = e.getStatus() == null ? null : e.getStatus().getMessage();
    return message == null || message.isBlank()
        ? "HTTP status %d".formatted(e.getCode())
        : message.lines().findFirst().orElse("");
  }

  /** The API server names the right that lacks; something before it says "Forbidden" alone. */
  private static String forbidden(KubernetesClientException e, String said) {
    return said.contains(" cannot ") || e.getResourcePlural() == null
        ? said
        : "you may not ask for %s%s: %s"
            .formatted(
                kind(e), e.getNamespace() == null ? "" : " in namespace " + e.getNamespace(), said);
  }

  /** Something was to be made in a namespace that there is not. */
  private static boolean namespaceLacks(KubernetesClientException e) {
    return e.getStatus() != null
        && e.getStatus().getDetails() != null
        && e.getStatus().getDetails().getName() != null
        && "namespaces".equals(e.getStatus().getDetails().getKind());
  }

  private static String kind(KubernetesClientException e) {
    return e.getFullResourceName() != null
        ? e.getFullResourceName()
        : HasMetadata.getFullResourceName(SandboxTask.class);
  }

  /** The server knows no such kind of ours: a missing object would be named. */
  private static boolean unknownKind(KubernetesClientException e) {
    boolean ours = HasMetadata.getGroup(SandboxTask.class).equals(e.getGroup());
    return (ours || e.getGroup() == null)
        && (e.getStatus() == null
            || e.getStatus().getDetails() == null
            || e.getStatus().getDetails().getName() == null);
  }
}
