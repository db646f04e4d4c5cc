package dev.glovebox.operator.write;

/** The kinds that the operator writes. */
public enum ObjectKind {
  POD("Pod", "v1", "api/v1", "pods"),
  CLAIM("PersistentVolumeClaim", "v1", "api/v1", "persistentvolumeclaims"),
  NETWORK_POLICY(
      "NetworkPolicy", "networking.k8s.io/v1", "apis/networking.k8s.io/v1", "networkpolicies"),
  TASK("SandboxTask", "glovebox.dev/v1alpha1", "apis/glovebox.dev/v1alpha1", "sandboxtasks"),
  /** Cluster-scoped. */
  POLICY("SandboxPolicy", "glovebox.dev/v1alpha1", "apis/glovebox.dev/v1alpha1", "sandboxpolicies"),
  /** Cluster-scoped. */
  CERTIFICATE(
      "NodeCertificate", "glovebox.dev/v1alpha1", "apis/glovebox.dev/v1alpha1", "nodecertificates");

  private final String kind;
  private final String apiVersion;
  private final String root;
  private final String plural;

  ObjectKind(String kind, String apiVersion, String root, String plural) {
    this.kind = kind;
    this.apiVersion = apiVersion;
    this.root = root;
    this.plural = plural;
  }

  /** Kind as in manifests. */
  public String kind() {
    return kind;
  }

  /** Group and version as in manifests. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * Path of the collection, without a leading slash.
   *
   * @param namespace null for a kind that is cluster-scoped
   */
  String path(String namespace) {
    return namespace == null
        ? root + "/" + plural
        : root + "/namespaces/" + namespace + "/" + plural;
  }

  /** Path of one object, without a leading slash. */
  String path(String namespace, String name) {
    return path(namespace) + "/" + name;
  }
}
