package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.cli.text.ObjectName;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** Values of flags. Each that is not understood is an IllegalArgumentException naming the flag. */
final class FlagValues {
  private FlagValues() {}

  /** Null instead of nothing, so that the field is not sent. */
  static <T> List<T> orNull(List<T> values) {
    return values.isEmpty() ? null : values;
  }

  /** Accepts the name of an object. */
  static void name(String flag, String name) {
    if (!ObjectName.is(name)) {
      throw new IllegalArgumentException(
          "%s \"%s\": a name has at most %d lower-case letters, digits, - and ., and begins and ends with a letter or digit"
              .formatted(flag, name, ObjectName.MOST));
    }
  }

  /** Adds a label to those that there are. */
  static void label(String flag, Map<String, String> labels) {
    int equals = flag.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "--label \"%s\": KEY=VALUE is expected, such as team=a".formatted(flag));
    }
    labels.put(flag.substring(0, equals), flag.substring(equals + 1));
  }

  /** Null for null. */
  static Quantity quantity(String flag, String value) {
    if (value == null) {
      return null;
    }
    try {
      Quantity quantity = Quantity.parse(value);
      Quantity.getAmountInBytes(quantity); // an unknown unit shows only here
      return quantity;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s \"%s\": a Kubernetes quantity is expected, such as %s"
              .formatted(flag, value, flag.equals("--cpu") ? "500m or 2" : "512Mi or 2Gi"),
          e);
    }
  }

  static SecretFile secret(String flag) {
    String[] parts = flag.split(":", -1);
    if (parts.length < 2 || parts.length > 3 || List.of(parts).contains("")) {
      throw new IllegalArgumentException(
          "--secret %s: NAME:KEY or NAME:KEY:FILE is expected".formatted(flag));
    }
    String file = parts[parts.length - 1];
    return new SecretFile(parts[0], parts[1], file.startsWith("/") ? file : "/run/secrets/" + file);
  }

  static ConfigMapMount configMap(String flag) {
    int colon = flag.indexOf(':');
    if (colon < 1 || !flag.startsWith("/", colon + 1)) {
      throw new IllegalArgumentException(
          "--config-map %s: NAME:DIRECTORY is expected, such as skills:/context/skills"
              .formatted(flag));
    }
    return new ConfigMapMount(flag.substring(0, colon), flag.substring(colon + 1));
  }
}
