package dev.glovebox.cli.text;

import java.util.regex.Pattern;

/** What the API server takes for the name of an object: a subdomain of RFC 1123. */
public final class ObjectName {
  /** Characters. */
  public static final int MOST = 253;

  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private ObjectName() {}

  /** Whether it is one. */
  public static boolean is(String text) {
    return text.length() <= MOST && SUBDOMAIN.matcher(text).matches();
  }
}
