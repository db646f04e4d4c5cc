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
      "  source <(kubectl-glovebox completion zsh)",
      "  kubectl-glovebox completion fish > ~/.config/fish/completions/kubectl-glovebox.fish"
    })
final class CompletionCommand implements Callable<Integer> {
  /**
   * Files are completed where the answer ends with :0, and there alone. What bash takes apart at
   * COMP_WORDBREAKS is one word to us (user@cluster, arn:aws:eks:…); of an answer it then wants
   * what follows the last break, with that where it is an @. Also for the bash of macOS, 3.2.
   */
  private static final String BASH =
      """
      _kubectl_glovebox() {
        local word line before answer joining='' breaks=${COMP_WORDBREAKS//[^:=]}
        local -a words=()
        for word in "${COMP_WORDS[@]:1:$COMP_CWORD}"; do
          if [[ -n $word && -z ${word//[:@]} ]]; then joining=both; fi
          if [[ -n $joining && -n $word && ${#words[@]} -gt 0 ]]; then
            words[${#words[@]}-1]+=$word
          else
            words+=("$word")
          fi
          if [[ -n ${word//[:@]} || -z $word ]]; then joining=''; fi
        done
        word=${words[${#words[@]}-1]}
        before=''
        if [[ -n $breaks ]]; then before=${word%"${word##*["$breaks"]}"}; fi
        if [[ $COMP_WORDBREAKS == *@* && ${word#"$before"} == *@* ]]; then
          before=${word%@*}
        fi
        answer=$(kubectl-glovebox __complete "${words[@]}" 2>/dev/null)
        COMPREPLY=()
        while IFS= read -r line; do
          if [[ $line != :* ]]; then COMPREPLY+=("${line#"$before"}"); fi
        done <<<"$answer"
        if [[ $answer == *:4 ]]; then compopt +o default 2>/dev/null; fi
        return 0
      }
      complete -o default -F _kubectl_glovebox kubectl-glovebox
      """;

  private static final String ZSH =
      """
      (( $+functions[compdef] )) || { autoload -U compinit && compinit }
      _kubectl_glovebox() {
        local -a answer
        answer=("${(@f)$(kubectl-glovebox __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        if (( $#answer > 1 )); then
          compadd -- "${(@)answer[1,-2]}"
        elif [[ $answer[1] == :0 ]]; then
          _files
        fi
      }
      compdef _kubectl_glovebox kubectl-glovebox
      """;

  private static final String FISH =
      """
      function __kubectl_glovebox_complete
        set -l typed (commandline -opc)
        set -e typed[1]
        set -l word (commandline -ct)
        set -l answer (kubectl-glovebox __complete $typed "$word" 2>/dev/null)
        if test (count $answer) -gt 1
          printf '%s\\n' $answer[1..-2]
        else if test "$answer" = ':0'
          __fish_complete_path "$word"
        end
      end
      complete -c kubectl-glovebox -f -a '(__kubectl_glovebox_complete)'
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
