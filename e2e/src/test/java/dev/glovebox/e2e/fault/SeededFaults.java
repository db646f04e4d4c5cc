package dev.glovebox.e2e.fault;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every call may go wrong, whatever it is for: about one read in twenty-five, one write in ten and
 * each watch sooner or later. What becomes of a call follows from the seed, from what it does to
 * which task's object, and from how often that was tried before; not from the order of all calls,
 * which no two runs share.
 */
final class SeededFaults implements Fault {
  private static final Answer FORWARD = new Answer.Forward();
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final long seed;
  private final Map<String, AtomicInteger> before = new ConcurrentHashMap<>();

  SeededFaults(long seed) {
    this.seed = seed;
  }

  @Override
  public Answer judge(Call call) {
    // gbx-<task>-<8 characters of a UID, which is another in each run>
    String name = call.name().replaceAll("^gbx-(.*)-[0-9a-f]{8}$", "$1");
    String key = call.what() + " " + name;
    int times = before.computeIfAbsent(key, any -> new AtomicInteger()).getAndIncrement();
    var random = new SplittableRandom(seed * 1_000_003 + key.hashCode() * 31L + times);
    int per1000 = random.nextInt(1000);
    if (call.verb().equals("watch")) {
      return ofWatch(per1000, random);
    }
    // A review is a question that Kubernetes wants posted, and some sixty are asked at each start.
    boolean asks = call.resource().equals("selfsubjectaccessreviews");
    return call.writes() && !asks ? ofWrite(per1000) : ofRead(per1000, call);
  }

  private static Answer ofWatch(int per1000, SplittableRandom random) {
    if (per1000 < 100) {
      return new Answer.ExpireWatch();
    }
    if (per1000 < 150) {
      return new Answer.Refuse(410, "Expired");
    }
    if (per1000 < 300) {
      return refusal(per1000 % 3);
    }
    if (per1000 < 320) {
      return new Answer.Lose();
    }
    if (per1000 < 330) {
      return new Answer.Hang();
    }
    // Most live long enough for something to be seen; none for ever.
    int milliseconds = per1000 < 600 ? random.nextInt(200, 8_000) : random.nextInt(8_000, 40_000);
    return new Answer.CutWatch(Duration.ofMillis(milliseconds));
  }

  private static Answer ofWrite(int per1000) {
    if (per1000 < 15) {
      return new Answer.Refuse(409, "Conflict");
    }
    if (per1000 < 55) {
      return refusal(per1000 % 3);
    }
    if (per1000 < 70) {
      return new Answer.Lose();
    }
    if (per1000 < 95) {
      return new Answer.ForwardThenLose(() -> {});
    }
    return per1000 < 100 ? new Answer.Hang() : FORWARD;
  }

  private static Answer ofRead(int per1000, Call call) {
    if (per1000 < 24) {
      return refusal(per1000 % 3);
    }
    if (per1000 < 30) {
      return new Answer.Lose();
    }
    if (per1000 < 32) {
      return new Answer.Hang();
    }
    return per1000 < 80 && call.verb().equals("list") ? new Answer.Stale() : FORWARD;
  }

  private static Answer refusal(int kind) {
    return switch (kind) {
      case 0 -> new Answer.Refuse(429, "TooManyRequests", Optional.of(RETRY_AFTER));
      case 1 -> new Answer.Refuse(500, "InternalError");
      default -> new Answer.Refuse(503, "ServiceUnavailable");
    };
  }
}
