package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each reserved path in each field that takes a path, and what only looks like one. */
@OnCluster(OnCluster.Needs.CRDS)
class ReservedPathsIT {
  private static Submission submission;

  @BeforeAll
  static void open(Cluster cluster) {
    submission = new Submission(cluster);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usr",
        "/etc",
        "/var",
        "/opt",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/boot",
        "/root",
        "/proc",
        "/sys",
        "/dev",
        "/run",
        "/var/run",
        "/tmp",
        "/home/task"
      })
  void aReservedPathAndWhatIsUnderItIsRefusedWhereverAPathIsGiven(String reserved) {
    for (String path : new String[] {reserved, reserved + "/x", reserved + "/x/y.z"}) {
      assertThat(Submission.refusal(path, () -> submission.judge(workingDir(path))))
          .contains("spec.workingDir: ", path);
      assertThat(Submission.refusal(path, () -> submission.judge(workspace(path))))
          .contains("spec.workspace.mountPath: ", path);
      assertThat(Submission.refusal(path, () -> submission.judge(configMap(path))))
          .contains("spec.configMaps", path);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/", "x", "./x", "../x", "/x/..", "/x/../y", "/x/.", "/./x", "/x//y", "//x", "/x/", "/x:y",
        "/x y", "/x\\y", "/x*", "/$HOME", "/x,y", "~/x", " /x"
      })
  void aPathInAnyButThePlainFormIsRefusedWhereverAPathIsGiven(String path) {
    assertThat(Submission.refusal(path, () -> submission.judge(workingDir(path))))
        .contains("spec.workingDir: ", "is not a usable path");
    assertThat(Submission.refusal(path, () -> submission.judge(workspace(path))))
        .contains("spec.workspace.mountPath: ", "is not a usable path");
    assertThat(Submission.refusal(path, () -> submission.judge(configMap(path))))
        .contains("spec.configMaps[0].mountPath: ", "is not a usable path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/usrlocal",
        "/home/alice",
        "/variant",
        "/etcetera",
        "/optional",
        "/binary",
        "/sbin2",
        "/li",
        "/bootstrap",
        "/rooted",
        "/processes",
        "/system",
        "/devel",
        "/runner",
        "/tmpfs",
        "/home/task2",
        "/home/tasks/x",
        "/workspace",
        "/a/usr",
        "/a/etc/b",
        "/a/proc",
        "/USR",
        "/.usr",
        "/usr.d"
      })
  void aPathThatOnlyLooksLikeAReservedOneIsAccepted(String path) {
    submission.judge(workingDir(path));
    submission.judge(workspace(path));
    ObjectNode task = configMap(path);
    Submission.spec(task).putObject("workspace").put("mountPath", "/elsewhere");
    submission.judge(task);
  }

  @ParameterizedTest
  @CsvSource({
    // workspace, first ConfigMap, second ConfigMap
    "/a,   /a/b,   /c",
    "/a/b, /a,     /c",
    "/a,   /a,     /c",
    "/a,   /b,     /b/c",
    "/a,   /b/c,   /b",
    "/a,   /b,     /b",
    "/a,   /b,     /b/c/d/e",
    "/a,   /home,  /b",
    "/home, /a,    /b",
    "/a,   /b,     /tmp/x",
    "/a,   /b,     /home/task/x",
    "/a,   /b,     /run/secrets/x",
    "/a,   /run,   /b"
  })
  void aMountThatWouldHideAnotherIsRefused(String workspace, String first, String second) {
    ObjectNode task = mounts(workspace, first, second);
    assertThat(Submission.refusal(task.toString(), () -> submission.judge(task)))
        .containsAnyOf("would hide", "Duplicate value", "is never usable");
  }

  @ParameterizedTest
  @CsvSource({"/a, /b, /c", "/a, /ab, /abc", "/a/b, /a/c, /a/bc", "/home/a, /home/b, /home/tas"})
  void mountsSideBySideAreAccepted(String workspace, String first, String second) {
    submission.judge(mounts(workspace, first, second));
  }

  private static ObjectNode workingDir(String path) {
    ObjectNode task = Submission.task("working-dir");
    Submission.spec(task).put("workingDir", path);
    return task;
  }

  private static ObjectNode workspace(String path) {
    ObjectNode task = Submission.task("workspace");
    Submission.spec(task).putObject("workspace").put("mountPath", path);
    return task;
  }

  private static ObjectNode configMap(String path) {
    ObjectNode task = Submission.task("config-map");
    Submission.spec(task)
        .putArray("configMaps")
        .addObject()
        .put("name", "a")
        .put("mountPath", path);
    return task;
  }

  private static ObjectNode mounts(String workspace, String first, String second) {
    ObjectNode task = workspace(workspace);
    var configMaps = Submission.spec(task).putArray("configMaps");
    configMaps.addObject().put("name", "a").put("mountPath", first);
    configMaps.addObject().put("name", "b").put("mountPath", second);
    Submission.spec(task)
        .putArray("secrets")
        .addObject()
        .put("secretName", "s")
        .put("key", "k")
        .put("path", "/run/secrets/x");
    return task;
  }
}
