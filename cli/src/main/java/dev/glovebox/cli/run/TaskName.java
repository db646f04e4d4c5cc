package dev.glovebox.cli.run;

import java.util.Locale;
import java.util.random.RandomGenerator;

/** A name for a task that was given none: what runs, and five characters of chance. */
final class TaskName {
  /** As the API server's own generated names: no vowels, so no words. */
  private static final String CHARACTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int CHANCE = 5;
  private static final int MAX_STEM = 40;

  private TaskName() {}

  /** From the last part of an image's name. */
  static String of(String image, RandomGenerator random) {
    String path = image.replaceFirst("@.*", "");
    String last = path.substring(path.lastIndexOf('/') + 1).replaceFirst(":.*", "");
    String stem =
        last.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    stem = stem.substring(0, Math.min(stem.length(), MAX_STEM)).replaceAll("-$", "");
    var name = new StringBuilder(stem.isEmpty() ? "task" : stem).append('-');
    for (int i = 0; i < CHANCE; i++) {
      name.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return name.toString();
  }
}
