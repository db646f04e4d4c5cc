package dev.glovebox.e2e.crash;

import static io.fabric8.kubernetes.client.utils.Serialization.unmarshal;

import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Locale;

/** What happens to a task, and how it ends, when nothing goes wrong with its operator. */
enum Fate {
  /** Its process is told to end with 0. */
  SUCCEEDS("Succeeded/", true) {
    @Override
    void whileRunning(Workplace workplace) {
      Lives.exit(workplace, 0);
    }
  },

  /** Its process is told to end with 7. */
  FAILS("Failed/ExitNonZero", true) {
    @Override
    void whileRunning(Workplace workplace) {
      Lives.exit(workplace, 7);
    }
  },

  /** Its user wants it no longer. */
  CANCELLED("Failed/Cancelled", true) {
    @Override
    void whileRunning(Workplace workplace) {
      workplace
          .handle(Lives.TASK)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"desiredState\":\"Cancelled\"}}");
    }
  },

  /** Somebody's policy opens its network while it runs: it is killed. */
  ISOLATION_LOST("Failed/IsolationLost", true) {
    @Override
    void whileRunning(Workplace workplace) {
      open(workplace);
    }
  },

  /** Somebody's policy opens its network, and is seen when its pod is made and still held. */
  WIDENED("Refused/NetworkPolicyWidened", false) {
    @Override
    void before(Workplace workplace) {
      open(workplace);
    }
  },

  /** It wants a runtime that the cluster does not have. */
  WITHOUT_RUNTIME("Refused/RuntimeClassMissing", false) {
    @Override
    String more() {
      return "runtimes: [kata]\n";
    }
  };

  /** Also a pod's release. */
  static final String END_POD = "patch pods";

  static final String STATUS = "update sandboxtasks/status";

  private final String end;
  private final boolean starts;

  Fate(String end, boolean starts) {
    this.end = end;
    this.starts = starts;
  }

  /** Phase and reason. */
  String end() {
    return end;
  }

  /** Whether its process starts. */
  boolean starts() {
    return starts;
  }

  /** Of all writes until its end those in which it is not like a task that succeeds. */
  List<Point> points(Point.Side side, List<String> writes) {
    int from =
        switch (this) {
          case SUCCEEDS, WITHOUT_RUNTIME -> 0;
          case FAILS -> writes.size() - 1;
          case WIDENED -> writes.indexOf("delete pods");
          // The pod on record, Running, and then what follows.
          case CANCELLED, ISOLATION_LOST -> Point.each(side, writes).indexOf(running(side)) + 1;
        };
    return Point.each(side, writes).subList(from, writes.size());
  }

  /** The write that shows that the process runs: the second of a status. */
  static Point running(Point.Side side) {
    return new Point(side, STATUS, 2);
  }

  /** Before the task is made. */
  void before(Workplace workplace) {}

  /** Once its status says that it runs. */
  void whileRunning(Workplace workplace) {}

  /** Further YAML of its spec. */
  String more() {
    return "";
  }

  private static void open(Workplace workplace) {
    String policy =
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: opens, namespace: %s}
        spec:
          podSelector: {matchLabels: {glovebox.dev/task: %s}}
          policyTypes: [Egress]
          egress: [{}]
        """
            .formatted(workplace.namespace(), Lives.TASK);
    workplace.cluster().client().resource(unmarshal(policy, NetworkPolicy.class)).create();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
