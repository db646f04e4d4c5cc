package dev.glovebox.cli.doctor;

import dev.glovebox.operator.facts.Rights;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks the API server what somebody else may do. Nothing is stored. */
final class AccessReviews {
  private final KubernetesClient client;

  AccessReviews(KubernetesClient client) {
    this.client = client;
  }

  /**
   * What a service account may not do, of these.
   *
   * @param everywhere in all namespaces
   * @param own in its own namespace
   * @return such as {@code patch pods}; empty when it may do all
   */
  List<String> denied(
      String namespace, String account, List<Rights.Right> everywhere, List<Rights.Right> own) {
    List<Future<String>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Rights.Right right : everywhere) {
        for (String verb : right.verbs()) {
          answers.add(threads.submit(() -> denied(namespace, account, right, verb, null)));
        }
      }
      for (Rights.Right right : own) {
        for (String verb : right.verbs()) {
          answers.add(threads.submit(() -> denied(namespace, account, right, verb, namespace)));
        }
      }
    }
    return answers.stream().map(AccessReviews::result).filter(one -> !one.isEmpty()).toList();
  }

  /**
   * @param where null = in all namespaces
   */
  private String denied(
      String namespace, String account, Rights.Right right, String verb, String where) {
    String[] resource = right.resource().split("/", 2);
    SubjectAccessReview review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser("system:serviceaccount:%s:%s".formatted(namespace, account))
            .withGroups(
                "system:serviceaccounts",
                "system:serviceaccounts:" + namespace,
                "system:authenticated")
            .withNewResourceAttributes()
            .withGroup(right.group())
            .withResource(resource[0])
            .withSubresource(resource.length > 1 ? resource[1] : null)
            .withVerb(verb)
            .withNamespace(where)
            .endResourceAttributes()
            .endSpec()
            .build();
    boolean allowed =
        client.authorization().v1().subjectAccessReview().create(review).getStatus().getAllowed();
    return allowed ? "" : verb + " " + right.resource();
  }

  private static String result(Future<String> answer) {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
