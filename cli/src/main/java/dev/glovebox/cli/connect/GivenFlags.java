package dev.glovebox.cli.connect;

import dev.glovebox.cli.text.ShellWords;
import io.fabric8.kubernetes.client.Config;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The flags of a command line that say which cluster. What is to be pasted carries them, or it
 * would act on another one.
 */
public final class GivenFlags {
  private static final String NOTE = "glovebox.dev/flags";

  private GivenFlags() {}

  /**
   * Notes them on a client's configuration.
   *
   * @param kubeconfig null if it was not given, as the other
   */
  public static void note(Config config, Path kubeconfig, String context) {
    List<String> words = new ArrayList<>();
    if (kubeconfig != null) {
      words.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    }
    if (context != null) {
      words.addAll(List.of("--context", context));
    }
    config.getAdditionalProperties().put(NOTE, List.copyOf(words));
  }

  /** As the end of a line; with a space before it unless there are none. */
  public static String of(Config config) {
    return config.getAdditionalProperties().get(NOTE) instanceof List<?> words && !words.isEmpty()
        ? " " + ShellWords.line(words.stream().map(String::valueOf).toList())
        : "";
  }
}
