package dev.glovebox.core.net;

import dev.glovebox.core.net.IpAddress.Family;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Addresses as text. The JDK's own parser is not used: it accepts {@code 127.1}, turns IPv4-mapped
 * addresses into IPv4 ones, and in its older form asks a resolver.
 */
final class AddressText {

  private static final int GROUPS = 8;
  private static final int GROUP_BITS = 16;
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,2}");
  private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");

  /** The longest text of an address: six groups and a dotted tail. */
  private static final int MAX_LENGTH = 45;

  private static final BigInteger MAPPED = BigInteger.valueOf(0xffff);

  private AddressText() {}

  static IpAddress parse(String text) {
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException("is empty; an IPv4 or IPv6 address is expected");
    }
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("is too long to be an IP address");
    }
    return text.contains(":")
        ? new IpAddress(Family.IPV6, parse6(text))
        : new IpAddress(Family.IPV4, BigInteger.valueOf(parse4(text)));
  }

  private static long parse4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException(
          "\"%s\" is not an IP address (names are never looked up)".formatted(text));
    }
    long value = 0;
    for (String part : parts) {
      if (!DECIMAL.matcher(part).matches() || Integer.parseInt(part) > 255) {
        throw new IllegalArgumentException(
            "\"%s\" is not an IPv4 address: \"%s\" is not a number from 0 to 255 without leading zeros"
                .formatted(text, part));
      }
      value = value << 8 | Integer.parseInt(part);
    }
    return value;
  }

  private static BigInteger parse6(String text) {
    if (text.contains("%")) {
      throw new IllegalArgumentException("\"%s\" names a zone; leave it out".formatted(text));
    }
    int gap = text.indexOf("::");
    List<Integer> groups;
    if (gap < 0) {
      groups = groups(text, text);
    } else {
      groups = groups(text, text.substring(0, gap));
      List<Integer> tail = groups(text, text.substring(gap + 2));
      int missing = GROUPS - groups.size() - tail.size();
      if (missing < 1) {
        throw malformed(text, "it has too many groups");
      }
      for (int i = 0; i < missing; i++) {
        groups.add(0);
      }
      groups.addAll(tail);
    }
    if (groups.size() != GROUPS) {
      throw malformed(text, "it has %d groups instead of 8".formatted(groups.size()));
    }
    BigInteger value = BigInteger.ZERO;
    for (int group : groups) {
      value = value.shiftLeft(GROUP_BITS).or(BigInteger.valueOf(group));
    }
    return value;
  }

  private static List<Integer> groups(String whole, String part) {
    List<Integer> groups = new ArrayList<>();
    if (part.isEmpty()) {
      return groups;
    }
    String[] pieces = part.split(":", -1);
    for (int i = 0; i < pieces.length; i++) {
      // Dotted decimal is legal only as the very end of the whole text.
      if (i == pieces.length - 1 && pieces[i].contains(".") && whole.endsWith(part)) {
        long tail = parse4(pieces[i]);
        groups.add((int) (tail >> GROUP_BITS));
        groups.add((int) (tail & 0xffff));
      } else if (GROUP.matcher(pieces[i]).matches()) {
        groups.add(Integer.parseInt(pieces[i], 16));
      } else {
        throw malformed(
            whole, "\"%s\" is not a group of 1 to 4 hexadecimal digits".formatted(pieces[i]));
      }
    }
    return groups;
  }

  private static IllegalArgumentException malformed(String text, String why) {
    return new IllegalArgumentException("\"%s\" is not an IPv6 address: %s".formatted(text, why));
  }

  static String of(IpAddress address) {
    if (address.family() == Family.IPV4) {
      return dotted(address.value().longValueExact());
    }
    BigInteger value = address.value();
    if (value.shiftRight(32).equals(MAPPED)) {
      return "::ffff:" + dotted(value.longValue() & 0xffffffffL);
    }
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = value.shiftRight((GROUPS - 1 - i) * GROUP_BITS).intValue() & 0xffff;
    }
    return compressed(groups);
  }

  private static String dotted(long value) {
    return "%d.%d.%d.%d"
        .formatted(value >> 24 & 0xff, value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff);
  }

  /** RFC 5952 section 4: the first of the longest runs of two or more zero groups becomes "::". */
  private static String compressed(int[] groups) {
    int start = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    if (length < 2) {
      return hex(groups, 0, GROUPS);
    }
    return hex(groups, 0, start) + "::" + hex(groups, start + length, GROUPS);
  }

  private static String hex(int[] groups, int from, int to) {
    List<String> pieces = new ArrayList<>();
    for (int i = from; i < to; i++) {
      pieces.add(Integer.toHexString(groups[i]).toLowerCase(Locale.ROOT));
    }
    return String.join(":", pieces);
  }
}
