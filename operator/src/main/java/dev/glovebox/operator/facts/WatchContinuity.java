package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Since when everything that the isolation of running tasks rests on has been watched without a
 * gap. What was changed and changed back in a gap is not seen by anybody.
 *
 * <p>A gap is a watch that was away for more than {@link #BOUND}, a watch that could not go on
 * where it had been and listed anew (410: the server has forgotten what happened since), a time in
 * which this process did not run, and a connection whose other end did not answer pings.
 */
public final class WatchContinuity implements Runnable {

  /**
   * Every watch is ended after some minutes, by the client or the server, and is back within two
   * seconds, on a busy machine some more, with all that happened meanwhile.
   */
  static final Duration BOUND = Duration.ofSeconds(10);

  private static final Duration EVERY = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(WatchContinuity.class);

  private final InstantSource clock;
  private final Map<String, BooleanSupplier> watches = new ConcurrentHashMap<>();
  private final Interruptions away;
  private final List<Runnable> onResume = new CopyOnWriteArrayList<>();
  private volatile Instant since = Instant.EPOCH;
  private Instant looked;
  private boolean interrupted;

  WatchContinuity(InstantSource clock) {
    this.clock = clock;
    this.away = new Interruptions(this::away, clock);
  }

  /**
   * Counts an informer in. Call it before the informer starts.
   *
   * @param name unique, for people
   */
  <T> void watch(String name, SharedIndexInformer<T> informer) {
    informer.addEventHandler(new Lists<>(name));
    watch(name, informer::isWatching);
  }

  /**
   * For a watch of somebody else's.
   *
   * @return to be run after each of its lists: the first is the beginning, each further one a gap
   */
  Runnable lists(String name) {
    var listed = new AtomicBoolean();
    return () -> {
      if (listed.getAndSet(true)) {
        gap(name + " had to be listed anew");
      }
    };
  }

  /**
   * Counts something in.
   *
   * @param watching whether it is being watched at this moment
   */
  public void watch(String name, BooleanSupplier watching) {
    watches.put(name, watching);
  }

  /** Counts it out: it is not to be watched any more. */
  void forget(String name) {
    watches.remove(name);
  }

  /** Runs an action after each gap: what is different now must be judged, whatever events came. */
  void onResume(Runnable action) {
    onResume.add(action);
  }

  /** The end of the last gap, or while there is one, when it was noticed; the epoch without any. */
  Instant since() {
    return since;
  }

  /** Looks every second, until the process ends. */
  @Override
  public void run() {
    try {
      while (true) {
        look();
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks once at every watch. */
  synchronized void look() {
    Instant now = clock.instant();
    if (looked != null && looked.plus(BOUND).isBefore(now)) {
      gap("this process did not run since " + looked);
    }
    looked = now;
    SortedSet<String> lasting = away.lasting(BOUND);
    boolean tooLong = !lasting.isEmpty();
    if (tooLong && !interrupted) {
      LOG.warn("Watches are away for more than {} s: {}", BOUND.toSeconds(), lasting);
      since = now;
    } else if (!tooLong && interrupted) {
      gap("watches were away for more than %d s".formatted(BOUND.toSeconds()));
    }
    interrupted = tooLong;
  }

  private Set<String> away() {
    Set<String> names = new HashSet<>();
    watches.forEach(
        (name, watching) -> {
          if (!isWatching(name, watching)) {
            names.add(name);
          }
        });
    return names;
  }

  private static boolean isWatching(String name, BooleanSupplier watching) {
    try {
      return watching.getAsBoolean();
    } catch (RuntimeException e) {
      LOG.warn("It cannot be said whether {} are watched", name, e);
      return false;
    }
  }

  /**
   * Counts a gap that somebody else found.
   *
   * @param why for people
   */
  public synchronized void gap(String why) {
    LOG.warn("Running tasks were not watched for a while: {}", why);
    since = clock.instant();
    onResume.forEach(Runnable::run);
  }

  /** The first list is the beginning; each further one says that the watch could not go on. */
  private final class Lists<T> implements ResourceEventHandler<T> {
    private final Runnable listed;

    Lists(String name) {
      listed = lists(name);
    }

    @Override
    public void onList(String resourceVersion, boolean remainedEmpty) {
      listed.run();
    }

    @Override
    public void onAdd(T object) {
      // Only lists count here.
    }

    @Override
    public void onUpdate(T before, T after) {
      // Only lists count here.
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      // Only lists count here.
    }
  }
}
