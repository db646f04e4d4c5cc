package dev.glovebox.operator.facts;

import java.util.Optional;

/** What must hold in the whole cluster before any pod is released. */
@FunctionalInterface
public interface ReleaseGuard {

  /** Why nothing may be released now, for people; empty when releasing is allowed. */
  Optional<String> refusesBecause();
}
