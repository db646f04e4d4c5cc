package dev.glovebox.e2e.cluster;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The class's tests run on a cluster: a parameter or field of type {@link Cluster} is given to
 * them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ClusterExtension.class)
public @interface OnCluster {
  /** What the tests need. */
  Needs value() default Needs.GLOVEBOX;

  /**
   * Further arguments of {@code cluster/up}, with single spaces between: {@code "--nodes 2 --node-2
   * no-netpol"}. Classes with the same ones share a cluster, beside that of the classes without.
   * The local cluster only: such a class is tagged {@code local-node}.
   */
  String up() default "";

  /** What a cluster has to have. */
  enum Needs {
    /** An API server with the CRDs. */
    CRDS,
    /** An API server, and nothing of Glovebox on it. */
    API_SERVER,
    /** Nodes, and nothing of Glovebox on it. */
    NODES,
    /** Nodes, and Glovebox installed by its chart. */
    GLOVEBOX
  }
}
