package dev.glovebox.cli.connect;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import java.util.regex.Pattern;

/** The name of a namespace, looked at before it gets into an address of the API server. */
public final class NamespaceName {
  /** A label of RFC 1123, as the API server wants it. */
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  private NamespaceName() {}

  /**
   * Looks at one.
   *
   * @param where it comes from, such as {@code --namespace}
   * @param name null if none was given
   * @throws Failure if it is none
   */
  public static void check(String where, String name) {
    if (name == null || LABEL.matcher(name).matches()) {
      return;
    }
    throw new Failure(
        ExitCode.USAGE,
        name.isBlank()
            ? "%s \"%s\": the name of a namespace is expected; is a variable of the shell empty?"
                .formatted(where, name)
            : "%s \"%s\" is no namespace name: lower-case letters, digits and '-', at most 63, with a letter or digit at each end"
                .formatted(where, name));
  }
}
