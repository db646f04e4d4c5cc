package dev.glovebox.e2e.attack;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rows about what a process finds on its machine; they may be asked about another's finds. */
final class InsideAttacks {
  private InsideAttacks() {}

  static void writes(InsideCells cells, Evidence evidence) {
    evidence.control(
        "a root pod writes", cells.control().of("write /etc").equals("done"), cells.control());
    cells
        .control()
        .startingWith("write /")
        .forEach(
            (name, inControl) -> {
              if (inControl.equals("done")) {
                stopped(
                    cells,
                    evidence,
                    name,
                    "Read-only file system|Permission denied|nonexistent|No such");
              }
            });
    evidence.control(
        "the workspace is written",
        cells.inside().of("workspace").equals("written"),
        cells.inside().of("workspace"));
  }

  static void hostFiles(InsideCells cells, Evidence evidence) {
    Map<String, String> there = cells.control().startingWith("host ");
    evidence.control(
        "a pod with a host path sees it", there.get("host var/lib/kubelet").equals("there"), there);
    cells
        .inside()
        .startingWith("host ")
        .forEach((name, seen) -> evidence.tried(name, seen.equals("absent"), seen));
    String answer =
        Requests.answer(
            () ->
                cells
                    .ground()
                    .users()
                    .developer()
                    .pods()
                    .inNamespace(cells.ground().tasks().namespace())
                    .resource(InsideCells.hostPathPod(cells.ground()))
                    .dryRun()
                    .create());
    evidence.tried("a pod with a host path beside the tasks", answer.contains("hostPath"), answer);
  }

  static void token(InsideCells cells, Evidence evidence) {
    String token = cells.control().of("token /var/run/secrets/kubernetes.io");
    evidence.control("a pod has one", token.startsWith("eyJ"), token);
    evidence.control(
        "and reaches the API server",
        cells.control().of("api").contains("HTTP"),
        cells.control().of("api"));
    cells
        .inside()
        .startingWith("token ")
        .forEach((name, seen) -> evidence.tried(name, seen.equals("absent"), seen));
    evidence.tried(
        "the API server answers",
        !cells.inside().of("api").contains("HTTP"),
        cells.inside().of("api"));
  }

  static void environment(InsideCells cells, Evidence evidence) {
    Map<String, String> control = cells.control().startingWith("env ");
    evidence.control(
        "a pod inherits services and envFrom",
        control.containsKey("env KUBERNETES_SERVICE_HOST") && control.containsKey("env FROM_A_MAP"),
        control.keySet());
    Map<String, String> inside = new TreeMap<>(cells.inside().startingWith("env "));
    inside.forEach(
        (name, value) -> {
          if (name.startsWith("env KUBERNETES_")) {
            evidence.tried(name + " tells something", value.isEmpty(), value);
          }
        });
    inside.keySet().removeIf(name -> name.startsWith("env KUBERNETES_"));
    evidence.control("its own variable is there", "given".equals(inside.get("env OWN")), inside);
    evidence.tried(
        "a variable that nobody gave it",
        inside.keySet().equals(Set.of("env OWN", "env HOME", "env HOSTNAME", "env PATH")),
        inside);
    evidence.tried("HOME is another", "/home/task".equals(inside.get("env HOME")), inside);
  }

  static void privileges(InsideCells cells, Evidence evidence) {
    cells
        .control()
        .startingWith("privilege ")
        .forEach(
            (name, inControl) -> {
              evidence.control(name + " by a privileged pod", inControl.equals("done"), inControl);
              stopped(
                  cells,
                  evidence,
                  name,
                  "not permitted|denied|[Rr]ead-only|can't|[Pp]ermission|Inappropriate|not supported");
            });
    for (String set : Set.of("CapInh", "CapPrm", "CapEff", "CapBnd")) {
      evidence.tried(
          set,
          cells.inside().of("process " + set).matches("0+"),
          cells.inside().of("process " + set));
    }
    evidence.tried(
        "new privileges",
        cells.inside().of("process NoNewPrivs").equals("1"),
        cells.inside().of("process NoNewPrivs"));
    evidence.tried(
        "root",
        cells.inside().of("process Uid").matches("1\\d{4}( 1\\d{4}){3}"),
        cells.inside().of("process Uid"));
  }

  /** It did not succeed, and says why: an error that is not expected is looked at. */
  static void stopped(InsideCells cells, Evidence evidence, String name, String error) {
    String seen = cells.inside().of(name);
    evidence.tried(name, !seen.equals("done"), seen);
    evidence.control(name + " was tried", seen.matches(".*(" + error + ").*"), seen);
  }
}
