package dev.glovebox.e2e.attack;

import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** Takes some of the operator's rights away for a moment. */
record Rights(Ground ground, String role) {
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  /** Runs something while the role lacks a verb on some resources; then it has them again. */
  void without(String verb, List<String> resources, Runnable then) {
    var before =
        ground.cluster().client().rbac().clusterRoles().withName(role).require().getRules();
    set(before.stream().flatMap(rule -> less(rule, verb, resources).stream()).toList());
    try {
      await(verb, before, resources);
      then.run();
    } finally {
      set(before);
    }
  }

  /** The rule for its other resources, and for these with its other verbs. */
  private static List<PolicyRule> less(PolicyRule rule, String verb, List<String> resources) {
    List<String> kept = new ArrayList<>(rule.getResources());
    kept.removeAll(resources);
    List<String> touched = new ArrayList<>(rule.getResources());
    touched.retainAll(resources);
    List<String> verbs = new ArrayList<>(rule.getVerbs());
    verbs.remove(verb);
    List<PolicyRule> rules = new ArrayList<>();
    if (!kept.isEmpty()) {
      rules.add(new PolicyRuleBuilder(rule).withResources(kept).build());
    }
    if (!touched.isEmpty() && !verbs.isEmpty()) {
      rules.add(new PolicyRuleBuilder(rule).withResources(touched).withVerbs(verbs).build());
    }
    return rules;
  }

  private void set(List<PolicyRule> rules) {
    ground
        .cluster()
        .client()
        .rbac()
        .clusterRoles()
        .withName(role)
        .edit(
            (ClusterRole now) -> {
              now.setRules(rules);
              return now;
            });
  }

  /** The server takes up a change of a role a moment after it stored it. */
  private void await(String verb, List<PolicyRule> rules, List<String> resources) {
    for (PolicyRule rule : rules) {
      for (String resource : rule.getResources()) {
        if (resources.contains(resource)) {
          Awaitility.await(verb + " " + resource)
              .until(() -> !allowed(verb, rule.getApiGroups().getFirst(), resource));
        }
      }
    }
  }

  private boolean allowed(String verb, String group, String resource) {
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(OPERATOR)
            .withGroups("system:serviceaccounts", "system:serviceaccounts:glovebox-system")
            .withNewResourceAttributes()
            .withVerb(verb)
            .withGroup(group)
            .withResource(resource)
            .withNamespace(ground.tasks().namespace())
            .endResourceAttributes()
            .endSpec()
            .build();
    return ground
        .cluster()
        .client()
        .authorization()
        .v1()
        .subjectAccessReview()
        .create(review)
        .getStatus()
        .getAllowed();
  }
}
