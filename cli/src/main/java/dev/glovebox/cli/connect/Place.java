package dev.glovebox.cli.connect;

import io.fabric8.kubernetes.client.Config;

/**
 * Which API server is asked, and who says so: for messages.
 *
 * @param address without a slash at its end
 * @param context null in a pod without a kubeconfig
 * @param kubeconfig files, for people; null in a pod without one
 * @param proxy without its login; null if it is asked directly
 */
public record Place(String address, String context, String kubeconfig, String proxy) {
  /** Where whoever reads the message knows it. */
  public static final Place UNKNOWN = new Place("", null, null, null);

  private static final String NOTE = "glovebox.dev/place";

  /** Notes on a client's configuration where it came from. */
  static void note(Config config, String context, String kubeconfig, String proxy) {
    config
        .getAdditionalProperties()
        .put(NOTE, new Place(address(config), context, kubeconfig, proxy));
  }

  /** Of a client's configuration. */
  public static Place of(Config config) {
    return config.getAdditionalProperties().get(NOTE) instanceof Place place
        ? place
        : new Place(address(config), null, null, null);
  }

  private static String address(Config config) {
    return config.getMasterUrl().replaceFirst("/+$", "");
  }

  /** For a sentence: {@code in context "a"}. */
  public String inContext() {
    return context == null ? "in this cluster" : "in context \"%s\"".formatted(context);
  }

  /** For a sentence: {@code the API server https://203.0.113.1:6443 (context "a" of FILE)}. */
  @Override
  public String toString() {
    return "the API server"
        + (address.isEmpty() ? "" : " " + address)
        + (context == null ? "" : " (context \"%s\" of %s)".formatted(context, kubeconfig));
  }
}
