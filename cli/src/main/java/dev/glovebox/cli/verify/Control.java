package dev.glovebox.cli.verify;

import dev.glovebox.cli.verify.Judge.Judgement;
import java.util.regex.Pattern;

/** What must work inside, with the tools of the checks that rely on it, or they show nothing. */
enum Control {
  FILE("control-there", "there: .*", "its own file was not seen either"),
  WRITE("control-write", "written", "/tmp was not written either"),
  PROCESSES("control-processes", "[1-9][0-9]*", "its own processes were not seen either"),
  DEVICES("control-devices", "/dev/.*", "no device at all was found in /dev"),
  ENVIRONMENT("control-environment", "KUBERNETES_.*", "no variable at all was seen"),
  ADDRESSES("control-addresses", "inet 127.*", "its loopback address was not seen either"),
  ANSWER("control-answer", "answered: answer", "nc did not reach its own loopback either"),
  SILENT(
      "control-silent",
      "connected",
      "nc did not tell that something on its own loopback took the connection and said nothing"),
  CLOSED(
      "control-closed",
      "failed: .*",
      "nc said that it reached what is not there on its own loopback"),
  DATAGRAM("control-udp", "answered: answer", "nc -u did not reach its own loopback either");

  private final String name;
  private final Pattern right;
  private final String otherwise;

  Control(String name, String right, String otherwise) {
    this.name = name;
    this.right = Pattern.compile(right);
    this.otherwise = otherwise;
  }

  /** Whether it worked. */
  boolean holds(Findings inside) {
    return right.matcher(inside.of(name)).matches();
  }

  /** The judgement if it worked, else nothing is concluded. */
  Judgement allows(Findings inside, Judgement judgement) {
    return holds(inside) ? judgement : failed();
  }

  /** That it did not work. */
  Judgement failed() {
    return Judgement.inconclusive("control: " + otherwise);
  }
}
