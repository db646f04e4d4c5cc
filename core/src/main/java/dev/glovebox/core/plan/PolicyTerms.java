package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.DestinationPort;
import dev.glovebox.api.v1alpha1.Dns;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.TransportProtocol;
import dev.glovebox.core.net.BlockList;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a policy says in full, and whether it allows one thing that a task may ask for. The rules
 * are the planner's own.
 *
 * @param name of the policy
 * @param spec with every default filled in
 */
public record PolicyTerms(String name, SandboxPolicySpec spec) {
  /** Amounts without a unit, and thousandths, are of CPUs. */
  private static final Pattern CPU = Pattern.compile("[0-9]+(\\.[0-9]+)?m?");

  private static final Pattern AMOUNT =
      Pattern.compile("[0-9]+(\\.[0-9]+)?([numkMGTPE]?|[KMGTPE]i|[eE][0-9]{1,2})");

  /** With a unit that there is not: nobody means Docker Hub's image of that name. */
  private static final Pattern MISTYPED_AMOUNT =
      Pattern.compile("[0-9]+(\\.[0-9]+)?\\s*[a-zA-Z]{1,3}");

  private static final Pattern ADDRESS =
      Pattern.compile("[0-9.]+(/[0-9]+)?|[0-9a-fA-F]*:[0-9a-fA-F:.]*(/[0-9]+)?");

  /**
   * An answer.
   *
   * @param field of a task's spec that would ask for it
   * @param allowed whether a task may
   * @param because the policy's field that decides, and what it says
   */
  public record Answer(String field, boolean allowed, String because) {}

  /** The terms of a policy. */
  public static PolicyTerms of(SandboxPolicy policy) {
    return new PolicyTerms(policy.getMetadata().getName(), PolicyDefaults.fill(policy.getSpec()));
  }

  /**
   * The least that {@code spec.images.registries} has to hold for an image, as an entry there.
   *
   * @param image as a task names it; may be null
   * @return {@code host/}; empty when it is no image reference
   */
  public static Optional<String> registryOf(String image) {
    try {
      return Optional.of(ImageReference.parse(image).host() + "/");
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether something is an amount, an address or range, or an image: what can be asked about. */
  public static boolean isThing(String text) {
    if (AMOUNT.matcher(text).matches() || ADDRESS.matcher(text).matches()) {
      return true;
    }
    // With a slash it is meant as an image, and the answer says what is wrong with it.
    return !MISTYPED_AMOUNT.matcher(text).matches()
        && (text.contains("/") || registryOf(text).isPresent());
  }

  /**
   * Whether a task may ask for something, once for each field that could, and for each thing that
   * speaks against it.
   *
   * @param thing an amount (8Gi, 500m), an address or range, else an image: see {@link #isThing}
   * @return not empty
   */
  public List<Answer> answers(String thing) {
    if (AMOUNT.matcher(thing).matches()) {
      return amount(Quantity.parse(thing), CPU.matcher(thing).matches());
    }
    return ADDRESS.matcher(thing).matches() ? destination(thing) : image(thing);
  }

  private String shownName() {
    return "SandboxPolicy \"%s\"".formatted(name);
  }

  private List<Answer> image(String text) {
    String field = "spec.image";
    ImageReference image;
    try {
      image = ImageReference.parse(text);
    } catch (IllegalArgumentException e) {
      return List.of(new Answer(field, false, Text.quoted(text) + " " + e.getMessage()));
    }
    List<String> problems = PolicyRules.image(image, spec, shownName());
    return problems.isEmpty()
        ? yes(
            field,
            "%s is under a registry of spec.images.registries (%s)%s"
                .formatted(
                    image.text(),
                    Text.shown(String.join(", ", spec.images().registries())),
                    spec.images().requireDigest() ? " and has a digest" : ""))
        : no(field, problems);
  }

  private List<Answer> destination(String text) {
    String range = text.contains("/") ? text : text + (text.contains(":") ? "/128" : "/32");
    var network =
        new Network(
            NetworkMode.Allowlist,
            List.of(
                new Destination(range, List.of(new DestinationPort(TransportProtocol.TCP, 443)))),
            null);
    String field = "spec.network.allow";
    List<String> problems =
        new ArrayList<>(DestinationRules.problems(network, BlockList.builtIn()));
    if (problems.isEmpty()) {
      var filled = new Network(network.mode(), network.allow(), new Dns(List.of()));
      problems.addAll(NetworkPermission.problems(filled, spec.network(), shownName()));
    }
    return problems.isEmpty()
        ? yes(
            field,
            "%s is within spec.network.allowedCidrs (%s); the cluster's own addresses are refused besides"
                .formatted(range, Text.shown(String.join(", ", spec.network().allowedCidrs()))))
        : no(field, problems);
  }

  private static List<Answer> yes(String field, String because) {
    return List.of(new Answer(field, true, because));
  }

  /** A problem begins with the field that it is about; the place in its list is of no task here. */
  private static List<Answer> no(String field, List<String> problems) {
    return problems.stream()
        .map(
            problem -> {
              String[] parts = problem.split(": ", 2);
              return parts[0].startsWith("spec.")
                  ? new Answer(parts[0].replaceAll("\\[[0-9]+]", ""), false, parts[1])
                  : new Answer(field, false, problem);
            })
        .toList();
  }

  private List<Answer> amount(Quantity asked, boolean cpu) {
    Resources max = spec.resources().max();
    return cpu
        ? List.of(answer("resources.cpu", asked, "resources.max.cpu", max.cpu(), true))
        : List.of(
            answer("resources.memory", asked, "resources.max.memory", max.memory(), false),
            answer(
                "resources.ephemeralStorage",
                asked,
                "resources.max.ephemeralStorage",
                max.ephemeralStorage(),
                false),
            answer(
                "workspace.size", asked, "workspace.maxSize", spec.workspace().maxSize(), false));
  }

  private Answer answer(String field, Quantity asked, String limit, Quantity max, boolean cpu) {
    Predicate<Quantity> usable = cpu ? Quantities::isCpu : Quantities::isBytes;
    if (!usable.test(asked)) {
      return new Answer(
          "spec." + field,
          false,
          "%s is no amount of it: %s is the least, and parts of that there are none"
              .formatted(Quantities.shown(asked), cpu ? "1m" : "1 byte"));
    }
    return PolicyLimits.problem(field, asked, limit, max, usable, shownName())
        .map(problem -> no("spec." + field, List.of(problem)).getFirst())
        .orElseGet(
            () ->
                new Answer(
                    "spec." + field,
                    true,
                    "spec.%s is %s".formatted(limit, Quantities.shown(max))));
  }
}
