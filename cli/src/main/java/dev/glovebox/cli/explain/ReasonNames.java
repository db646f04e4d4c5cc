package dev.glovebox.cli.explain;

import dev.glovebox.core.reason.Reason;
import java.util.Arrays;
import java.util.Iterator;

/** For shell completion. */
public final class ReasonNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(Reason.values()).map(Enum::name).iterator();
  }
}
