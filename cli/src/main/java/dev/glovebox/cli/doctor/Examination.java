package dev.glovebox.cli.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All checks, in the order in which a reader wants them: a cause before what follows from it. */
public final class Examination {
  private static final Map<String, Check> CHECKS = new LinkedHashMap<>();

  static {
    CHECKS.put("CustomResources", new CustomResources());
    CHECKS.put("AdmissionPolicies", new AdmissionPolicies());
    CHECKS.put("OperatorDeployment", new OperatorDeployment());
    CHECKS.put("OperatorLease", new OperatorLease());
    CHECKS.put("OperatorRights", new OperatorRights());
    CHECKS.put("Canaries", new Canaries());
    CHECKS.put("RuntimeClasses", new RuntimeClasses());
    CHECKS.put("RuntimeNodes", new RuntimeNodes());
    CHECKS.put("NetworkPolicyEnforced", new NetworkPolicyEnforced());
    CHECKS.put("Certificates", new Certificates());
    CHECKS.put("MetadataReachable", new MetadataReachable());
    CHECKS.put("OwnNodeReachable", new OwnNodeReachable());
    CHECKS.put("DualStack", new DualStack());
    CHECKS.put("ReclaimPolicies", new ReclaimPolicies());
    CHECKS.put("PodSecurity", new PodSecurity());
    CHECKS.put("MutatingWebhooks", new MutatingWebhooks());
    CHECKS.put("WebhookServices", new WebhookServices());
    CHECKS.put("PidsLimit", new PidsLimit());
  }

  private Examination() {}

  /** One result a check. */
  static List<Result> of(Seen seen) {
    List<Result> results = new ArrayList<>();
    CHECKS.forEach((name, check) -> results.add(of(name, check, seen)));
    return List.copyOf(results);
  }

  static Result of(String name, Check check, Seen seen) {
    Findings findings = new Findings();
    try {
      return Result.of(name, check.look(seen, findings), findings.all());
    } catch (NotKnown e) {
      findings.add(e.finding());
    } catch (RuntimeException e) {
      // Objects of others may be in a state that nobody thought of. That is not "ok".
      findings.unknown("the check broke off: " + e, "report this with the output of -o json");
    }
    return Result.of(name, "could not be seen", findings.all());
  }

  /** The worst of all. */
  public static Level verdict(List<Result> results) {
    return results.stream().map(Result::level).max(Comparator.naturalOrder()).orElse(Level.UNKNOWN);
  }
}
