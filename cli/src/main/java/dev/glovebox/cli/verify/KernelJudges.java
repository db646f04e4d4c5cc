package dev.glovebox.cli.verify;

import dev.glovebox.cli.verify.Judge.Judgement;
import java.util.regex.Pattern;

/** Whether the kernel inside is the node's. What is known of the node's, its certificate says. */
final class KernelJudges {
  private static final Pattern RELEASE = Pattern.compile("[0-9]+\\.[0-9]+\\S*");
  private static final Pattern BOOT_ID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private KernelJudges() {}

  /** What {@code uname -r} says. */
  static Judge release(String name) {
    return (inside, around) ->
        RELEASE.matcher(inside.of(name)).matches()
            ? notOfNode(inside.of(name), around, true)
            : notSeen(inside.of(name));
  }

  /** The kernel's boot ID, which no other start of any kernel has. */
  static Judge bootId(String name) {
    return (inside, around) ->
        BOOT_ID.matcher(inside.of(name)).matches()
            ? notOfNode(inside.of(name), around, false)
            : notSeen(inside.of(name));
  }

  /**
   * The kernel's log. One that can be read is another kernel's only where a line says so: the
   * node's has lost its first lines after some days.
   */
  static Judge log(String name) {
    return (inside, around) -> {
      String seen = inside.of(name);
      if (!seen.startsWith("read: ")) {
        return Judges.asRefusal(seen);
      }
      String line = seen.substring("read: ".length());
      if (line.contains("Starting gVisor")) {
        return Judgement.blocked(line);
      }
      return line.contains("Linux version ")
          ? notOfNode(line, around, true)
          : Judgement.inconclusive("a kernel's log was read, and does not say whose: " + line);
    };
  }

  private static Judgement notSeen(String seen) {
    return Judgement.inconclusive(seen.isEmpty() ? "it was not seen" : seen);
  }

  private static Judgement notOfNode(String seen, Around around, boolean release) {
    if (around.certificate() == null) {
      return Judgement.inconclusive(around.withoutCertificate());
    }
    String node = release ? around.certificate().kernelVersion() : around.certificate().bootID();
    if (node == null || node.isEmpty()) {
      return Judgement.inconclusive("the certificate does not say it of the node");
    }
    // As a whole word: 6.1.0-kata is not 6.1.0.
    return Pattern.compile("(?<![\\w.-])%s(?![\\w.-])".formatted(Pattern.quote(node)))
            .matcher(seen)
            .find()
        ? Judgement.escaped("the node's own: " + node)
        : Judgement.blocked("%s; the node's is %s".formatted(seen, node));
  }
}
