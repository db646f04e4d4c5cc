package dev.glovebox.operator.facts;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A value made from informer caches, made again only after they changed: with thousands of nodes a
 * snapshot per task must not walk all of them.
 *
 * @param <T> an immutable value
 */
final class Memo<T> {
  private record Made<T>(long ofChange, T value) {}

  private final Supplier<T> make;
  private final AtomicLong changes = new AtomicLong();
  private volatile Made<T> made;

  Memo(Supplier<T> make) {
    this.make = make;
  }

  /** What it is made from changed. */
  void invalidate() {
    changes.incrementAndGet();
  }

  T get() {
    Made<T> known = made;
    return known != null && known.ofChange() == changes.get() ? known.value() : makeOnce();
  }

  /** After a change many ask at once: one makes it, the others wait for that. */
  private synchronized T makeOnce() {
    // Counted before the sources are read: a change while they are read makes it stale again.
    long now = changes.get();
    Made<T> known = made;
    if (known != null && known.ofChange() == now) {
      return known.value();
    }
    T value = make.get();
    made = new Made<>(now, value);
    return value;
  }
}
