package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.render.PlanBuilder;
import java.util.function.Consumer;

/** Reports of a probe in the pod of {@code PlanCases.minimal()}. */
final class Reports {
  private static final String PASSED =
      """
      {"version":1,"probe":"0.1.0","nonce":"%s","verdict":"Passed","failedChecks":[],"details":[],
       "kernel":{"release":"4.19.0-gvisor","bootId":"d3b0","fingerprint":true},
       "network":{"targets":4,"blocked":4,"certified":2,"certifiedBlocked":2,"rounds":3,
         "lastOpenMilliseconds":820,"open":[],"notUp":[],"reportOnlyOpen":[]},
       "process":{"uid":10001,"gid":10001,"capabilities":[],"noNewPrivileges":true,
         "readOnlyRoot":true,"serviceAccountToken":false,"workspaceEmpty":true,
         "environment":["HOSTNAME","PATH","HOME","GLOVEBOX_HOST_IP","KUBERNETES_PORT"]},
       "durationMilliseconds":1400}
      """
          .formatted(PlanBuilder.UID);

  private Reports() {}

  /** The text of a report that passed, with a change. */
  static String text(Consumer<ObjectNode> change) {
    var tree = (ObjectNode) AdmittedFiles.json(PASSED);
    change.accept(tree);
    return tree.toString();
  }

  /** A report that passed, with a change that leaves it readable. */
  static ProbeReport report(Consumer<ObjectNode> change) {
    var parsed = ProbeReport.parse(text(change));
    if (parsed instanceof ProbeReport.Report readable) {
      return readable.report();
    }
    throw new AssertionError(parsed);
  }

  /** An object of the report. */
  static ObjectNode part(ObjectNode report, String name) {
    return (ObjectNode) report.get(name);
  }
}
