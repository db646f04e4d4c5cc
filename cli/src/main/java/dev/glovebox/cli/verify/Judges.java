package dev.glovebox.cli.verify;

import dev.glovebox.cli.verify.Judge.Judgement;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The ways in which checks are judged. */
final class Judges {
  private static final String DONE = "done";
  private static final String ABSENT = "absent";

  /** What a kernel says that refuses. Another error, such as a missing tool, shows nothing. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "failed: .*([Nn]ot permitted|[Dd]enied|[Rr]ead-only|Inappropriate ioctl|not implemented|not supported).*");

  private static final Pattern NOT_THERE =
      Pattern.compile("failed: .*(No such (file|device)|nonexistent directory).*");

  private Judges() {}

  /** Something that the kernel must refuse. */
  static Judge refused(String name) {
    return (inside, around) -> asRefusal(inside.of(name));
  }

  /** The same of something in /tmp: where that cannot be written, the refusal is of /tmp. */
  static Judge refusedInTmp(String name) {
    return (inside, around) -> onlyIf(Control.WRITE, inside, asRefusal(inside.of(name)));
  }

  /** What is loaded is no module: a kernel that looks at it has let the process load one. */
  static Judge moduleRefused(String name) {
    return (inside, around) ->
        inside.of(name).matches(".*(invalid module format|Exec format error).*")
            ? Judgement.escaped("the kernel looked at the module: " + inside.of(name))
            : onlyIf(Control.WRITE, inside, asRefusal(inside.of(name)));
  }

  /** Something that the kernel must refuse, or that must not be there at all. */
  static Judge refusedOrAbsent(String name) {
    return (inside, around) ->
        NOT_THERE.matcher(inside.of(name)).matches()
            ? Control.FILE.allows(inside, Judgement.blocked(inside.of(name)))
            : asRefusal(inside.of(name));
  }

  /** A try that the kernel refused is BLOCKED; one that ended otherwise shows nothing. */
  static Judgement asRefusal(String seen) {
    if (seen.equals(DONE) || seen.startsWith("read: ")) {
      return Judgement.escaped(seen.equals(DONE) ? "it succeeded" : seen);
    }
    return REFUSED.matcher(seen).matches()
        ? Judgement.blocked(seen.substring("failed: ".length()))
        : Judgement.inconclusive(seen.isEmpty() ? "it was not tried" : seen);
  }

  /** Files that must not be there; the control is a file that is. */
  static Judge absent(String name) {
    return (inside, around) -> {
      String seen = inside.of(name);
      if (seen.startsWith("there: ")) {
        return Judgement.escaped(seen);
      }
      return seen.equals(ABSENT)
          ? Control.FILE.allows(inside, Judgement.blocked("none is there"))
          : Judgement.inconclusive("it was not tried");
    };
  }

  /** A list that must be empty; the control is that the same tools see what is there. */
  static Judge nothing(String name, Control control) {
    return (inside, around) -> {
      if (!inside.has(name)) {
        return Judgement.inconclusive("it was not tried");
      }
      return inside.of(name).isEmpty()
          ? control.allows(inside, Judgement.blocked("nothing is seen"))
          : Judgement.escaped(inside.of(name));
    };
  }

  /** A BLOCKED counts only where the control holds. */
  private static Judgement onlyIf(Control control, Findings inside, Judgement judgement) {
    return judgement.verdict() == Verdict.BLOCKED ? control.allows(inside, judgement) : judgement;
  }

  /** A value that the script always has, and how it must be. */
  static Judge value(String name, Predicate<String> right) {
    return (inside, around) -> {
      String seen = inside.of(name);
      if (seen.isEmpty()) {
        return Judgement.inconclusive("it was not seen");
      }
      return right.test(seen) ? Judgement.blocked(seen) : Judgement.escaped(seen);
    };
  }

  /** Writes to the image's directories, with a write that must work as the control. */
  static Judge rootWrites() {
    return (inside, around) -> {
      Map<String, String> writes = new TreeMap<>(inside.under("root-write "));
      for (var write : writes.entrySet()) {
        if (write.getValue().equals(DONE)) {
          return Judgement.escaped("written: " + write.getKey());
        }
        if (!REFUSED.matcher(write.getValue()).matches()) {
          return Judgement.inconclusive("%s: %s".formatted(write.getKey(), write.getValue()));
        }
      }
      return writes.isEmpty()
          ? Judgement.inconclusive("it was not tried")
          : Control.WRITE.allows(
              inside, Judgement.blocked("refused: " + String.join(" ", writes.keySet())));
    };
  }

  /** Only loopback: a pod without a way out has no resolver. */
  static Judge resolver() {
    return (inside, around) -> {
      String seen = inside.of("resolver");
      if (seen.equals(ABSENT)) {
        return Control.FILE.allows(inside, Judgement.blocked("there is no /etc/resolv.conf"));
      }
      if (!seen.startsWith("read:")) {
        return Judgement.inconclusive(seen.isEmpty() ? "it was not seen" : seen);
      }
      String servers = seen.substring("read:".length()).strip();
      return servers.matches("(nameserver (127\\.[0-9.]+|::1) ?)*")
          ? Judgement.blocked(servers.isEmpty() ? "none is named" : servers)
          : Judgement.escaped(servers);
    };
  }

  /** An IPv6 address counts as a way out unless something that answers over IPv6 stays silent. */
  static Judge ipv6() {
    return (inside, around) -> {
      if (!inside.has("ipv6")) {
        return Judgement.inconclusive("it was not seen");
      }
      String seen = inside.of("ipv6");
      if (seen.contains("not found")) {
        return Judgement.inconclusive("the image has no ip");
      }
      if (seen.isEmpty()) {
        return Control.ADDRESSES.allows(
            inside, Judgement.blocked("no address but loopback's and link-local ones"));
      }
      Map<String, String> asked = inside.under("ask [");
      if (asked.values().stream().anyMatch(Asked::reached)) {
        return Judgement.escaped("%s; reached: %s".formatted(seen, asked));
      }
      if (asked.isEmpty()) {
        return Judgement.inconclusive(seen + ", and nothing is known that answers over IPv6");
      }
      return asked.entrySet().stream().allMatch(one -> Asked.silent(one.getKey(), one.getValue()))
          ? Asked.controlled(
              inside, asked.keySet(), "%s; silent: %s".formatted(seen, asked.keySet()))
          : Judgement.inconclusive("%s; not asked: %s".formatted(seen, asked));
    };
  }
}
