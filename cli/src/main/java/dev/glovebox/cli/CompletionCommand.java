package dev.glovebox.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Completion for shells that start the program by its own name. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes kubectl-glovebox in a shell: bash, zsh or fish.",
      "%nFor `kubectl glovebox` no script is needed: where kubectl's own completion is set up (kubectl"
          + " completion --help), and kubectl_complete-glovebox is on the PATH, it completes that too."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:The script was printed", "64:There is no script for such a shell"},
    footer = {
      "%nExamples:",
      "  source <(kubectl-glovebox completion bash)",
      "  kubectl-glovebox completion fish > ~/.config/fish/completions/kubectl-glovebox.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  private static final String BASH =
      """
      _kubectl_glovebox() {
        local IFS=$'\\n'
        COMPREPLY=($(kubectl-glovebox __complete "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null | grep -v '^:'))
      }
      complete -o default -F _kubectl_glovebox kubectl-glovebox
      """;

  private static final String ZSH = "autoload -U +X bashcompinit && bashcompinit\n" + BASH;

  private static final String FISH =
      """
      complete -c kubectl-glovebox -f -a '(kubectl-glovebox __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null | string match -v ":*")'
      """;

  private final Screen screen;

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell;

  /** Shells with a script. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  CompletionCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    screen
        .out()
        .print(
            switch (shell) {
              case bash -> BASH;
              case zsh -> ZSH;
              case fish -> FISH;
            });
    return ExitCode.DONE;
  }
}
