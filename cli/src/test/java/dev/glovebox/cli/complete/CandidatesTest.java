package dev.glovebox.cli.complete;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class CandidatesTest {
  enum Colour {
    red,
    green
  }

  @Command(name = "paint")
  static final class Paint {
    @Option(names = {"-c", "--colour"})
    Colour colour;

    @Option(names = "--fast")
    boolean fast;

    @Parameters List<Colour> more;
  }

  @Command(name = "secret", hidden = true)
  static final class Secret {}

  @Command(
      name = "program",
      subcommands = {End.class, Paint.class, Secret.class, Show.class})
  static final class Program {}

  @Command(name = "end")
  static final class End {
    @Option(names = {"-n", "--namespace"})
    String namespace;

    @Option(names = "--context")
    String context;

    @Option(names = "--kubeconfig", paramLabel = "FILE")
    String kubeconfig;

    @Parameters(paramLabel = "TASK", arity = "0..*")
    List<String> names;
  }

  @Command(name = "show")
  static final class Show {
    @Parameters(paramLabel = "TASK")
    String name;
  }

  /** Tells back which flags it was asked with. */
  private static final Cluster KNOWN =
      new Cluster() {
        @Override
        public List<String> tasks(Flags flags) {
          return List.of("build", "hello-" + flags.namespace());
        }

        @Override
        public List<String> namespaces(Flags flags) {
          return List.of("demo", "of-" + flags.context());
        }

        @Override
        public List<String> contexts(Flags flags) {
          return List.of("in-" + flags.kubeconfig());
        }
      };

  private static List<String> of(String... words) {
    return all(words).words();
  }

  private static Candidates all(String... words) {
    return Candidates.of(new CommandLine(new Program()), List.of(words), KNOWN);
  }

  @Test
  void commandsThatAreNotHidden() {
    assertThat(of("")).containsExactly("end", "paint", "show");
    assertThat(of("x")).isEmpty();
  }

  @Test
  void optionsOfTheCommandThatWasTyped() {
    assertThat(of("paint", "-")).containsExactly("--colour", "--fast");
    assertThat(of("paint", "--fa")).containsExactly("--fast");
  }

  @Test
  void valuesOfAnOptionThatWaitsForOne() {
    assertThat(of("paint", "-c", "")).containsExactly("red", "green");
    assertThat(of("paint", "--fast", "g")).containsExactly("green");
  }

  @Test
  void namesOfTasksOfTheNamespaceThatWasTyped() {
    assertThat(of("end", "-n", "demo", "")).containsExactly("build", "hello-demo");
    assertThat(of("end", "--namespace=demo", "h")).containsExactly("hello-demo");
    assertThat(of("end", "build", "")).as("each once").containsExactly("hello-null");
    assertThat(of("show", "build", "")).as("it takes one").isEmpty();
  }

  @Test
  void namespacesAndContexts() {
    assertThat(of("end", "--context", "a", "-n", "")).containsExactly("demo", "of-a");
    assertThat(of("end", "--kubeconfig", "f", "--context", "")).containsExactly("in-f");
    assertThat(of("end", "--namespace=d")).containsExactly("--namespace=demo");
    assertThat(of("end", "--namespace", "=", "d")).as("as bash says it").containsExactly("demo");
  }

  @Test
  void filesOnlyWhereAFileIsMeant() {
    assertThat(all("end", "--kubeconfig", "x").files()).isTrue();
    assertThat(all("end", "x").files()).isFalse();
    assertThat(all("end", "--", "x").files()).isTrue();
  }

  @Test
  void nothingOfTheTasksOwnCommand() {
    assertThat(of("paint", "--", "")).isEmpty();
  }
}
