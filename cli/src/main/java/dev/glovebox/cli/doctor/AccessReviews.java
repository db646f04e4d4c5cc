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
import java.util.stream.Stream;

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
      Stream.concat(
              everywhere.stream().flatMap(right -> questions(right, null)),
              own.stream().flatMap(right -> questions(right, namespace)))
          .forEach(
              question -> answers.add(threads.submit(() -> denied(namespace, account, question))));
    }
    return answers.stream().map(AccessReviews::result).filter(one -> !one.isEmpty()).toList();
  }

  /**
   * A question.
   *
   * @param where null = in all namespaces
   */
  private record Question(Rights.Right right, String verb, String where) {}

  private static Stream<Question> questions(Rights.Right right, String where) {
    return right.verbs().stream().map(verb -> new Question(right, verb, where));
  }

  private String denied(String namespace, String account, Question question) {
    String[] resource = question.right().resource().split("/", 2);
    SubjectAccessReview review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser("system:serviceaccount:%s:%s".formatted(namespace, account))
            .withGroups(
                "system:serviceaccounts",
                "system:serviceaccounts:" + namespace,
                "system:authenticated")
            .withNewResourceAttributes()
            .withGroup(question.right().group())
            .withResource(resource[0])
            .withSubresource(resource.length > 1 ? resource[1] : null)
            .withVerb(question.verb())
            .withNamespace(question.where())
            .endResourceAttributes()
            .endSpec()
            .build();
    boolean allowed =
        client.authorization().v1().subjectAccessReview().create(review).getStatus().getAllowed();
    return allowed ? "" : question.verb() + " " + question.right().resource();
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
