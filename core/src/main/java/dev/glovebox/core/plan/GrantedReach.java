package dev.glovebox.core.plan;

import java.util.List;

/**
 * Whether an address of the cluster's own lies in what a running task was granted: a node, an API
 * server or a range may have come after the task.
 */
public final class GrantedReach {
  private final ClusterRanges ranges;

  private GrantedReach(ClusterRanges ranges) {
    this.ranges = ranges;
  }

  /**
   * For a cluster as it is now. To be kept as long as it is so; building one takes a millisecond
   * with a thousand nodes.
   */
  public static GrantedReach of(Facts.NetworkFacts network, Facts.Platform platform) {
    return new GrantedReach(ClusterRanges.of(network, platform, List.of()));
  }

  /**
   * Looks.
   *
   * @param granted the rules of the task's NetworkPolicy
   * @return in words; empty when none of the cluster's ranges is open to the task
   */
  public List<String> opened(List<Egress> granted) {
    return granted.isEmpty() ? List.of() : ReachCheck.ownIn(granted, ranges);
  }
}
