package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.SecretFile;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** Values of flags. Each that is not understood is an IllegalArgumentException naming the flag. */
final class FlagValues {
  private FlagValues() {}

  /** Null instead of nothing, so that the field is not sent. */
  static <T> List<T> orNull(List<T> values) {
    return values.isEmpty() ? null : values;
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
          "%s %s: a Kubernetes quantity is expected, such as 500m, 2 or 512Mi"
              .formatted(flag, value),
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
