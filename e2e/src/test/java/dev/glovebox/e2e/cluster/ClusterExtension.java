package dev.glovebox.e2e.cluster;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Brings the chosen cluster up once for all test classes, and down after the last. What the cluster
 * says when a test fails goes to the standard error output.
 */
final class ClusterExtension implements ParameterResolver, TestExecutionExceptionHandler {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ClusterExtension.class);

  /** What has been brought up so far; closed by JUnit when all tests have ended. */
  private static final class Session implements AutoCloseable {
    private final ClusterProvider provider = ClusterProvider.chosen();
    private final Set<Met> met = new HashSet<>();

    private record Met(String arguments, String cluster, OnCluster.Needs needs) {}

    synchronized Cluster with(OnCluster.Needs needs, String arguments) {
      Cluster cluster =
          switch (needs) {
            case CRDS, API_SERVER -> provider.apiServer();
            case NODES, GLOVEBOX -> provider.full(arguments);
          };
      if (met.add(new Met(arguments, cluster.name(), needs))) {
        switch (needs) {
          case CRDS -> Installation.crdsOnly(cluster);
          case GLOVEBOX -> Installation.whole(cluster);
          case API_SERVER, NODES -> {}
        }
      }
      return cluster;
    }

    synchronized void release(String arguments) {
      met.removeIf(one -> one.arguments().equals(arguments));
      provider.release(arguments);
    }

    @Override
    public void close() {
      provider.close();
    }
  }

  /**
   * A cluster of other arguments ends with its class: each node takes 8 of a machine's 128 inotify
   * instances, so that all of them at a time are too many.
   */
  private record Lease(Session session, String arguments) implements AutoCloseable {
    @Override
    public void close() {
      session.release(arguments);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Cluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    OnCluster wanted = context.getRequiredTestClass().getAnnotation(OnCluster.class);
    Session session = context.getRoot().getStore(NAMESPACE).computeIfAbsent(Session.class);
    if (!wanted.up().isEmpty()) {
      ofClass(context)
          .getStore(NAMESPACE)
          .computeIfAbsent(Lease.class, key -> new Lease(session, wanted.up()));
    }
    return session.with(wanted.value(), wanted.up());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    OnCluster wanted = context.getRequiredTestClass().getAnnotation(OnCluster.class);
    Session session = context.getRoot().getStore(NAMESPACE).get(Session.class, Session.class);
    if (session != null && wanted.value() == OnCluster.Needs.GLOVEBOX) {
      System.err.println("== " + context.getUniqueId() + " fails: " + failure.getMessage());
      LastWords.of(session.with(wanted.value(), wanted.up())).forEach(System.err::println);
    }
    throw failure;
  }

  private static ExtensionContext ofClass(ExtensionContext context) {
    return context.getTestMethod().isEmpty() ? context : ofClass(context.getParent().orElseThrow());
  }
}
