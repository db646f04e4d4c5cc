package dev.glovebox.e2e.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesList;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What {@code plan -o json} printed.
 *
 * @param objects by kind and name
 * @param refusals reason and message, by the task's name
 * @param assumed what is open because it is assumed, by the task's name
 */
record PrintedPlans(
    Map<String, HasMetadata> objects,
    Map<String, String> refusals,
    Map<String, Set<String>> assumed) {
  private static final Pattern REFUSED = Pattern.compile("\\S+/(\\S+): refused: (\\w+: .*)");
  private static final Pattern ASSUMED = Pattern.compile("\\S+/(\\S+): open: assumed: ([^:]+): .*");

  static PrintedPlans of(Plugin.Result result) {
    Map<String, HasMetadata> objects = new TreeMap<>();
    for (HasMetadata object :
        Serialization.unmarshal(result.out(), KubernetesList.class).getItems()) {
      objects.put(MadeObjects.key(object), object);
    }
    Map<String, String> refusals = new TreeMap<>();
    told(REFUSED, result).forEach(line -> refusals.put(line.group(1), line.group(2)));
    Map<String, Set<String>> assumed = new TreeMap<>();
    told(ASSUMED, result)
        .forEach(
            line ->
                assumed.computeIfAbsent(line.group(1), name -> new TreeSet<>()).add(line.group(2)));
    return new PrintedPlans(objects, refusals, assumed);
  }

  private static Stream<MatchResult> told(Pattern pattern, Plugin.Result result) {
    return result
        .err()
        .lines()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult);
  }
}
