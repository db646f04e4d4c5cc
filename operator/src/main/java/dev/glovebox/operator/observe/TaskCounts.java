package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.Phase;

/** How many tasks there are at this moment. Asked at each scrape, so it must not ask the server. */
public interface TaskCounts {

  /** Why the destruction of a deleted task does not go on; reasons of its condition Destroyed. */
  enum Block {
    TerminationUnconfirmed,
    DataNotDestroyed
  }

  /** Tasks in this phase; one without a status is Pending. */
  int in(Phase phase);

  /** Deleted tasks that are still there for this reason. */
  int blockedBy(Block block);
}
