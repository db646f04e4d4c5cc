package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The script for bash, in a bash: a function stands for the program, and tells what it is asked.
 */
class CompletionCommandTest {
  @TempDir private Path directory;

  /**
   * What is asked, then what bash is told.
   *
   * @param words as bash takes the line apart, in its own notation
   * @param answers of the program, likewise
   */
  private String completed(String words, String answers) throws Exception {
    var script = new ByteArrayOutputStream();
    var both = new PrintStream(script, true);
    assertThat(Main.run(new Screen(both, both, false, false), "completion", "bash")).isZero();
    String line =
        """
        %s
        kubectl-glovebox() { printf '<%%s>' "$@" >&3; printf '%%s\\n' %s :4; }
        COMP_WORDS=(kubectl-glovebox %s)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        exec 3>&1
        _kubectl_glovebox
        printf '[%%s]' "${COMPREPLY[@]}"
        """
            .formatted(script.toString(StandardCharsets.UTF_8), answers, words);
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    bash.getOutputStream().close();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          explain Out                        | OutOfMemory      | <explain><Out>[OutOfMemory]
          list --context arn : aws : ek      | arn:aws:eks      | <list><--context><arn:aws:ek>[eks]
          list --context arn :               | arn:aws arn:gov  | <list><--context><arn:>[aws][gov]
          list --context = arn : a           | arn:aws          | <list><--context><=><arn:a>[aws]
          list --context admin @ ku          | admin@kubernetes | <list><--context><admin@ku>[@kubernetes]
          logs --context a :: b @ c -n ''    | demo             | <logs><--context><a::b@c><-n><>[demo]
          logs a : ''                        | b                | <logs><a:><>[b]
          """)
  void aWordThatBashTakesApartIsOne(String words, String answer, String said) throws Exception {
    assertThat(completed(words, answer)).isEqualTo("<__complete>" + said);
  }

  @Test
  void aNameIsNoPatternOfFiles() throws Exception {
    Files.createFile(directory.resolve("abc"));
    assertThat(completed("list --context a", "'a*c' 'a b'")).endsWith("[a*c][a b]");
  }

  @Test
  void nothingIsNothing() throws Exception {
    assertThat(completed("logs ''", "")).isEqualTo("<__complete><logs><>[]");
  }
}
