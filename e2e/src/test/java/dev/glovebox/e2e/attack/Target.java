package dev.glovebox.e2e.attack;

/**
 * Something to reach from inside, and how.
 *
 * @param name unique; its first word says what kind of target it is
 * @param tool tcp, dns, icmp or arp: a function of rounds.sh
 * @param port of tcp; 0 otherwise
 */
record Target(String name, String tool, String address, int port) {
  /** The first word of the name. */
  String kind() {
    return name.substring(0, name.indexOf('-'));
  }

  /** The line of the script that tries it. */
  String line() {
    return "  %s %s %s %d &".formatted(tool, name, address, port);
  }

  /** What the answer of one that is reached holds. */
  boolean answered(String answer) {
    return switch (tool) {
      case "tcp" -> answer.contains("HTTP");
      case "dns" -> answer.contains("Address");
      default -> answer.contains("bytes from") || answer.contains("reply from");
    };
  }
}
