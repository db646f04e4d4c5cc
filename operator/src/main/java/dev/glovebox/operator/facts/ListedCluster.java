package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one look at a cluster showed, kind by kind.
 *
 * @param runtimeClasses every RuntimeClass, by name
 * @param nodes every node
 * @param storageClasses every StorageClass, by name
 * @param network where the cluster lives
 * @param canaries canaries that run; whether they answer, only the operator knows
 * @param certificates every NodeCertificate, by name
 * @param policyEngineStarts as in {@link Facts}
 * @param nothingReleased why nothing is released in the whole cluster now; empty = nothing keeps
 *     pods from being released
 * @param takenAt when it was looked
 */
public record ListedCluster(
    Lookup<Map<String, Facts.RuntimeClassFacts>> runtimeClasses,
    Lookup<List<Facts.NodeFacts>> nodes,
    Lookup<Map<String, Facts.StorageClassFacts>> storageClasses,
    Network network,
    Lookup<List<Facts.CanaryFacts>> canaries,
    Lookup<Map<String, Facts.CertificateFacts>> certificates,
    Lookup<Map<String, Instant>> policyEngineStarts,
    Lookup<Optional<String>> nothingReleased,
    Instant takenAt) {

  /**
   * Where the cluster lives.
   *
   * @param facts from what could be read
   * @param unread what could not be read, in words; not empty = {@code facts} lack something
   */
  public record Network(Facts.NetworkFacts facts, List<String> unread) {}
}
