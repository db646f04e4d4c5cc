package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfflinePlanTest {
  private static final String IMAGE = "registry.example.com/tools/go@sha256:" + "a".repeat(64);

  private static final String TASK =
      """
      apiVersion: glovebox.dev/v1alpha1
      kind: SandboxTask
      metadata: {name: hello}
      spec:
        image: %s
      """
          .formatted(IMAGE);

  private static final String POLICY =
      """
      apiVersion: glovebox.dev/v1alpha1
      kind: SandboxPolicy
      metadata: {name: own}
      spec:
        namespaces: {matchLabels: {team: blue}}
        runtimes: [{runtimeClassName: micro, kind: Kata, handlers: [kata-fc]}]
        images: {registries: [registry.example.com/tools/]}
        resources: {max: {cpu: "2", memory: 4Gi, ephemeralStorage: 4Gi}}
        workspace: {types: [Claim], maxSize: 5Gi, storageClassNames: [fast]}
        times: {max: {provisionSeconds: 60, runSeconds: 60, ttlSecondsAfterFinished: 60}}
        network: {modes: [None, Allowlist, Internet], allowedCidrs: [10.0.0.0/8, 192.168.0.0/16]}
        pods: {nodeSelector: {pool: sandboxes}}
      """;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path directory;
  private Path task;
  private Path policy;

  @BeforeEach
  void files() throws IOException {
    task = file("task.yaml", TASK);
    policy = file("policy.yaml", POLICY);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private int run(Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    out.reset();
    err.reset();
    return Main.run(
        new Screen(new PrintStream(out, true), new PrintStream(err, true), false, false), words);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** The client takes this property as it takes $KUBECONFIG, which a test cannot set. */
  @Test
  void noKubeconfigIsReadThoughThereIsOne() throws IOException {
    String before = System.getProperty("kubeconfig");
    System.setProperty("kubeconfig", file("kubeconfig", "clusters: [{name: a, b").toString());
    try {
      assertThat(run("plan", "-f", task)).as("the control: %s", err()).isEqualTo(ExitCode.USAGE);
      assertThat(err()).contains("kubeconfig ", " cannot be understood");

      assertThat(run("plan", "--offline", "-f", task)).as("%s", err()).isZero();
      assertThat(run("plan", "--offline", "-f", task, "-o", "yaml")).as("%s", err()).isZero();
    } finally {
      if (before == null) {
        System.clearProperty("kubeconfig");
      } else {
        System.setProperty("kubeconfig", before);
      }
    }
  }

  @Test
  void whatIsAssumedIsToldAndIsNotUnknown() {
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy, "-n", "agents"))
        .as("%s", err())
        .isEqualTo(ExitCode.DONE);
    assertThat(out())
        .contains(
            "agents/hello",
            "would run on a cluster as it is assumed",
            "RuntimeClass micro, kind Kata, handler kata-fc",
            "assumed: namespace: agents is taken to be there, with labels glovebox.dev/policy=own, team=blue",
            "assumed: policy: SandboxPolicy \"own\" of " + policy,
            "assumed: operator's configuration: ",
            "assumed: runtime classes: ",
            "micro (handler kata-fc)",
            "assumed: nodes: one is taken to be ready, with labels pool=sandboxes",
            "assumed: certificates: ",
            "assumed: canaries: ",
            "assumed: the cluster's addresses: ",
            "assumed: policy engine: ",
            "assumed: storage classes: ",
            "assumed: service account: ",
            "assumed: unfinished tasks: ",
            "assumed: admission policies: ",
            "assumed: name: ",
            "So the objects may be others than these")
        .doesNotContain("unknown: ", "checked by the operator: canaries");
  }

  @Test
  void withoutAPolicyItIsTheChartsWithTheImagesRegistryAllowed() throws IOException {
    assertThat(run("plan", "--offline", "-f", task)).as("%s", err()).isZero();
    assertThat(out())
        .contains("default/hello", "RuntimeClass gvisor, kind GVisor, handler runsc")
        .contains(
            "SandboxPolicy \"default\" of the chart's default values is taken to be in force,"
                + " with registry.example.com/ in its spec.images.registries");

    file("task.yaml", TASK + "  runAsUser: 60000\n");
    assertThat(run("plan", "--offline", "-f", task)).isEqualTo(ExitCode.NO);
    assertThat(out()).contains("would be refused: PolicyViolation", "10000 to 59999");
  }

  @Test
  void aPolicyThatIsGivenGetsNothingAdded() throws IOException {
    file("policy.yaml", POLICY.replace("registry.example.com/tools/", "registry.example.org/"));
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy)).isEqualTo(ExitCode.NO);
    assertThat(out()).contains("is under none of the registries", "registry.example.org/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.244.0.0/24", "192.168.0.0/24"})
  void nothingIsRefusedForAnAddressThatIsOnlyAssumed(String granted) throws IOException {
    String network =
        "  network: {mode: Allowlist, allow: [{cidr: %s, ports: [{port: 443}]}]}\n"
            .formatted(granted);
    file("task.yaml", TASK + network);
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy)).as("%s", out()).isZero();
    assertThat(out()).contains("172.20.0.0/16");

    file("task.yaml", TASK + network.replace(granted, "169.254.169.254/32"));
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy)).isEqualTo(ExitCode.NO);
  }

  @Test
  void theObjectsAreOnStandardOutputAndWhatIsAssumedBesideThem() throws IOException {
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy, "-o", "json"))
        .as("%s", err())
        .isZero();
    JsonNode items = new ObjectMapper().readTree(out()).path("items");
    assertThat(items.findValuesAsText("kind"))
        .contains("NetworkPolicy", "Pod", "PersistentVolumeClaim");
    assertThat(items.findValuesAsText("runtimeClassName")).containsExactly("micro");
    assertThat(err()).contains("default/hello: open: assumed: policy: ");
    String json = items.toString();

    run("plan", "--offline", "-f", task, "--policy", policy, "-o", "yaml");
    assertThat(new YAMLMapper().readTree(out()).path("items").toString()).isEqualTo(json);
  }

  @Test
  void aConfigMapIsThatOfTheFileElseAssumedAndASecretIsTheOperators() throws IOException {
    String spec =
        TASK
            + "  configMaps: [{name: tools, mountPath: /data/tools}]\n"
            + "  secrets: [{secretName: npm, key: token, path: /run/secrets/npm}]\n";
    file("task.yaml", spec);
    assertThat(run("plan", "--offline", "-f", task)).as("%s%s", out(), err()).isZero();
    assertThat(out())
        .contains("assumed: config map: tools is taken to be there")
        .contains("checked by the operator: secret: npm");

    file("task.yaml", spec + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: tools}\n");
    assertThat(run("plan", "--offline", "-f", task)).as("its label lacks").isEqualTo(ExitCode.NO);
    assertThat(out()).contains("would be refused: ConfigMapNotUsable");
  }

  @Test
  void aFileOfAnotherNamespaceThanTheLinesIsRefused() throws IOException {
    file("task.yaml", TASK.replace("{name: hello}", "{name: hello, namespace: blue}"));
    for (String[] where : new String[][] {{}, {"--offline"}}) {
      List<Object> words = new ArrayList<>(List.of("plan", "-f", task, "-n", "demo"));
      words.addAll(List.of(where));
      assertThat(run(words.toArray())).isEqualTo(ExitCode.USAGE);
      assertThat(err())
          .isEqualTo(
              "error: --namespace demo: the file says namespace blue; leave one of them out\n");
    }
    assertThat(run("plan", "--offline", "-f", task, "-n", "blue")).as("%s", err()).isZero();
    assertThat(out()).contains("blue/hello");

    file("task.yaml", TASK.replace("{name: hello}", "{name: hello, namespace: Bl ue}"));
    assertThat(run("plan", "--offline", "-f", task)).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("metadata.namespace \"Bl ue\" is no namespace name");
  }

  @Test
  void theSecondTaskOfANameWouldNotBeMade() throws IOException {
    file("task.yaml", TASK + "---\n" + TASK);
    assertThat(run("plan", "--offline", "-f", task)).as("%s", out()).isEqualTo(ExitCode.NO);
    assertThat(out())
        .containsOnlyOnce("would run on a cluster as it is assumed")
        .containsOnlyOnce("would not be made: the file holds another SandboxTask of this name");

    for (String other : new String[] {"{name: other}", "{name: hello, namespace: blue}"}) {
      file("task.yaml", TASK + "---\n" + TASK.replace("{name: hello}", other));
      assertThat(run("plan", "--offline", "-f", task)).as("the control: %s", out()).isZero();
    }
    String generated = TASK.replace("{name: hello}", "{generateName: hello-}");
    file("task.yaml", generated + "---\n" + generated);
    assertThat(run("plan", "--offline", "-f", task)).as("two names: %s", out()).isZero();
  }

  @Test
  void aPolicyNeedsOfflineAndOfflineNamesNoCluster() {
    assertThat(run("plan", "-f", task, "--policy", policy)).isEqualTo(ExitCode.USAGE);
    assertThat(err()).startsWith("error: --policy is for --offline").hasLineCount(1);
    assertThat(run("plan", "--offline", "-f", task, "--kubeconfig", policy))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err()).startsWith("error: --offline asks no cluster").hasLineCount(1);
    assertThat(run("plan", "--offline", "-f", task, "--context", "a")).isEqualTo(ExitCode.USAGE);
    assertThat(run("plan", "--offline", "-f", "-", "--policy", "-")).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kata-fc|runc|spec.runtimes[0].handlers",
        "kind: Kata, ||spec.runtimes[0].kind",
        "runtimeClassName: micro, ||spec.runtimes[0].runtimeClassName",
        "kind: SandboxPolicy|kind: Other|no SandboxPolicy",
        "{name: own}|{}|metadata.name",
        "maxSize|maxSise|spec.workspace.maxSise",
      })
  void aPolicyThatTheApiServerWouldRefuseIsNamed(String change) throws IOException {
    String[] parts = change.split("\\|", -1);
    file("policy.yaml", POLICY.replace(parts[0], parts[1]));
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy))
        .as("%s", out())
        .isEqualTo(ExitCode.USAGE);
    assertThat(err()).startsWith("error: --policy " + policy).contains(parts[2]).hasLineCount(1);
  }

  @Test
  void oneOfSeveralPoliciesIsNotGuessed() throws IOException {
    file("policy.yaml", POLICY + "---\n" + POLICY);
    assertThat(run("plan", "--offline", "-f", task, "--policy", policy)).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("2 SandboxPolicies");
  }

  @Test
  void whatIsNoTaskIsLeftOutAndSaid() throws IOException {
    file(
        "task.yaml",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: npm}\n---\n"
            + TASK
            + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: tools}\n");
    assertThat(run("plan", "--offline", "-f", task)).as("%s", err()).isZero();
    assertThat(out()).contains("default/hello");
    assertThat(err()).isEqualTo("left out, as no SandboxTask: Secret npm\n");
  }

  @Test
  void aFileThatHoldsNoTaskIsAnErrorOfOneLine() throws IOException {
    Path pods = file("pods.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n");
    Path none = directory.resolve("manifests/hello.yaml");
    for (String[] one :
        new String[][] {
          {pods.toString(), "it holds no SandboxTask, only Pod a"},
          {none.toString(), "there is no such file (looked for in /"},
          {directory.toString(), "it is a directory; name one file of it"},
          {"https://example.com/a.yaml", "try: curl -fsSL https://example.com/a.yaml | "},
          {file("empty.yaml", "").toString(), "there is nothing in it"},
          {file("junk.yaml", "\0\1").toString(), "it is no YAML or JSON: "},
          {file("junk.yaml", "a: [1").toString(), "it is no YAML or JSON: line 1: "},
        }) {
      assertThat(run("plan", "--offline", "-f", one[0])).as(one[0]).isEqualTo(ExitCode.USAGE);
      assertThat(err())
          .startsWith("error: -f " + one[0] + ": ")
          .contains(one[1])
          .hasLineCount(1)
          .doesNotContain("java", "jackson", "snakeyaml");
      assertThat(out()).isEmpty();
    }
  }
}
