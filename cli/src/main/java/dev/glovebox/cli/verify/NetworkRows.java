package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.cli.verify.Judge.Judgement;
import dev.glovebox.core.plan.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What must not answer. The control is the node's certificate: it names what answered an
 * unrestricted pod there. What did not answer that either cannot show anything, and is no row.
 */
final class NetworkRows {
  private static final String OWN_NODE = "own-node:" + Names.KUBELET_PORT + "/TCP";

  /**
   * Targets that are judged together. Where a cluster without such a target is odd, the row is
   * there all the same, and INCONCLUSIVE.
   */
  enum Kind {
    Canary("reach a pod of another namespace", true),
    ApiServer("reach the API server", true),
    OwnKubelet("reach the kubelet of its own node", false),
    Kubelet("reach another node's kubelet", false),
    Dns("reach the cluster's DNS", false),
    Metadata("reach a cloud's metadata service", false);

    private final String tried;
    private final boolean always;

    Kind(String tried, boolean always) {
      this.tried = tried;
      this.always = always;
    }

    String tried() {
      return tried;
    }
  }

  private NetworkRows() {}

  /** Kinds that a report of a task that did not run has. */
  static List<Kind> always() {
    return Stream.of(Kind.values()).filter(kind -> kind.always).toList();
  }

  /** What the script is to ask, so far as certificates tell: own nodes by their addresses. */
  static List<String> targets(List<NodeCertificateStatus> certificates, List<String> nodes) {
    var targets = new TreeSet<String>();
    certificates.forEach(
        one -> orEmpty(one.answers()).stream().filter(NetworkRows::plain).forEach(targets::add));
    nodes.stream().map(NetworkRows::kubelet).filter(NetworkRows::plain).forEach(targets::add);
    return List.copyOf(targets);
  }

  /** It goes into a shell's command line. */
  private static boolean plain(String endpoint) {
    return endpoint.matches("([0-9.]+|\\[[0-9a-f:.]+\\]):[0-9]{1,5}/(TCP|UDP)");
  }

  private static String kubelet(String address) {
    return "%s:%d/TCP"
        .formatted(address.contains(":") ? "[" + address + "]" : address, Names.KUBELET_PORT);
  }

  static List<Row> judge(Findings inside, Around around) {
    List<Row> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (around.certificate() == null) {
        if (kind.always) {
          rows.add(row(kind, Judgement.inconclusive(around.withoutCertificate())));
        }
        continue;
      }
      List<String> endpoints = endpoints(kind, around);
      if (!endpoints.isEmpty() || kind.always) {
        rows.add(row(kind, judge(endpoints, inside)));
      }
    }
    return rows;
  }

  /** What had no control on this node, for people. */
  static List<String> notTried(Findings inside, Around around) {
    List<String> not = new ArrayList<>();
    if (around.certificate() == null) {
      return not;
    }
    for (Kind kind : Kind.values()) {
      if (!kind.always && endpoints(kind, around).isEmpty()) {
        not.add("%s: nothing of the kind answered an unrestricted pod there".formatted(kind));
      }
    }
    inside
        .under("ask ")
        .forEach(
            (target, seen) -> {
              if (Asked.withoutTool(target, seen)) {
                not.add("%s: %s".formatted(target, seen));
              }
            });
    return not;
  }

  private static Row row(Kind kind, Judgement judgement) {
    return new Row(kind.name(), kind.tried, judgement.verdict(), judgement.seen());
  }

  private static Judgement judge(List<String> endpoints, Findings inside) {
    if (endpoints.isEmpty()) {
      return Judgement.inconclusive(
          "control: nothing of the kind answered an unrestricted pod there");
    }
    return Asked.judge(endpoints, inside);
  }

  private static List<String> endpoints(Kind kind, Around around) {
    List<String> answers = orEmpty(around.certificate().answers());
    if (kind == Kind.OwnKubelet) {
      return answers.contains(OWN_NODE)
          ? around.nodeAddresses().isEmpty()
              ? List.of("the node's address, which could not be read")
              : around.nodeAddresses().stream().map(NetworkRows::kubelet).toList()
          : List.of();
    }
    return answers.stream().filter(one -> kind(one, around) == kind).sorted().toList();
  }

  private static Kind kind(String endpoint, Around around) {
    if (endpoint.equals(OWN_NODE)) {
      return Kind.OwnKubelet;
    }
    if (endpoint.contains(":" + Names.CANARY_PORT + "/")) {
      return Kind.Canary;
    }
    if (endpoint.contains(":53/")) {
      return Kind.Dns;
    }
    if (endpoint.contains(":" + Names.KUBELET_PORT + "/")) {
      return Kind.Kubelet;
    }
    boolean metadata =
        orEmpty(around.certificate().metadataAddresses()).stream()
            .anyMatch(
                address ->
                    endpoint.startsWith(address + ":")
                        || endpoint.startsWith("[" + address + "]:"));
    return metadata ? Kind.Metadata : Kind.ApiServer;
  }

  private static List<String> orEmpty(List<String> list) {
    return Objects.requireNonNullElse(list, List.of());
  }
}
