package dev.glovebox.core.progress;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a failed pull's words say of the next try. A registry that says that it does not have an
 * image will not have it in a minute. Everything else (a name that does not resolve, a time-out,
 * 429, 5xx, a layer that cannot be read, words that nobody has listed here) may pass.
 *
 * <p>Neither runtime has an error code for it: containerd's NotFound is also that of a snapshot
 * that got lost on the node, and CRI-O has only Unknown.
 */
final class PullFailure {
  /** Containerd 1.7 and 2.2, {@code client/pull.go} and {@code core/transfer/local/pull.go}. */
  private static final String RESOLVE = "failed to resolve (?:reference \"[^\"]*\"|image): ";

  /** CRI-O 1.34, by {@code docker/docker_client.go} and {@code docker/errors.go} of its library. */
  private static final String READ = "(?i:reading manifest) \\S+ in \\S+: (?:errors:\\s+)?";

  private static final List<Pattern> FINAL =
      List.of(
          // 404 of the registry. Where mirrors are set up, of one of them: containerd forgets then
          // that it could not connect to another.
          Pattern.compile(RESOLVE + "\\S+: not found$"),
          // 401 or 403 with the pull secrets that the task has, or without any.
          Pattern.compile(
              RESOLVE + "pull access denied, repository does not exist or may require auth"),
          // The image is there, and not for this node's kind of processor.
          Pattern.compile("no match for platform in manifest\\b"),
          Pattern.compile(READ + "(?:manifest|name) unknown\\b"),
          Pattern.compile(READ + "(?:denied: )?requested access to the resource is denied"),
          Pattern.compile(READ + "unauthorized: "),
          Pattern.compile("no image found in (?:manifest list|image index) for architecture "));

  /** CRI-O, before what each of several mirrors said: the image may be on one that said nothing. */
  private static final String MIRRORS = "(Mirrors also failed: ";

  /** CRI-O 1.33 and later, after the failure: that it is no other artifact either. */
  private static final String ARTIFACT = "; artifact err: ";

  private PullFailure() {}

  /**
   * Whether trying again cannot help.
   *
   * @param said the kubelet's message about a container that waits for its image
   */
  static boolean isFinal(String said) {
    int artifact = said.indexOf(ARTIFACT);
    String ofImage = artifact < 0 ? said : said.substring(0, artifact);
    return !ofImage.contains(MIRRORS)
        && FINAL.stream().anyMatch(words -> words.matcher(ofImage).find());
  }
}
