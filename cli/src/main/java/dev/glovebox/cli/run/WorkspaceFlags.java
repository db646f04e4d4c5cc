package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import picocli.CommandLine.Option;

/** The directory that a task may write. */
public final class WorkspaceFlags {
  private static final String NONE = "none";

  @Option(
      names = "--workspace",
      paramLabel = "SIZE|none",
      description = "Size of the workspace, such as 1Gi; or none. Default: a volume of 1Gi.")
  private String size;

  @Option(
      names = "--workspace-type",
      paramLabel = "TYPE",
      description =
          "Claim, a volume of its own (default); Ephemeral, a directory on the node's disk; or None.")
  private WorkspaceType type;

  @Option(
      names = "--workspace-path",
      paramLabel = "DIRECTORY",
      description = "Where the workspace appears. Default: /workspace.")
  private String path;

  @Option(
      names = "--storage-class",
      paramLabel = "NAME",
      description = "StorageClass of the volume. Default: the policy's.")
  private String storageClass;

  /** Null if nothing is said of it. */
  Workspace workspace() {
    if (NONE.equalsIgnoreCase(size)) {
      if (type != null && type != WorkspaceType.None) {
        throw new IllegalArgumentException(
            "--workspace none and --workspace-type %s exclude each other".formatted(type));
      }
      return new Workspace(WorkspaceType.None, null, path, storageClass);
    }
    if (size == null && type == null && path == null && storageClass == null) {
      return null;
    }
    return new Workspace(type, FlagValues.quantity("--workspace", size), path, storageClass);
  }
}
