package dev.glovebox.cli.plan;

import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What stands in a task's file beside it, and is taken to be made before it.
 *
 * @param configMaps of that file
 */
record Alongside(List<ConfigMap> configMaps) {

  /**
   * ConfigMaps with those of the file in the place of those that are absent; each is a question
   * left open.
   *
   * @param seen one answer for each ConfigMap that the task names, by name
   */
  Map<String, Lookup<Facts.ConfigMapFacts>> with(
      Map<String, Lookup<Facts.ConfigMapFacts>> seen, String namespace, List<Open> open) {
    Map<String, Lookup<Facts.ConfigMapFacts>> maps = new HashMap<>(seen);
    for (ConfigMap map : configMaps) {
      String name = map.getMetadata().getName();
      boolean here =
          map.getMetadata().getNamespace() == null
              || map.getMetadata().getNamespace().equals(namespace);
      if (here && maps.get(name) instanceof Lookup.Absent<Facts.ConfigMapFacts>) {
        open.add(
            new Open(
                Subject.CONFIG_MAP,
                State.ASSUMED,
                "%s is taken to be made from the same file before the task".formatted(name)));
        maps.put(
            name,
            new Lookup.Found<>(
                new Facts.ConfigMapFacts(
                    name,
                    "",
                    Objects.requireNonNullElse(map.getMetadata().getLabels(), Map.of()))));
      }
    }
    return maps;
  }
}
