package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What a spec may not say. Each list has its near misses, which must pass. */
@OnCluster
class SpecAttackIT {
  private static Ground ground;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-spec");
  }

  @AfterAll
  static void close() {
    ground.close();
  }

  @Attack(Row.A7)
  void reservedVariables(Evidence evidence) {
    for (String name :
        List.of(
            "PATH HOME USER SHELL IFS ENV BASH_ENV SHELLOPTS BASHOPTS PS4 LD_PRELOAD LD_AUDIT DYLD_X GIT_CONFIG GIT_CONFIG_KEY_0 GIT_SSH GIT_SSH_COMMAND NODE_OPTIONS PYTHONSTARTUP PYTHONPATH PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS KUBERNETES_SERVICE_HOST GLOVEBOX_X"
                .split(" ", -1))) {
      refused(evidence, name, "env: [{name: %s, value: x}]".formatted(name));
    }
    for (String name : List.of("PATHS", "LDFLAGS", "GITHUB", "NODE_ENV", "KUBECONFIG", "path")) {
      accepted(evidence, name, "env: [{name: %s, value: x}]".formatted(name));
    }
  }

  @Attack(Row.A35)
  void reservedPaths(Evidence evidence) {
    for (String path :
        List.of(
            "/usr /etc /var /opt /bin /sbin /lib /lib64 /boot /root /proc /sys /dev /run /var/run /tmp /home/task"
                .split(" ", -1))) {
      for (String at : List.of(path, path + "/x")) {
        for (String field : List.of("workingDir: %s", "workspace: {mountPath: %s}", CONFIG_MAP)) {
          refused(evidence, at, field.formatted(at));
        }
      }
    }
    for (String path : List.of("/", "x", "../x", "/x/../etc", "//etc", "/etc/", "/x:y")) {
      refused(evidence, path, "workspace: {mountPath: \"%s\"}".formatted(path));
    }
    for (String path : List.of("/usrlocal", "/home/alice", "/variant", "/a/etc", "/.usr")) {
      accepted(evidence, path, "workspace: {mountPath: %s}".formatted(path));
      accepted(evidence, path, CONFIG_MAP.formatted(path));
    }
  }

  private static final String CONFIG_MAP = "configMaps: [{name: a, mountPath: \"%s\"}]";

  @Attack(Row.A36)
  void nestedMounts(Evidence evidence) {
    for (String mounts :
        List.of(
            "/a /a/b /c",
            "/a/b /a /c",
            "/a /a /c",
            "/a /b /b/c",
            "/a /b/c /b",
            "/a /b /b",
            "/home /a /b",
            "/a /home /b",
            "/a /b /tmp/x",
            "/a /b /home/task/x")) {
      refused(evidence, mounts, mounts(mounts.split(" ", -1)));
    }
    for (String mounts : List.of("/a /b /c", "/a /ab /abc", "/a/b /a/c /a/bc")) {
      accepted(evidence, mounts, mounts(mounts.split(" ", -1)));
    }
  }

  private static String mounts(String... at) {
    return """
    workspace: {mountPath: %s}
    configMaps: [{name: a, mountPath: %s}, {name: b, mountPath: %s}]
    """
        .formatted((Object[]) at);
  }

  @Attack(Row.A39)
  void emptyLists(Evidence evidence) {
    for (String network :
        List.of(
            "{mode: Allowlist}",
            "{mode: Allowlist, allow: []}",
            "{mode: Allowlist, allow: null}",
            "{mode: Allowlist, allow: [\"\"]}",
            "{mode: Allowlist, allow: [{}]}",
            "{mode: Allowlist, allow: [{cidr: \"\", ports: [{protocol: TCP, port: 443}]}]}",
            "{mode: Allowlist, allow: [{cidr: nonsense, ports: [{protocol: TCP, port: 443}]}]}",
            "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32}]}",
            "{mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: []}]}",
            "{mode: Allowlist, allow: [{cidr: 0.0.0.0/0, ports: [{protocol: TCP, port: 443}]}]}",
            "{mode: None, allow: [{cidr: 203.0.113.10/32, ports: [{protocol: TCP, port: 443}]}]}",
            "{mode: Everything}",
            "{mode: \"\"}")) {
      refused(evidence, network, "network: " + network);
    }
    accepted(
        evidence,
        "one address and port",
        "network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{protocol: TCP, port: 443}]}]}");
  }

  @Attack(Row.B4)
  void aClassWithoutAName(Evidence evidence) {
    for (String runtimes : List.of("[\"\"]", "[]", "[gvisor, \"\"]", "[\" \"]")) {
      refused(evidence, runtimes, "runtimes: " + runtimes);
    }
    accepted(evidence, "a name", "runtimes: [gvisor]");
  }

  private static void refused(Evidence evidence, String what, String spec) {
    String answer = Requests.judged(ground.users().developer(), ground.tasks(), spec);
    evidence.tried(what, !answer.isEmpty(), "accepted: " + spec);
  }

  private static void accepted(Evidence evidence, String what, String spec) {
    String answer = Requests.judged(ground.users().developer(), ground.tasks(), spec);
    evidence.control(what + " is accepted", answer.isEmpty(), answer);
  }
}
