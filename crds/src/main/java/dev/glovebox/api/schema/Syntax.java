package dev.glovebox.api.schema;

/** Patterns (RE2) of names, as Kubernetes and the OCI specifications have them. */
public final class Syntax {
  /** RFC 1123 subdomain, at most {@link #DNS_SUBDOMAIN_MAX}: names of most Kubernetes objects. */
  public static final String DNS_SUBDOMAIN = "^[a-z0-9]+(-+[a-z0-9]+|[.][a-z0-9]+)*$";

  /** As {@link #DNS_SUBDOMAIN}, or nothing at all. */
  public static final String DNS_SUBDOMAIN_OR_EMPTY = "^([a-z0-9]+(-+[a-z0-9]+|[.][a-z0-9]+)*)?$";

  /** Longest RFC 1123 subdomain that Kubernetes takes. */
  public static final int DNS_SUBDOMAIN_MAX = 253;

  /** RFC 1123 label, at most 63: handlers of RuntimeClasses. */
  public static final String DNS_LABEL = "^[a-z0-9]+(-+[a-z0-9]+)*$";

  /** Key of a Secret or ConfigMap, at most 253. */
  public static final String DATA_KEY = "^[-._a-zA-Z0-9]+$";

  /**
   * CEL: an image as the OCI distribution specification writes it:
   * [host[:port]/]path[:tag][@digest].
   */
  public static final String IMAGE =
      "self.matches('^(([a-z0-9]([a-z0-9.-]*[a-z0-9])?|[[][0-9a-f:]+[]])(:[0-9]{1,5})?/)?"
          + "[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*(/[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*)*"
          + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?$')";

  /** CEL message of {@link #IMAGE}. */
  public static final String IMAGE_MESSAGE =
      "'%s is not an image: write host/path@sha256:<64 hexadecimal digits>'.format([strings.quote(self)])";

  /** CEL: a registry, or path components in one, ending in "/"; the host is always written. */
  public static final String REGISTRY =
      "self.matches('^(localhost|[a-z0-9-]+([.][a-z0-9-]+)+|[a-z0-9.-]+:[0-9]{1,5})/"
          + "([a-z0-9]+(([._]|__|-+)[a-z0-9]+)*/)*$')";

  /** CEL message of {@link #REGISTRY}. */
  public static final String REGISTRY_MESSAGE =
      "'%s must be a host and whole path components, lower case, ending in \"/\", such as docker.io/library/'.format([strings.quote(self)])";

  /** CEL: the name of an environment variable. */
  public static final String ENV_NAME = "self.matches('^[A-Za-z_][A-Za-z0-9_]*$')";

  /** CEL message of {@link #ENV_NAME}. */
  public static final String ENV_NAME_MESSAGE =
      "'%s is not a variable name: write letters, digits and _, no digit first'.format([strings.quote(self)])";

  /**
   * CEL: not a variable that a shell, a loader, an interpreter, git or Glovebox obeys: whoever sets
   * one decides what the task's image runs.
   */
  public static final String ENV_NOT_RESERVED =
      "!(self in ['PATH', 'HOME', 'USER', 'SHELL', 'IFS', 'ENV', 'BASH_ENV', 'SHELLOPTS', 'BASHOPTS', 'PS4',"
          + " 'NODE_OPTIONS', 'PYTHONSTARTUP', 'PYTHONPATH', 'PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS'])"
          + " && !self.matches('^(LD_|DYLD_|GIT_CONFIG|GIT_SSH|KUBERNETES_|GLOVEBOX_)')";

  /** CEL message of {@link #ENV_NOT_RESERVED}. */
  public static final String ENV_NOT_RESERVED_MESSAGE =
      "'%s is reserved: a shell, a loader or Glovebox obeys it; use another name'.format([self])";

  /** CEL: keys and values of a map are those of Kubernetes labels. */
  public static final String LABELS =
      "self.all(k, !format.qualifiedName().validate(k).hasValue()"
          + " && !format.labelValue().validate(self[k]).hasValue())";

  /** Message of {@link #LABELS}. */
  public static final String LABELS_MESSAGE = "keys and values must be those of Kubernetes labels";

  /**
   * Keys of labels (RE2, a dot is any character) that Glovebox itself sets, or that a runtime or an
   * add-on obeys.
   */
  public static final String RESERVED_LABELS =
      "^(glovebox.dev/|app.kubernetes.io/managed-by$|dev.gvisor.|io.katacontainers.|io.kubernetes.cri"
          + "|io.containers.|([^/]+[.])?crio.io/|k8s.v1.cni.cncf.io/|v1.multus-cni.io/"
          + "|cni.projectcalico.org/|kubernetes.io/(in|e)gress-bandwidth|container.apparmor."
          + "|seccomp.security.|sidecar.istio.io/|cluster-autoscaler.kubernetes.io/|cdi.k8s.io)";

  /** Message of {@link #RESERVED_LABELS}. */
  public static final String RESERVED_LABELS_MESSAGE =
      "keys of glovebox.dev/ and of what a runtime or an add-on obeys (dev.gvisor., io.katacontainers., ...) are reserved";

  private Syntax() {}
}
