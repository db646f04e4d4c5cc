package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each reserved environment variable, and what only looks like one. */
@OnCluster(OnCluster.Needs.CRDS)
class ReservedVariablesIT {
  private static Submission submission;

  @BeforeAll
  static void open(Cluster cluster) {
    submission = new Submission(cluster);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "HOME",
        "USER",
        "SHELL",
        "IFS",
        "ENV",
        "BASH_ENV",
        "SHELLOPTS",
        "BASHOPTS",
        "PS4",
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "LD_AUDIT",
        "LD_",
        "DYLD_INSERT_LIBRARIES",
        "GIT_CONFIG",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_KEY_0",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "NODE_OPTIONS",
        "PYTHONSTARTUP",
        "PYTHONPATH",
        "PERL5OPT",
        "RUBYOPT",
        "JAVA_TOOL_OPTIONS",
        "KUBERNETES_SERVICE_HOST",
        "KUBERNETES_PORT",
        "GLOVEBOX_HOST_IP",
        "GLOVEBOX_"
      })
  void aReservedVariableIsRefused(String name) {
    assertThat(Submission.refusal(name, () -> submission.judge(variable(name))))
        .contains("spec.env[0].name: ", name + " is reserved");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATHS",
        "XPATH",
        "HOMES",
        "USERNAME",
        "SHELLS",
        "ENVIRONMENT",
        "PS1",
        "PS44",
        "LD",
        "LDFLAGS",
        "MY_LD_PRELOAD",
        "DYLD",
        "GIT_AUTHOR_NAME",
        "GIT_SSL_CAINFO",
        "GITHUB_TOKEN",
        "NODE_ENV",
        "PYTHONHASHSEED",
        "RUBYLIB",
        "JAVA_HOME",
        "KUBERNETES",
        "KUBECONFIG",
        "GLOVEBOX",
        "path"
      })
  void aVariableThatOnlyLooksLikeAReservedOneIsAccepted(String name) {
    submission.judge(variable(name));
  }

  private static ObjectNode variable(String name) {
    ObjectNode task = Submission.task("variable");
    Submission.spec(task).putArray("env").addObject().put("name", name).put("value", "x");
    return task;
  }
}
