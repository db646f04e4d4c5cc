package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What a task mounts: each path by itself, and that no mount hides another. */
final class MountRules {

  /** Name of a Secret or ConfigMap (RFC 1123 subdomain). */
  private static final Pattern NAME =
      Pattern.compile(
          "(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._-]{1,253}");

  private final SandboxTaskSpec spec;
  private final boolean systemAllowed;
  private final List<String> problems = new ArrayList<>();

  /** Field to path of everything mounted, Glovebox's own included. */
  private final Map<String, String> mounts = new LinkedHashMap<>();

  private MountRules(SandboxTaskSpec spec) {
    this.spec = spec;
    this.systemAllowed =
        spec.dangerouslyAllow() != null && spec.dangerouslyAllow().contains(Risk.ReservedMountPath);
  }

  /** What is wrong with the paths of a spec, as the user wrote it. */
  static List<String> problems(SandboxTaskSpec spec) {
    MountRules rules = new MountRules(spec);
    rules.workspace();
    rules.configMaps();
    rules.secrets();
    if (spec.workingDir() != null) {
      rules.path("spec.workingDir", spec.workingDir());
    }
    rules.collisions();
    return rules.problems;
  }

  private void workspace() {
    Workspace workspace = spec.workspace();
    WorkspaceType type =
        workspace == null || workspace.type() == null ? WorkspaceType.Claim : workspace.type();
    String path = workspace == null ? null : workspace.mountPath();
    if (type == WorkspaceType.None) {
      if (path != null || workspace.size() != null) {
        problems.add("spec.workspace: type None has no workspace: remove size and mountPath");
      }
    } else {
      mount("spec.workspace.mountPath", path == null ? Names.WORKSPACE_PATH : path);
    }
    if (type != WorkspaceType.Claim && workspace.storageClassName() != null) {
      problems.add("spec.workspace.storageClassName: is for type Claim only: remove it");
    }
    if (workspace != null && workspace.size() != null && !Quantities.isBytes(workspace.size())) {
      problems.add(
          "spec.workspace.size: %s is not a size in bytes, such as 1Gi"
              .formatted(Text.quoted(Quantities.shown(workspace.size()))));
    }
  }

  private void configMaps() {
    List<ConfigMapMount> configMaps = SpecRules.orEmpty(spec.configMaps());
    for (int i = 0; i < configMaps.size(); i++) {
      String field = "spec.configMaps[%d]".formatted(i);
      ConfigMapMount configMap = configMaps.get(i);
      if (configMap == null) {
        problems.add(field + ": is null");
        continue;
      }
      name(field + ".name", configMap.name());
      mount(field + ".mountPath", configMap.mountPath());
    }
  }

  private void secrets() {
    Set<String> paths = new HashSet<>();
    List<SecretFile> secrets = SpecRules.orEmpty(spec.secrets());
    for (int i = 0; i < secrets.size(); i++) {
      String field = "spec.secrets[%d]".formatted(i);
      SecretFile file = secrets.get(i);
      if (file == null) {
        problems.add(field + ": is null");
        continue;
      }
      name(field + ".secretName", file.secretName());
      if (file.key() == null || !KEY.matcher(file.key()).matches()) {
        problems.add("%s.key: %s is not a key".formatted(field, Text.quoted(file.key())));
      }
      PathRules.secretProblem(file.path())
          .ifPresent(problem -> problems.add(field + ".path: " + problem));
      if (!paths.add(file.path())) {
        problems.add("%s.path: %s is used twice".formatted(field, Text.quoted(file.path())));
      }
    }
  }

  private void name(String field, String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      problems.add("%s: %s is not the name of an object".formatted(field, Text.quoted(name)));
    }
  }

  private void mount(String field, String path) {
    if (path(field, path)) {
      mounts.put(field, path);
    }
  }

  private boolean path(String field, String path) {
    var problem = PathRules.problem(path, systemAllowed);
    problem.ifPresent(text -> problems.add(field + ": " + text));
    return problem.isEmpty();
  }

  /** HOME, /tmp and the secrets are mounts too; only /home can still be above one of them. */
  private void collisions() {
    mounts.put("HOME", Names.HOME_PATH);
    List<Map.Entry<String, String>> all = List.copyOf(mounts.entrySet());
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        if (PathRules.collide(all.get(i).getValue(), all.get(j).getValue())) {
          problems.add(
              "%s: %s and %s (%s) would hide one another; mount them side by side"
                  .formatted(
                      all.get(i).getKey(),
                      all.get(i).getValue(),
                      all.get(j).getValue(),
                      all.get(j).getKey()));
        }
      }
    }
  }
}
