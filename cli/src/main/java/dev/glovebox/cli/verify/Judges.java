package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.cli.verify.Judge.Judgement;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
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

  /** What is loaded is no module: a kernel that looks at it has let the process load one. */
  static Judge moduleRefused(String name) {
    return (inside, around) ->
        inside.of(name).matches(".*(invalid module format|Exec format error).*")
            ? Judgement.escaped("the kernel looked at the module: " + inside.of(name))
            : asRefusal(inside.of(name));
  }

  /** Something that the kernel must refuse, or that must not be there at all. */
  static Judge refusedOrAbsent(String name) {
    return (inside, around) ->
        NOT_THERE.matcher(inside.of(name)).matches()
            ? controlled(inside, inside.of(name))
            : asRefusal(inside.of(name));
  }

  private static Judgement asRefusal(String seen) {
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
          ? controlled(inside, "none is there")
          : Judgement.inconclusive("it was not tried");
    };
  }

  /** A list that must be empty; the control is that /proc and files can be seen at all. */
  static Judge nothing(String name) {
    return (inside, around) -> {
      if (!inside.has(name)) {
        return Judgement.inconclusive("it was not tried");
      }
      return inside.of(name).isEmpty()
          ? controlled(inside, "nothing is seen")
          : Judgement.escaped(inside.of(name));
    };
  }

  private static Judgement controlled(Findings inside, String seen) {
    return inside.of("control-there").startsWith("there: ")
        ? Judgement.blocked(seen)
        : Judgement.inconclusive("control: its own file was not seen either");
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

  /** Something of the kernel that must not be the node's. */
  static Judge notOfNode(String name, Function<NodeCertificateStatus, String> ofNode) {
    return (inside, around) -> {
      String seen = inside.of(name);
      if (around.certificate() == null) {
        return Judgement.inconclusive(around.withoutCertificate());
      }
      String node = ofNode.apply(around.certificate());
      if (seen.isEmpty() || node == null || node.isEmpty()) {
        return Judgement.inconclusive("not seen inside, or not known of the node");
      }
      // As a whole word: 6.1.0-kata is not 6.1.0.
      return Pattern.compile("(?<![\\w.-])%s(?![\\w.-])".formatted(Pattern.quote(node)))
              .matcher(seen)
              .find()
          ? Judgement.escaped("the node's own: " + node)
          : Judgement.blocked("%s; the node's is %s".formatted(seen, node));
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
      return !writes.isEmpty() && inside.of("control-write").equals("written")
          ? Judgement.blocked("refused: " + String.join(" ", writes.keySet()))
          : Judgement.inconclusive("control: /tmp was not written either");
    };
  }

  /** Only loopback: a pod without a way out has no resolver. */
  static Judge resolver() {
    return (inside, around) -> {
      if (!inside.has("resolver")) {
        return Judgement.inconclusive("it was not seen");
      }
      String seen = inside.of("resolver");
      boolean loopback = seen.matches("(nameserver (127\\.[0-9.]+|::1) ?)*");
      return loopback
          ? controlled(inside, seen.isEmpty() ? "none is named" : seen)
          : Judgement.escaped(seen);
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
        return controlled(inside, "no address but loopback's and link-local ones");
      }
      Map<String, String> asked = inside.under("ask [");
      if (asked.values().stream().anyMatch(NetworkRows::reached)) {
        return Judgement.escaped("%s; reached: %s".formatted(seen, asked));
      }
      return asked.isEmpty()
          ? Judgement.inconclusive(seen + ", and nothing is known that answers over IPv6")
          : Judgement.blocked("%s; silent: %s".formatted(seen, asked.keySet()));
    };
  }
}
