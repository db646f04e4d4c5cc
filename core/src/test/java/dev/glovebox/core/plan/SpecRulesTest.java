package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.IMAGE;
import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused whatever a policy says; each table of refusals has one of near misses. */
class SpecRulesTest {

  private final TestCluster cluster = new TestCluster();

  private Decision plan(String spec) {
    return Planner.plan(task(spec), policy(), cluster.facts());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/usr",
        "/usr/local",
        "/etc",
        "/etc/x",
        "/var",
        "/var/lib",
        "/var/run/secrets",
        "/opt",
        "/bin",
        "/sbin",
        "/lib",
        "/lib64/x",
        "/libx32",
        "/boot",
        "/proc",
        "/proc/1",
        "/sys",
        "/dev",
        "/dev/shm",
        "/root",
        "/run",
        "/run/secrets",
        "/run/x",
        "/tmp",
        "/tmp/x",
        "/home/task",
        "/home/task/x",
        "/home",
        "context",
        "",
        "./x",
        "/a:b",
        "/a/../etc",
        "/a/..",
        "/..",
        "/a//b",
        "//",
        "/a/",
        "/./etc",
        "/a/.",
        "/a b",
        "/é",
        "/a\\b",
      })
  void noMountAtReservedOrMalformedPaths(String path) {
    assertRefused(
        plan("configMaps: [{name: skills, mountPath: '%s'}]".formatted(path)),
        Reason.InvalidSpec,
        "spec.configMaps[0].mountPath");
    assertRefused(
        plan("workspace: {mountPath: '%s'}".formatted(path)),
        Reason.InvalidSpec,
        "spec.workspace.mountPath");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usrlocal",
        "/home/alice",
        "/variant",
        "/home/tasks",
        "/etcetera",
        "/runner",
        "/tmpfiles",
        "/procedures",
        "/devel",
        "/rooted",
        "/binary",
        "/data/usr",
        "/a.b/c-d_e",
        "/.hidden",
        "/Etc",
      })
  void nearMissesOfReservedPathsMayBeMounted(String path) {
    planned(plan("configMaps: [{name: skills, mountPath: '%s'}]".formatted(path)));
    planned(plan("workspace: {mountPath: '%s'}".formatted(path)));
    planned(plan("workingDir: '%s'".formatted(path)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc", "/", "relative", "/a/../b", "/tmp", "/run/secrets", ""})
  void theWorkingDirectoryObeysTheSameRules(String path) {
    assertRefused(plan("workingDir: '%s'".formatted(path)), Reason.InvalidSpec, "spec.workingDir");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/workspace", "/workspace/skills", "/work"})
  void noConfigMapAtUnderOrOverTheWorkspace(String path) {
    assertRefused(
        plan(
            "workspace: {mountPath: /work/space}\nconfigMaps: [{name: skills, mountPath: %s}]"
                .formatted(path.replace("/workspace", "/work/space"))),
        Reason.InvalidSpec,
        "would hide one another");
  }

  @Test
  void aConfigMapCollidesWithTheDefaultWorkspaceToo() {
    assertRefused(
        plan("configMaps: [{name: skills, mountPath: /workspace/x}]"),
        Reason.InvalidSpec,
        "/workspace");
    planned(plan("workspace: {type: None}\nconfigMaps: [{name: skills, mountPath: /workspace/x}]"));
  }

  @ParameterizedTest
  @CsvSource({"/a,/a", "/a,/a/b", "/a/b,/a", "/a,/a/b/c"})
  void noConfigMapHidesAnother(String one, String other) {
    assertRefused(
        plan(
            "configMaps: [{name: skills, mountPath: %s}, {name: skills, mountPath: %s}]"
                .formatted(one, other)),
        Reason.InvalidSpec,
        "would hide one another");
  }

  @Test
  void mountsSideBySideDoNotCollide() {
    planned(
        plan("configMaps: [{name: skills, mountPath: /a/b}, {name: skills, mountPath: /a/bc}]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/run/secrets",
        "/run/secrets/",
        "/run/secrets/a/b",
        "/run/secrets/..",
        "/run/secrets/.",
        "/run/secrets/kubernetes.io",
        "/run/secrets/kubernetes.io/serviceaccount",
        "/secrets/x",
        "run/secrets/x",
        "/run/secrets/../x",
        "/var/run/secrets/x",
        "/run/secrets/a b",
        "",
      })
  void secretsAppearOnlyDirectlyUnderRunSecrets(String path) {
    assertRefused(
        plan("secrets: [{secretName: npm-token, key: token, path: '%s'}]".formatted(path)),
        Reason.InvalidSpec,
        "spec.secrets[0].path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/run/secrets/npm-token", "/run/secrets/.npmrc", "/run/secrets/a.b_c"})
  void usablePathsOfSecretsPass(String path) {
    planned(plan("secrets: [{secretName: npm-token, key: token, path: '%s'}]".formatted(path)));
  }

  @Test
  void twoSecretsCannotShareAFile() {
    String one = "{secretName: npm-token, key: token, path: /run/secrets/x}";
    assertRefused(
        plan("secrets: [%s, %s]".formatted(one, one)), Reason.InvalidSpec, "spec.secrets[1].path");
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
        "LD_",
        "DYLD_INSERT_LIBRARIES",
        "GIT_CONFIG",
        "GIT_CONFIG_COUNT",
        "GIT_SSH",
        "GIT_SSH_COMMAND",
        "NODE_OPTIONS",
        "PYTHONSTARTUP",
        "PYTHONPATH",
        "PERL5OPT",
        "RUBYOPT",
        "JAVA_TOOL_OPTIONS",
        "KUBERNETES_SERVICE_HOST",
        "GLOVEBOX_HOST_IP",
        "",
        "1A",
        "A-B",
        "A B",
        "A.B",
        "É",
        "A=B",
      })
  void noVariableThatSomethingObeys(String name) {
    assertRefused(
        plan("env: [{name: '%s', value: hidden-value}]".formatted(name)),
        Reason.InvalidSpec,
        "spec.env[0].name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LANG",
        "_",
        "path",
        "PATHS",
        "MY_PATH",
        "HOMES",
        "LDFLAGS",
        "GIT_AUTHOR_NAME",
        "NPM_TOKEN",
        "MY_KUBERNETES_X",
        "PYTHONUNBUFFERED",
      })
  void nearMissesOfReservedVariablesPass(String name) {
    planned(plan("env: [{name: '%s', value: x}]".formatted(name)));
  }

  @Test
  void aVariableIsGivenOnceAndItsValueIsNeverShown() {
    Decision decision = plan("env: [{name: A, value: hush}, {name: A, value: hush}]");
    assertRefused(decision, Reason.InvalidSpec, "spec.env[1].name: A is given twice");
    assertThat(((Refusal) decision).message()).doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image: ''",
        "image: Registry.example.com/tools/x",
        "image: registry.example.com/tools/x@sha256:abc",
        "image: registry.example.com/tools/../x:1",
        "image: 'registry.example.com/tools/x y:1'",
        "image: registry.example.com//x:1",
        "runAsUser: 0",
        "runAsUser: 999",
        "runAsUser: -1",
        "runAsUser: 2147483648",
        "terminationGracePeriodSeconds: 31",
        "terminationGracePeriodSeconds: -1",
        "ttlSecondsAfterFinished: -1",
        "timeouts: {provisionSeconds: 0}",
        "timeouts: {runSeconds: 0}",
        "resources: {cpu: '0'}",
        "resources: {cpu: '-1'}",
        "resources: {cpu: 0.1m}",
        "resources: {memory: '0'}",
        "resources: {memory: 100m}",
        "resources: {memory: lots}",
        "resources: {ephemeralStorage: -1Gi}",
        "workspace: {size: '0'}",
        "workspace: {size: 1e30}",
        "workspace: {type: None, size: 1Gi}",
        "workspace: {type: None, mountPath: /work}",
        "workspace: {type: Ephemeral, storageClassName: standard}",
        "runtimes: ['']",
        "runtimes: [gvisor, gvisor]",
        "command: [null]",
        "args: [null]",
        "env: [null]",
        "secrets: [null]",
        "configMaps: [null]",
        "dangerouslyAllow: [null]",
        "secrets: [{secretName: '../x', key: token, path: /run/secrets/x}]",
        "secrets: [{secretName: npm-token, key: 'a/b', path: /run/secrets/x}]",
        "configMaps: [{name: 'A', mountPath: /x}]",
        "configMaps: [{mountPath: /x}]",
      })
  void theseSpecsBreakARuleThatNoPolicyLifts(String spec) {
    String field = spec.substring(0, spec.indexOf(':'));
    assertRefused(plan(spec), Reason.InvalidSpec, "spec." + field);
  }

  @Test
  void aRiskLiftsTheImagesSystemPathsButNeverTheKernelsOrGloveboxsOwn() {
    var lax = policyWith("dangerouslyAllow: [ReservedMountPath]");
    for (String path : List.of("/usr/x", "/etc/x", "/opt", "/lib", "/root")) {
      planned(Planner.plan(mountWithRisk(path), lax, cluster.facts()));
    }
    for (String path : List.of("/", "/proc", "/sys", "/dev/x", "/run/x", "/var/run", "/tmp")) {
      assertRefused(
          Planner.plan(mountWithRisk(path), lax, cluster.facts()), Reason.InvalidSpec, "mountPath");
    }
    assertRefused(
        Planner.plan(mountWithRisk("/etc/x"), policy(), cluster.facts()),
        Reason.PolicyViolation,
        "spec.dangerouslyAllow: ReservedMountPath is not allowed");
  }

  private static SandboxTask mountWithRisk(String path) {
    return task(
        "dangerouslyAllow: [ReservedMountPath]\nconfigMaps: [{name: skills, mountPath: %s}]"
            .formatted(path));
  }

  @Test
  void noMessageAdvertisesAWayToGiveIsolationUp() {
    for (String spec :
        List.of(
            "workingDir: /etc",
            "configMaps: [{name: skills, mountPath: /opt/x}]",
            "image: " + IMAGE.replace("registry", "other"))) {
      assertThat(((Refusal) plan(spec)).message()).doesNotContain("dangerously", "ReservedMount");
    }
  }
}
