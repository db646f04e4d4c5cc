package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class TaskSourceTest {
  @Command
  private static final class Running {
    @Mixin private TaskSource source;
  }

  private static HasMetadata task(String standardInput, String... arguments) {
    var command = new Running();
    new CommandLine(command).parseArgs(arguments);
    return command.source.task("agents", new ByteArrayInputStream(standardInput.getBytes(UTF_8)));
  }

  private static String spec(String... arguments) {
    String yaml = Serialization.asYaml(task("", arguments)).replace("\"", "");
    return yaml.substring(yaml.indexOf("spec:"));
  }

  @Test
  void whatIsNotSaidIsNotSent() {
    assertThat(spec("registry.example.com/tools@sha256:00"))
        .isEqualTo("spec:\n  image: registry.example.com/tools@sha256:00\n");
  }

  @Test
  void anEmptyCommandIsNotUnderstood() {
    for (String empty : new String[] {"", " "}) {
      assertThatThrownBy(() -> task("", "image", "--", empty))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("COMMAND \"" + empty + "\": ");
    }
    assertThat(spec("image", "--", "echo", "")).contains("echo");
  }

  @Test
  void everyFlagIsAFieldOfTheSpec() {
    assertThat(
            spec(
                "--env=A=b=c",
                "--runtime=kata",
                "--runtime=gvisor",
                "--cpu=500m",
                "--memory=1Gi",
                "--ephemeral-storage=2Gi",
                "--workspace=5Gi",
                "--workspace-type=Ephemeral",
                "--workspace-path=/w",
                "--allow=203.0.113.10/32:443",
                "--dns=203.0.113.53",
                "--secret=npm:token",
                "--secret=a:b:c",
                "--config-map=skills:/context/skills",
                "--workdir=/w/x",
                "--user=10001",
                "--timeout=10m",
                "--provision-timeout=90",
                "--grace-period=5s",
                "--ttl=1h",
                "image",
                "--",
                "sh",
                "-c",
                "echo --keep"))
        .isEqualTo(
            """
            spec:
              image: image
              command:
              - sh
              - -c
              - echo --keep
              workingDir: /w/x
              env:
              - name: A
                value: b=c
              secrets:
              - secretName: npm
                key: token
                path: /run/secrets/token
              - secretName: a
                key: b
                path: /run/secrets/c
              configMaps:
              - name: skills
                mountPath: /context/skills
              runtimes:
              - kata
              - gvisor
              runAsUser: 10001
              resources:
                cpu: 500m
                memory: 1Gi
                ephemeralStorage: 2Gi
              workspace:
                type: Ephemeral
                size: 5Gi
                mountPath: /w
              network:
                mode: Allowlist
                allow:
                - cidr: 203.0.113.10/32
                  ports:
                  - protocol: TCP
                    port: 443
                dns:
                  servers:
                  - 203.0.113.53
              timeouts:
                provisionSeconds: 90
                runSeconds: 600
              terminationGracePeriodSeconds: 5
              ttlSecondsAfterFinished: 3600
            """);
  }

  @Test
  void theNamespaceAndANameAreThere() {
    HasMetadata task = task("", "registry.example.com:5000/a/Tools_x:1.2@sha256:00", "-l", "a=b");
    assertThat(task.getMetadata().getNamespace()).isEqualTo("agents");
    assertThat(task.getMetadata().getName()).matches("tools-x-[a-z0-9]{5}");
    assertThat(task.getMetadata().getLabels()).containsEntry("a", "b");
    assertThat(task("", "image", "--name", "mine").getMetadata().getName()).isEqualTo("mine");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.10:443 | 203.0.113.10/32 | TCP 443",
        "198.51.100.0/24:80,53/udp | 198.51.100.0/24 | TCP 80 UDP 53",
        "[2001:db8::1]:443 | 2001:db8::1/128 | TCP 443",
        "[2001:db8::]/64:443/TCP | 2001:db8::/64 | TCP 443",
        "2001:db8::/64:443 | 2001:db8::/64 | TCP 443",
      })
  void aDestinationIsARangeAndItsPorts(String flag, String range, String ports) {
    String spec = spec("--allow", flag, "image");
    assertThat(spec).contains("- cidr: " + range + "\n");
    assertThat(spec.lines().filter(line -> line.matches(".*(protocol|port): .*")).count())
        .isEqualTo(ports.split(" ").length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--allow=203.0.113.10",
        "--allow=203.0.113.10:0",
        "--allow=203.0.113.10:65536",
        "--allow=203.0.113.10:https",
        "--allow=203.0.113.10:443/sctp",
        "--allow=2001:db8::1:443",
        "--allow=203.0.113.10:443,",
        "--env=A",
        "--env==b",
        "--cpu=much",
        "--memory=1XB",
        "--memory=1Gb",
        "--secret=npm",
        "--secret=npm:",
        "--secret=a:b:c:d",
        "--config-map=skills",
        "--config-map=skills:relative",
        "--timeout=soon",
        "--ttl=-1",
        "--name=",
        "--name=A_b",
        "--label=a",
        "--label==a"
      })
  void aValueThatIsNotUnderstoodNamesItsFlag(String flag) {
    String name = flag.substring(0, flag.indexOf('='));
    assertThatThrownBy(() -> task("", flag, "image"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name);
  }

  @Test
  void contradictionsAreRefused() {
    assertThatThrownBy(() -> task("", "--network=Internet", "--allow=203.0.113.10:1", "image"))
        .hasMessageContaining("exclude each other");
    assertThatThrownBy(() -> task("", "--workspace=none", "--workspace-type=Claim", "image"))
        .hasMessageContaining("exclude each other");
    assertThatThrownBy(() -> task("")).hasMessageContaining("run what?");
    assertThatThrownBy(() -> task("", "-f", "-", "--cpu=1"))
        .hasMessageContaining("the file says all of the task");
    assertThatThrownBy(() -> task("", "-f", "-", "image"))
        .hasMessageContaining("the file says all of the task");
  }

  @Test
  void aFileStaysAsItIsWrittenEvenWhatIsNotKnown() {
    String yaml =
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {generateName: fix-}
        spec: {image: x, newField: {a: 1}}
        """;
    HasMetadata task = task(yaml, "-f", "-");
    assertThat(task.getMetadata().getNamespace()).isEqualTo("agents");
    assertThat(task.getMetadata().getName()).matches("fix-[a-z0-9]{5}");
    assertThat(Serialization.asYaml(task)).contains("newField:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "just text",
        "a: [",
        "apiVersion: v1\nkind: Pod\n",
        "apiVersion: glovebox.dev/v2\nkind: SandboxTask\n",
        "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxTask\nspec: {image: a, image: b}\n",
        "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxTask\n---\napiVersion: v1\nkind: Pod\n"
      })
  void aFileThatIsNotOneTaskIsRefused(String yaml) {
    assertThatThrownBy(() -> task(yaml, "-f", "-"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--filename -: ");
  }

  @Test
  void aFileThatThereIsNotIsNamed() {
    assertThatThrownBy(() -> task("", "-f", "/nonexistent/task.yaml"))
        .hasMessage("--filename /nonexistent/task.yaml: there is no such file");
  }

  @Test
  void aFileOfSeveralObjectsSaysWhatItHoldsAndWhatToTypeInstead() {
    String secret = "apiVersion: v1\nkind: Secret\n---\n";
    String task = "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxTask\n";
    assertThatThrownBy(() -> task(secret + task, "-f", "-"))
        .hasMessageContaining("it holds a Secret of v1 and a SandboxTask")
        .hasMessageContaining("exactly one SandboxTask")
        .hasMessageContaining("kubectl apply -f -");
    assertThatThrownBy(() -> task(secret, "-f", "-"))
        .hasMessageContaining("it holds a Secret of v1,")
        .message()
        .doesNotContain("kubectl apply");
    assertThat(task(task, "-f", "-").getMetadata().getName()).startsWith("task-");
  }

  @Test
  void theFlagForAFileIsKubectlsAndTheOldOneWorks() {
    String task = "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxTask\n";
    for (String flag : new String[] {"-f", "--filename", "--file"}) {
      assertThat(task(task, flag, "-").getKind()).isEqualTo("SandboxTask");
    }
  }

  @Test
  void whoHandsDataToATaskIsToldThatItHasNoStandardInput() throws IOException {
    assertThat(unread("x", "image"))
        .startsWith("Standard input is not read: a task has none.")
        .contains("--env", "-f -");
    assertThat(unread("", "image")).isEmpty();
    assertThat(unread("x", "-f", "-")).isEmpty();
  }

  private static String unread(String standardInput, String... arguments) throws IOException {
    var command = new Running();
    new CommandLine(command).parseArgs(arguments);
    return command.source.unread(new ByteArrayInputStream(standardInput.getBytes(UTF_8)));
  }
}
