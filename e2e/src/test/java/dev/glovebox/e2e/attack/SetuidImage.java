package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.SandboxTask;

/** An image with a setuid-root program that prints who it runs as. */
final class SetuidImage {
  private SetuidImage() {}

  static void tryIt(Ground ground, Evidence evidence) {
    if (ground.cluster().node().isEmpty()) {
      Applicability.missing(Row.A30, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    String image = GoImage.load(ground.cluster().localNode(), "whoami", true);
    String spec = "image: %s\ncommand: [/whoami]\n%s".formatted(image, Ground.SMALL);
    ground.tasks().create("setuid", spec);
    ground.apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: setuid, namespace: %s}
        spec:
          restartPolicy: Never
          containers: [{name: control, image: %s, command: [/whoami], securityContext: {runAsUser: 10001}}]
        """
            .formatted(ground.open().namespace(), image));
    String control = ground.output(ground.open(), "setuid");
    evidence.control("without no-new-privileges it is root", control.contains("euid=0"), control);
    SandboxTask task = ground.tasks().finished("setuid");
    String inside = ground.tasks().log(task);
    evidence.control("it ran inside", inside.contains("euid="), inside);
    evidence.tried("it becomes root inside", !inside.contains("euid=0"), inside);
  }
}
