package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.DestinationPort;
import dev.glovebox.api.v1alpha1.TransportProtocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code --allow CIDR:PORT[/UDP][,PORT…]}. Whether the range may be granted the API server says.
 */
final class AllowFlag {
  private static final Pattern FLAG = Pattern.compile("\\[?([^\\[\\]/]+)]?(/\\d{1,3})?:([^:]+)");
  private static final Pattern PORT = Pattern.compile("(\\d{1,5})(?:/(?i:(tcp|udp)))?");

  private AllowFlag() {}

  /** A range that is named twice has the ports of both. */
  static List<Destination> destinations(List<String> flags) {
    Map<String, List<DestinationPort>> ports = new LinkedHashMap<>();
    for (String flag : flags) {
      Matcher parts = FLAG.matcher(flag);
      if (!parts.matches()) {
        throw unusable(flag);
      }
      List<DestinationPort> there =
          ports.computeIfAbsent(
              range(flag, parts.group(1), parts.group(2)), r -> new ArrayList<>());
      for (String port : parts.group(3).split(",", -1)) {
        there.add(port(flag, port));
      }
    }
    return ports.entrySet().stream()
        .map(entry -> new Destination(entry.getKey(), List.copyOf(entry.getValue())))
        .toList();
  }

  private static String range(String flag, String address, String prefix) {
    boolean six = address.contains(":");
    if (six && prefix == null && !flag.startsWith("[")) {
      throw unusable(flag); // which colon is the port's?
    }
    return address + (prefix != null ? prefix : six ? "/128" : "/32");
  }

  private static DestinationPort port(String flag, String text) {
    Matcher parts = PORT.matcher(text);
    if (!parts.matches()) {
      throw unusable(flag);
    }
    int number = Integer.parseInt(parts.group(1));
    if (number < 1 || number > 65535) {
      throw unusable(flag);
    }
    boolean udp = "udp".equalsIgnoreCase(parts.group(2));
    return new DestinationPort(udp ? TransportProtocol.UDP : TransportProtocol.TCP, number);
  }

  private static IllegalArgumentException unusable(String flag) {
    return new IllegalArgumentException(
        "--allow %s: CIDR:PORT is expected, such as 203.0.113.10/32:443, 203.0.113.0/24:80,53/UDP or [2001:db8::1]:443"
            .formatted(flag));
  }
}
