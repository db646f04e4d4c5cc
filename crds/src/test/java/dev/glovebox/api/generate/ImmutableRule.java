package dev.glovebox.api.generate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.schema.Immutable;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * The CEL rule of an {@link Immutable} record: every component is there as before and equal. It is
 * at the record's own level, because a rule at a field is not run when the field is added or
 * removed.
 */
final class ImmutableRule {
  private ImmutableRule() {}

  static ObjectNode of(Class<?> type) {
    List<String> except = List.of(type.getAnnotation(Immutable.class).except());
    List<String> changes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = SchemaCompletion.name(component);
      if (!except.contains(name)) {
        String changed = changed(name, alwaysThere(component.getAccessor()));
        changes.add(changed);
        names.add("(" + changed + " ? ' " + name + "' : '')");
      }
    }
    String allowed = except.isEmpty() ? "" : " (only " + String.join(", ", except) + " may change)";
    ObjectNode rule = JsonNodeFactory.instance.objectNode();
    rule.put("rule", "!(" + String.join(" || ", changes) + ")");
    rule.put(
        "messageExpression",
        "'spec is immutable after creation"
            + allowed
            + "; changed:' + "
            + String.join(" + ", names));
    return rule;
  }

  /** Static defaults are filled in before rules are run, in the old object too. */
  private static boolean alwaysThere(Method accessor) {
    return accessor.isAnnotationPresent(Required.class)
        || accessor.isAnnotationPresent(Default.class);
  }

  private static String changed(String name, boolean alwaysThere) {
    String now = "self." + name;
    String before = "oldSelf." + name;
    String differs = now + " != " + before;
    return alwaysThere
        ? differs
        : "has(%1$s) != has(%2$s) || has(%1$s) && %3$s".formatted(now, before, differs);
  }
}
