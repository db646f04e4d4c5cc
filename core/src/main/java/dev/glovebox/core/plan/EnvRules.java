package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.EnvVariable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Which environment variables a task may set: none that a shell, a loader or Glovebox obeys. */
final class EnvRules {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final Set<String> RESERVED =
      Set.of(
          // Who runs, and where programs are found: the pod sets them.
          "PATH",
          "HOME",
          "USER",
          "SHELL",
          // Read by shells before the first command.
          "IFS",
          "ENV",
          "BASH_ENV",
          "SHELLOPTS",
          "BASHOPTS",
          "PS4",
          // Read by interpreters before the first instruction.
          "NODE_OPTIONS",
          "PYTHONSTARTUP",
          "PYTHONPATH",
          "PERL5OPT",
          "RUBYOPT",
          "JAVA_TOOL_OPTIONS");

  private static final List<String> RESERVED_PREFIXES =
      List.of("LD_", "DYLD_", "GIT_CONFIG", "GIT_SSH", "KUBERNETES_", "GLOVEBOX_");

  private EnvRules() {}

  /** What is wrong, one message for each variable. Values never appear in messages. */
  static List<String> problems(List<EnvVariable> env) {
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < env.size(); i++) {
      String field = "spec.env[%d].name".formatted(i);
      EnvVariable variable = env.get(i);
      if (variable == null || variable.name() == null || !NAME.matcher(variable.name()).matches()) {
        problems.add(
            "%s: %s is not a name of the form [A-Za-z_][A-Za-z0-9_]*"
                .formatted(field, Text.quoted(variable == null ? null : variable.name())));
        continue;
      }
      String name = variable.name();
      if (RESERVED.contains(name) || RESERVED_PREFIXES.stream().anyMatch(name::startsWith)) {
        problems.add(
            "%s: %s is reserved: a shell, a loader, an interpreter or Glovebox obeys it"
                .formatted(field, Text.shown(name)));
      }
      if (!seen.add(name)) {
        problems.add("%s: %s is given twice".formatted(field, Text.shown(name)));
      }
      if (variable.value() != null && variable.value().indexOf('\0') >= 0) {
        problems.add("spec.env[%d].value: holds a NUL character".formatted(i));
      }
    }
    return problems;
  }
}
